import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../electron/service/store/store.ts';
import { openTestStore } from '../open-test-store.ts';
import { pumpKey, pumpPath, startService } from '../start-service.ts';

/** A service whose disk is behind what can be read, once it is told so. */
async function openBehind() {
  const asked = Promise.withResolvers<void>();
  const flushed = Promise.withResolvers<void>();
  let isBehind = false;
  const settled = async (): Promise<void> => {
    if (!isBehind) return;
    asked.resolve();
    await flushed.promise;
  };
  const store: Store = { ...(await openTestStore()), settled };
  const started = await startService({ store });
  await started.storeDraft(await started.storeBytes('pump'));
  return { ...started, asked: asked.promise, flush: flushed.resolve, fallBehind: () => void (isBehind = true) };
}

const year = '/MetadataBulk/Revit/2025/true/2020-01-01';

describe('what a power cut could still take back', () => {
  it.each([`/Versions/${pumpPath}/Template`, `/Files/${pumpPath}/Template`, year])(
    'is told to nobody: %s',
    async (path) => {
      const { send, asked, flush, fallBehind } = await openBehind();
      fallBehind();
      const order: string[] = [];
      const answering = send('GET', path).then(({ status }) => {
        order.push('answered');
        return status;
      });
      await Promise.race([asked, answering]);
      order.push('flushed');
      flush();
      expect(await answering).toBe(200);
      expect(order).toEqual(['flushed', 'answered']);
    },
  );

  it('is waited for with each page of a list', async () => {
    const steps: string[] = [];
    const inner = await openTestStore();
    async function* readTwice(...asked: Parameters<Store['versions']['listNewest']>) {
      for (let page = 0; page < 2; page++) {
        for await (const versions of inner.versions.listNewest(...asked)) {
          steps.push('read');
          yield versions;
        }
      }
    }
    const store: Store = {
      ...inner,
      versions: { ...inner.versions, listNewest: readTwice },
      settled: async () => void steps.push('settled'),
    };
    const { send, storeBytes, storeDraft } = await startService({ store });
    await storeDraft(await storeBytes('pump'));
    steps.length = 0;
    const answer = await send('GET', year);
    expect(answer.json()).toMatchObject([{ etim: { classCode: pumpKey.etimClassCode } }, {}]);
    expect(steps.filter((step) => step === 'read')).toHaveLength(2);
    expect(steps.lastIndexOf('settled')).toBeGreaterThan(steps.lastIndexOf('read'));
  });
});
