/** How a benchmark is made. */
export interface BenchOptions {
  /** Runs in seconds, to see that the benchmark itself works; its figures say little. */
  readonly small: boolean;
  /** How often each side is run. */
  readonly runs: number;
  /** Of how many files, where the cost of each is compared. */
  readonly sizes: readonly number[];
  /** Among how many products one is looked for; as many as the row says where nothing is said. */
  readonly products: number | undefined;
  /** For files that rows share, and those that are not to be removed between repetitions. */
  readonly folder: string;
}

/** One figure of the table. */
export interface Measured {
  readonly what: string;
  readonly ours: string;
  /** The figure of what it is compared with, where there is one. */
  readonly peer: string;
  readonly target: string;
}

/** Measures one thing and cleans up after itself. */
export type BenchRow = (options: BenchOptions) => Promise<readonly Measured[]>;

/** The middle of some figures; of an even number the upper of the two in the middle. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** Runs both sides in turn, so that what else the machine does meets both. */
export async function inTurn<A, B>(runs: number, ours: () => Promise<A>, peer: () => Promise<B>) {
  const results: { readonly ours: A[]; readonly peer: B[] } = { ours: [], peer: [] };
  for (let run = 0; run < runs; run += 1) {
    results.ours.push(await ours());
    results.peer.push(await peer());
  }
  return results;
}
