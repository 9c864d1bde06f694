import { median, type BenchOptions, type Measured } from '../bench-row.ts';
import { describeCosts } from '../sync/describe-costs.ts';
import type { Cost } from '../sync/process-cost.ts';

/** What was done to all files of a library of one size, each time it was done. */
type CostsOfSize = Readonly<Record<string, readonly Cost[]>>;

/**
 * Does the same with few files and with many: what a file costs has to stay the same.
 * @param measure gives what it cost to do something to that many files, by what was done
 */
export async function costPerFile(
  { sizes, runs }: BenchOptions,
  measure: (files: number) => Promise<Readonly<Record<string, Cost>>>,
): Promise<readonly Measured[]> {
  const bySize: (readonly [files: number, costs: CostsOfSize])[] = [];
  for (const files of sizes) {
    const costs: Record<string, Cost[]> = {};
    for (let run = 0; run < runs; run += 1) {
      for (const [what, cost] of Object.entries(await measure(files))) (costs[what] ??= []).push(cost);
    }
    bySize.push([files, costs]);
  }
  const [[fewest, ofFewest] = [0, {}]] = bySize;
  return Object.entries(ofFewest).flatMap(([what, few]) =>
    bySize.map(([files, costs]) => {
      const ofSize = costs[what] ?? [];
      const eachMs = msPerFile(ofSize, files);
      return {
        what: `${what}, ${files} files`,
        ours: `${describeCosts(ofSize)}, CPU ${eachMs.toFixed(3)} ms a file`,
        peer: `${(eachMs / msPerFile(few, fewest)).toFixed(2)} × that of ${fewest} files`,
        target: '≤ 1 ×',
      };
    }),
  );
}

/** Of the processor, on both sides: the time on the wall says more of what else the machine does. */
function msPerFile(costs: readonly Cost[], files: number): number {
  const seconds = costs.map(({ cpuSeconds, serviceCpuSeconds = 0 }) => cpuSeconds + serviceCpuSeconds);
  return (median(seconds) / files) * 1_000;
}

/** What several things cost together. */
export function addCosts(costs: readonly Cost[]): Cost {
  const sum = (of: (cost: Cost) => number): number => costs.reduce((total, cost) => total + of(cost), 0);
  return { wallSeconds: sum(({ wallSeconds }) => wallSeconds), cpuSeconds: sum(({ cpuSeconds }) => cpuSeconds) };
}
