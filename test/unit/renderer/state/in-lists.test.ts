import { describe, expect, it } from 'vitest';
import type { EngineClient } from '../../../../renderer/connect/engine-client.ts';
import { releaseKeys, withdrawReleases } from '../../../../renderer/state/release-keys.ts';
import { restoreFiles } from '../../../../renderer/state/restore-files.ts';
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

describe('more than the contract takes in one call', () => {
  it('is published, and taken back', async () => {
    const { queued } = await releaseKeys(client, items, 'all');
    expect(queued).toHaveLength(items.length);
    expect(await withdrawReleases(client, queued)).toEqual({ withdrawn: items.length, sent: 0, gone: 0 });
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
    expect(await restoreFiles(client, items)).toBe(items.length);
  });
});
