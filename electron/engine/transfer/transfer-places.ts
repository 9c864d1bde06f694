import type { QueueEntry } from '../queue/queue-entry.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';

/** Of files up to this size mostly answers are waited for, so several share the place of a larger one. */
const smallBytes = 1 << 16;
/** Together with the most places that a person can set, less than the connections that a client makes. */
export const smallPerPlace = 2;

/**
 * How much of a place a transfer takes among those that run at the same time: 1, or less for a small file.
 * @param limit how many places there are; where it is one, a single file is wanted
 */
export function placesOf(
  entry: QueueEntry,
  context: (LibraryRecords & ServiceSide) | undefined,
  limit: number,
): number {
  if (limit <= 1) return 1;
  return (sizeOf(entry, context) ?? Infinity) <= smallBytes ? 1 / smallPerPlace : 1;
}

/** @returns bytes; `undefined` where it is not known how many will go over the line */
function sizeOf({ key, intent }: QueueEntry, context: Parameters<typeof placesOf>[1]): number | undefined {
  switch (intent.operation) {
    case 'upload':
      return context?.files.get(intent.path)?.sizeBytes;
    case 'download':
      return context?.trees()?.remote(key)?.sizeBytes;
    default:
      return undefined;
  }
}

/** How many transfers may begin, whatever their size. */
export function freePlaces(limit: number, running: Iterable<{ readonly places: number }>): number {
  let taken = 0;
  for (const { places } of running) taken += places;
  return Math.floor(limit - taken);
}
