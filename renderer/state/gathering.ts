/** Has something read again when it may have changed. */
export interface Gathering {
  /** It changed: it is read soon, once for all that comes until then. */
  readonly soon: () => void;
  readonly close: () => void;
}

/** Reading again takes at most this part of the time, however long it takes: the rest is for what changes it. */
const readingShare = 0.2;

/**
 * Changes come in bursts: the first of them starts a short wait and the rest ride along.
 * @param read reads it; never rejects
 * @param gatherMs the wait, where reading takes no time
 */
export function createGathering(read: () => Promise<unknown>, gatherMs: number): Gathering {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReading = false;
  let notBeforeMs = -Infinity;
  let closed = false;

  async function readNow(): Promise<void> {
    timer = undefined;
    isReading = true;
    const beganMs = performance.now();
    await read();
    const endedMs = performance.now();
    notBeforeMs = endedMs + (endedMs - beganMs) * (1 / readingShare - 1);
    isReading = false;
    if (again) soon();
  }

  let again = false;
  function soon(): void {
    if (closed) return;
    again = isReading;
    if (!isReading) timer ??= setTimeout(() => void readNow(), Math.max(gatherMs, notBeforeMs - performance.now()));
  }

  return {
    soon,
    close(): void {
      closed = true;
      clearTimeout(timer);
    },
  };
}
