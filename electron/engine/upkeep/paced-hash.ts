import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Clock, LibraryDisk } from '../ports.ts';

/** Reads no faster than this, so that whoever works on the same disk does not feel it. */
const bytesPerSecond = 16 * 1024 * 1024;

/** Pauses shorter than this are saved up: each costs a timer. */
const shortestPauseMs = 200;

/** Reads whole files at a pace, one after the other. */
export function createPacedHash(clock: Pick<Clock, 'steadyMs'>, pause: (milliseconds: number) => Promise<void>) {
  /** When what was read so far would have been read at that pace. */
  let paidUntilMs = -Infinity;

  async function pay(sizeBytes: number): Promise<void> {
    const nowMs = clock.steadyMs();
    paidUntilMs = Math.max(paidUntilMs, nowMs) + (sizeBytes / bytesPerSecond) * 1_000;
    if (paidUntilMs - nowMs >= shortestPauseMs) await pause(paidUntilMs - nowMs);
  }

  /**
   * The hash of a file's bytes; `undefined` when it gave way.
   * @param mustGiveWay asked before every piece that is read
   * @throws AppError what the disk says
   */
  return async (disk: LibraryDisk, path: string, mustGiveWay: () => boolean): Promise<Sha256 | undefined> => {
    const reading = disk.read(path);
    for await (const chunk of reading.bytes) {
      await pay(chunk.length);
      if (mustGiveWay()) return undefined;
    }
    return reading.sha256();
  };
}
