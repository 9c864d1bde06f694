import { pathOfIntent } from '../queue/intent.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';

/** Of files up to this size mostly answers are waited for, so several share the place of a larger one. */
const smallBytes = 1 << 16;
const smallPerPlace = 4;

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
  const { key, intent } = entry;
  const path = pathOfIntent(intent);
  const here = intent.operation === 'upload' && path !== undefined ? context?.files.get(path) : undefined;
  const { sizeBytes = Infinity } = here ?? context?.trees()?.remote(key) ?? {};
  return sizeBytes <= smallBytes ? 1 / smallPerPlace : 1;
}

/** How many transfers may begin, whatever their size. */
export function freePlaces(limit: number, running: Iterable<{ readonly places: number }>): number {
  let taken = 0;
  for (const { places } of running) taken += places;
  return Math.floor(limit - taken);
}
