import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const module = pathToFileURL(join(import.meta.dirname, '../../../electron/platform/small-heap.ts')).href;

/** How large the heap of a process of its own becomes that keeps a little and makes much that nobody keeps. */
function mostHeapBytes(keepsSmall: boolean): number {
  const script = `
    const { keepHeapSmall } = await import('${module}');
    if (${keepsSmall}) keepHeapSmall();
    const kept = Array.from({ length: 400_000 }, (_, index) => ({ index }));
    // From here on it is what lives that says how far it may grow.
    gc();
    const passing = [];
    let most = 0;
    for (let round = 0; round < 400; round += 1) {
      passing[round % 10] = Array.from({ length: 20_000 }, (_, index) => ({ index, round }));
      most = Math.max(most, process.memoryUsage().heapUsed);
    }
    console.log(kept.length > 0 && most);`;
  // While other tests take the processors, a collector in a thread of its own comes late.
  const args = [
    '--expose-gc',
    '--single-threaded-gc',
    '--max-semi-space-size=8',
    '--input-type=module',
    '--eval',
    script,
  ];
  return Number(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

it('a heap that is kept small takes less for the same work', () => {
  expect(mostHeapBytes(true)).toBeLessThan(0.9 * mostHeapBytes(false));
});
