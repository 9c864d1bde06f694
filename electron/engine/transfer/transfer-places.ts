import type { RemoteCaller } from '../../../shared/api/caller.ts';
import { compareVersions } from '../../../shared/model/version.ts';
import type { Ports } from '../ports.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { Queue } from '../queue/queue.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';

/** Of files up to this size mostly answers are waited for, so several share the place of a larger one. */
const smallBytes = 1 << 16;
/** Together with the most places that a person can set, less than the connections that a client makes. */
export const smallPerPlace = 2;
/** They need few connections where they come or go together with their metadata, many in one request. */
const togetherPerPlace = 16;

interface PlacesOptions {
  readonly ports: Pick<Ports, 'connection'>;
  readonly queue: Pick<Queue, 'claim'>;
  readonly libraries: {
    readonly readyIds: () => readonly string[];
    readonly contextOf: (libraryId: string) => (LibraryRecords & ServiceSide) | undefined;
  };
}

/** An entry that is taken out of the queue, and how much of a place it takes: 1, or less for a small file. */
export interface PlacedEntry {
  readonly entry: QueueEntry;
  readonly places: number;
}

/**
 * Takes as many entries out of the queue as there are places for, some after the other: those that were given away are to
 * be begun also where the state cannot be read for more.
 * @param limit how many places there are
 * @param running what has its place already
 */
export function* claimPlaces(
  { ports, queue, libraries }: PlacesOptions,
  limit: number,
  running: Iterable<Pick<PlacedEntry, 'places'>>,
): Generator<PlacedEntry, void, void> {
  const service = ports.connection.current()?.service;
  // Where one file is wanted, it is one; and a service with limits is not asked more at once than is known to be safe.
  const isShared = limit > 1 && !service?.limitsRequests?.();
  const taken = [...running].map(({ places }) => places);
  const takenPlaces = taken.reduce((sum, places) => sum + places, 0);
  let free = limit - takenPlaces;
  let placed: PlacedEntry[] = [];
  const howManyFit = (due: readonly QueueEntry[]): number => {
    const lookAt = createLook(due, libraries, service);
    placed = [];
    for (const entry of due) {
      const { sizeBytes = Infinity, isTogether } = lookAt(entry);
      const places = !isShared || sizeBytes > smallBytes ? 1 : 1 / (isTogether ? togetherPerPlace : smallPerPlace);
      free -= places;
      if (free < 0) break;
      placed.push({ entry, places });
    }
    return placed.length;
  };
  // To read many that do not fit costs each time. The next ones are mostly like those that run; where they turn out to be
  // smaller, more are read.
  for (let perPlace = taken.length / takenPlaces || togetherPerPlace; free >= 1 / togetherPerPlace; perPlace *= 2) {
    const most = Math.ceil(free * Math.min(perPlace, togetherPerPlace));
    const { length } = queue.claim(libraries.readyIds(), most, howManyFit);
    if (length > 0) yield* placed;
    if (length < most) return;
  }
}

/** What is known of the bytes that go over the line; no size where it is not known how many, or whether any, will. */
interface Look {
  readonly sizeBytes?: number | undefined;
  /** Whether many of them go, or come, in one request. */
  readonly isTogether?: boolean | undefined;
}

/** Looks at all entries at once, and tells of each. */
function createLook(
  due: readonly QueueEntry[],
  { contextOf }: Pick<PlacesOptions['libraries'], 'contextOf'>,
  service: RemoteCaller | undefined,
): (entry: QueueEntry) => Look {
  const byLibrary = Map.groupBy(due, ({ libraryId }) => libraryId);
  const known = new Map(
    [...byLibrary].map(([libraryId, entries]) => [libraryId, sizesOf(contextOf(libraryId), entries)]),
  );
  return ({ libraryId, key, intent }) => {
    const { sent, fetched } = known.get(libraryId) ?? {};
    switch (intent.operation) {
      case 'upload':
        return { sizeBytes: sent?.get(intent.path), isTogether: service?.takesFileWithMetadata };
      case 'download': {
        const remote = fetched?.get(key);
        // Of what a list did not tell, nobody could say whether it is what was meant: it comes by itself.
        const isTold = remote?.sha256 !== undefined && compareVersions(remote.version, intent.version) === 0;
        return { sizeBytes: remote?.sizeBytes, isTogether: isTold && service?.givesFilesTogether };
      }
      default:
        return {};
    }
  };
}

/** What is known of the files of one library that are to be sent, and of those to be fetched. */
function sizesOf(
  context: ReturnType<PlacesOptions['libraries']['contextOf']>,
  entries: readonly Pick<QueueEntry, 'key' | 'intent'>[],
) {
  const paths = entries.flatMap(({ intent }) => (intent.operation === 'upload' ? [intent.path] : []));
  const keys = entries.flatMap(({ key, intent }) => (intent.operation === 'download' ? [key] : []));
  return { sent: context?.files.sizesOf(paths), fetched: context?.trees()?.remoteOfEach(keys) };
}
