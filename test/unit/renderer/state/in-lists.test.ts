import { describe, expect, it } from 'vitest';
import type { EngineClient } from '../../../../renderer/connect/engine-client.ts';
import { releaseKeys, withdrawKeys } from '../../../../renderer/state/release-keys.ts';
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
      return { queued: input.keys.length };
    },
    async withdraw(input: { readonly keys: readonly string[] }) {
      await expectTaken(windowContract.publish.withdraw, input);
      return { count: input.keys.length };
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
    expect(await releaseKeys(client, items, 'all')).toBe(items.length);
    expect(await withdrawKeys(client, items)).toBe(items.length);
  });

  it('is restored', async () => {
    expect(await restoreFiles(client, items)).toBe(items.length);
  });
});
