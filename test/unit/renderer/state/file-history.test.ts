import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFileHistory } from '../../../../renderer/state/file-history.svelte.ts';
import type { FileDetail } from '../../../../shared/rpc/file-records.ts';
import type { Session, SessionNews } from '../../../../renderer/state/session.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A file whose details and versions are answered when the test says so. */
function openHistory() {
  const asked: PromiseWithResolvers<FileDetail>[] = [];
  const get = vi.fn(() => (asked.push(Promise.withResolvers()), asked.at(-1)?.promise));
  const list = vi.fn(() => Promise.resolve({ key: 'a key', versions: [] }));
  let tell: (news: SessionNews) => void = () => undefined;
  const session = {
    connected: true,
    client: { files: { get }, versions: { list } },
    subscribe: (listener: typeof tell) => ((tell = listener), () => undefined),
  } as unknown as Session;
  const known = createFileHistory(session, 'file-1');
  return { known, asked, list, tell: (news: SessionNews) => tell(news) };
}
const keyed = (key: string) => ({ file: { key } }) as FileDetail;

it('has the versions also where something happens around the file while it is read for the first time', async () => {
  const { known, asked, list, tell } = openHistory();
  await vi.advanceTimersByTimeAsync(100);
  expect(asked.length).toBe(1);
  tell({ kind: 'queue', id: 1 });
  await vi.advanceTimersByTimeAsync(500);
  asked[0]?.resolve(keyed('a key'));
  await vi.advanceTimersByTimeAsync(0);
  asked[1]?.resolve(keyed('a key'));
  await vi.advanceTimersByTimeAsync(0);
  expect([list.mock.calls, known.history?.key]).toEqual([[[{ key: 'a key' }]], 'a key']);
  known.close();
});

it('is read once more after a reading that news came into, and not beside it', async () => {
  const { known, asked, tell } = openHistory();
  await vi.advanceTimersByTimeAsync(100);
  for (let news = 1; news <= 4; news += 1) {
    tell({ kind: 'queue', id: news });
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(asked.length).toBe(1);
  asked[0]?.resolve(keyed('before'));
  await vi.advanceTimersByTimeAsync(0);
  expect([known.detail?.file.key, asked.length]).toEqual(['before', 2]);
  asked[1]?.resolve(keyed('now'));
  await vi.advanceTimersByTimeAsync(0);
  expect(known.detail?.file.key).toBe('now');
  known.close();
});

it('asks nothing more of a file once somebody looks at another one', async () => {
  const detail = Promise.withResolvers<{ file: { key: string } }>();
  const get = vi.fn(() => detail.promise);
  const list = vi.fn();
  const client = { files: { get }, versions: { list } };
  const session = { connected: true, client, subscribe: () => () => undefined } as unknown as Session;
  const known = createFileHistory(session, 'file-1');
  await vi.advanceTimersByTimeAsync(1_000);
  known.close();
  detail.resolve({ file: { key: 'a key' } });
  known.refresh();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([get.mock.calls.length, list.mock.calls.length]).toEqual([1, 0]);
});
