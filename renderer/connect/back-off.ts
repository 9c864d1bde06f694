const firstMs = 300;
const longestMs = 8_000;

/**
 * How long to wait before the next try to reach the engine, in milliseconds.
 * Grows with every failure and is spread, so that many windows do not come back at the same instant.
 * @param failures failures in a row, from 1
 * @param chance between 0 and 1
 */
export function backOffMs(failures: number, chance: number): number {
  const ceiling = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 10));
  return Math.round(ceiling * (0.5 + chance / 2));
}
