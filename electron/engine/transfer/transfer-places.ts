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
 * Takes as many entries out of the queue as there are places for.
 * @param limit how many places there are
 * @param running what has its place already
 */
export function claimPlaces(
  { ports, queue, libraries }: PlacesOptions,
  limit: number,
  running: Iterable<Pick<PlacedEntry, 'places'>>,
): PlacedEntry[] {
  const service = ports.connection.current()?.service;
  // Where one file is wanted, it is one; and a service with limits is not asked more at once than is known to be safe.
  const isShared = limit > 1 && !service?.limitsRequests?.();
  let free = limit;
  for (const { places } of running) free -= places;
  const looked: PlacedEntry[] = [];
  const fits = (entry: QueueEntry): boolean => {
    const { sizeBytes = Infinity, isTogether } = lookAt(entry, libraries.contextOf(entry.libraryId), service);
    const places = !isShared || sizeBytes > smallBytes ? 1 : 1 / (isTogether ? togetherPerPlace : smallPerPlace);
    looked.push({ entry, places });
    free -= places;
    return free >= 0;
  };
  const claimed = queue.claim(libraries.readyIds(), Math.floor(free * togetherPerPlace), fits);
  return looked.slice(0, claimed.length);
}

/** What is known of the bytes that go over the line; no size where it is not known how many, or whether any, will. */
interface Look {
  readonly sizeBytes?: number | undefined;
  /** Whether many of them go, or come, in one request. */
  readonly isTogether?: boolean | undefined;
}

function lookAt(
  { key, intent }: QueueEntry,
  context: ReturnType<PlacesOptions['libraries']['contextOf']>,
  service: RemoteCaller | undefined,
): Look {
  switch (intent.operation) {
    case 'upload':
      return { sizeBytes: context?.files.sizeOf(intent.path), isTogether: service?.takesFileWithMetadata };
    case 'download': {
      const remote = context?.trees()?.remote(key);
      // Of what a list did not tell, nobody could say whether it is what was meant: it comes by itself.
      const isTold = remote?.sha256 !== undefined && compareVersions(remote.version, intent.version) === 0;
      return { sizeBytes: remote?.sizeBytes, isTogether: isTold && service?.givesFilesTogether };
    }
    default:
      return {};
  }
}
