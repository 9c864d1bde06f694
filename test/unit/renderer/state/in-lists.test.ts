import { describe, expect, it } from 'vitest';
import type { EngineClient } from '../../../../renderer/connect/engine-client.ts';
import { restoreFiles } from '../../../../renderer/features/library/restore-files.ts';
import { takeBackReleases } from '../../../../renderer/features/publish/take-back.ts';
import type { Acting } from '../../../../renderer/state/act-in-lists.ts';
import { releaseKeys } from '../../../../renderer/state/release-keys.ts';
import { loadTexts } from '../../../../renderer/texts/texts.ts';
import { windowContract } from '../../../../shared/rpc/contract.ts';

const items = Array.from({ length: 12_345 }, (_none, place) => `item ${place}`);

/** Fails with what the contract does not take. */
async function expectTaken(procedure: { readonly '~orpc': { readonly inputSchema?: unknown } }, input: unknown) {
  const schema = procedure['~orpc'].inputSchema as { readonly parseAsync: (input: unknown) => Promise<unknown> };
  await schema.parseAsync(input);
}

/** An engine that does all that it is asked for, as far as the contract takes it. */
const client = {
  publish: {
    async release(input: { readonly keys: readonly string[] }) {
      await expectTaken(windowContract.publish.release, input);
      return { queued: input.keys.map((item) => Number(item.slice('item '.length))), already: 0, refused: [] };
    },
    async withdraw(input: { readonly entryIds: readonly number[] }) {
      await expectTaken(windowContract.publish.withdraw, input);
      return { withdrawn: input.entryIds.length, sent: 0, gone: 0 };
    },
  },
  files: {
    async restore(input: { readonly fileIds: readonly string[] }) {
      await expectTaken(windowContract.files.restore, input);
      return { count: input.fileIds.length, paths: [] };
    },
  },
} as unknown as EngineClient;

const texts = await loadTexts('en');

/** A window that tells what was done, and what fails where the call fails that the test says. */
function openWindow(failingCall = Infinity, told = ['failed']) {
  const said: string[] = [];
  let calls = 0;
  const app: Acting = {
    texts,
    notices: { done: (text) => void said.push(text) },
    async act(action) {
      calls += 1;
      if (calls !== failingCall) return action(client);
      said.push(...told);
      return undefined;
    },
  };
  return { app, said };
}

describe('more than the contract takes in one call', () => {
  it('is published, and taken back', async () => {
    const { queued } = await releaseKeys(client, items, 'all');
    expect(queued).toHaveLength(items.length);
    const { app, said } = openWindow();
    await takeBackReleases(app, queued);
    expect(said).toEqual(['12,345 releases were withdrawn. The files are untouched.']);
  });

  it('is told with what was queued where a later call fails', async () => {
    let calls = 0;
    const failing = {
      publish: {
        release: (input: { readonly keys: readonly string[] }) => {
          calls += 1;
          if (calls === 2) return Promise.reject(new Error('The disk is full.'));
          return client.publish.release({ keys: [...input.keys], comment: '' });
        },
      },
    } as unknown as EngineClient;
    const { queued, refused } = await releaseKeys(failing, items, 'all');
    expect(queued).toHaveLength(items.length - 1_000);
    expect(refused.map(({ named }) => named)).toEqual(items.slice(1_000, 2_000));
  });

  it('is restored', async () => {
    const { app, said } = openWindow();
    await restoreFiles(app, items);
    expect(said).toEqual([expect.stringMatching(/^12,345 files come back, /)]);
  });

  it('is told with what was taken back where a later call fails', async () => {
    const { app, said } = openWindow(2);
    const entryIds = items.map((_item, place) => place);
    await takeBackReleases(app, entryIds);
    expect(said).toEqual([
      'failed',
      '10,000 releases were withdrawn. The files are untouched. What became of the other 2,345 is not known: look at them again.',
    ]);
  });

  it('is told with what is restored where a later call fails', async () => {
    const { app, said } = openWindow(3);
    await restoreFiles(app, items);
    expect(said).toEqual(['failed', expect.stringMatching(/^2,000 files come back, .* the other 10,345 is not known/)]);
  });

  it('is told as far as it was answered where the connection is lost, which the window shows', async () => {
    const { app, said } = openWindow(2, []);
    await restoreFiles(app, items);
    expect(said).toEqual([expect.stringMatching(/^1,000 files come back, .* the other 11,345 is not known/)]);
  });

  it('is told with nothing but the failure where nothing was done', async () => {
    const { app, said } = openWindow(1);
    await restoreFiles(app, items);
    expect(said).toEqual(['failed']);
  });
});
