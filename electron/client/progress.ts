const intervalMs = 250;

/**
 * Tells a listener at most four times a second how far a transfer is, and always of its first and its last piece.
 * @param total bytes of the whole transfer, where known
 */
export function limitProgress(
  listener: ((movedBytes: number) => void) | undefined,
  total: number | undefined,
  now: () => number,
): (movedBytes: number) => void {
  if (!listener) return () => undefined;
  let toldAt = -Infinity;
  return (movedBytes) => {
    const time = now();
    if (movedBytes !== total && time - toldAt < intervalMs) return;
    toldAt = time;
    listener(movedBytes);
  };
}
