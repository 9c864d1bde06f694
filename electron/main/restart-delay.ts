const firstMs = 250;
const longestMs = 30_000;

/**
 * How long to wait before something that died is started again, in milliseconds.
 * @param deaths deaths in a row, from 1
 */
export function restartDelayMs(deaths: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(deaths - 1, 16));
}
