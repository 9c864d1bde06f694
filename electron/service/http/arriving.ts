import { stalledAfter } from './take-pieces.ts';

/**
 * What arrives, as long as it does. Time runs only while the next piece is waited for, so a slow disk of ours is not
 * taken for a silent sender.
 * @param idleMs how long nothing may come, milliseconds
 * @throws AppError `body-stalled`
 */
export async function* arriving<Piece>(source: AsyncIterable<Piece>, idleMs: number): AsyncGenerator<Piece> {
  const pieces = source[Symbol.asyncIterator]();
  let stalled = false;
  try {
    for (;;) {
      const next = await withinTime(pieces.next(), idleMs, () => (stalled = true));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // An iterator that is still waiting for its next piece would not return before that came.
    if (!stalled) await pieces.return?.();
  }
}

async function withinTime<T>(promise: Promise<T>, idleMs: number, onStalled: () => void): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stall = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onStalled();
      reject(stalledAfter(idleMs));
    }, idleMs);
  });
  try {
    return await Promise.race([promise, stall]);
  } finally {
    clearTimeout(timer);
    // What it says after the time is up, nobody hears.
    promise.catch(() => undefined);
  }
}
