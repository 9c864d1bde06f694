import { expect, test } from 'vitest';
import { runCompressedHour } from '../simulator/compressed-hour.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('two engines on two folders that share a service end equal after an hour of edits in a quarter of a minute, with nothing lost', async () => {
  const seed = 3;
  const result = await runCompressedHour({ durationMs: 15_000, seed, workFolder: temporaryFolder() }).catch(
    (cause: unknown) => {
      throw new Error(`seed ${seed}: ${String(cause)}`, { cause });
    },
  );
  expect(result.equalFiles).toBeGreaterThan(0);
}, 240_000);
