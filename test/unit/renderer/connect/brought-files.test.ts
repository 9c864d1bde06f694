import { describe, expect, it } from 'vitest';
import { onThisComputer } from '../../../../renderer/connect/brought-files.ts';
import type { EngineClient } from '../../../../renderer/connect/engine-client.ts';
import { windowContract } from '../../../../shared/rpc/contract.ts';
import { mostFilesAdded } from '../../../../shared/rpc/intake-limits.ts';

/** Has that many places looked at, as if each were a drawing beside which lies something else. */
async function look(count: number) {
  const asked: string[][] = [];
  const client = {
    intake: {
      look: async ({ paths }: { paths: string[] }) => {
        asked.push(paths);
        const files = paths.map((from) => ({ from, path: from.slice(1), sizeBytes: 1 }));
        return { files, skipped: paths.length, inLibrary: 0, beyond: 0 };
      },
    },
  } as unknown as EngineClient;
  const paths = Array.from({ length: count }, (_none, place) => `/f${place}.rfa`);
  const begun = Promise.resolve();
  return { asked, brought: await onThisComputer(paths, { client, begun, signal: new AbortController().signal }) };
}

describe('many files that are dropped on the desktop window', () => {
  it('are looked at in lists that the engine takes', async () => {
    const { asked, brought } = await look(2_400);
    expect([brought.files.length, brought.skipped]).toEqual([2_400, 2_400]);
    const { inputSchema } = windowContract.intake.look['~orpc'];
    for (const paths of asked) {
      expect(await inputSchema?.['~standard'].validate({ paths })).not.toHaveProperty('issues');
    }
  });

  it('are counted where they are more than are added at once', async () => {
    const { brought } = await look(mostFilesAdded + 3);
    expect([brought.files.length, brought.beyond]).toEqual([mostFilesAdded, 3]);
  });
});
