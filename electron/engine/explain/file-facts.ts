import type { Program } from '../../../shared/model/program.ts';
import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { Verdict } from '../judge/verdict.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { LibraryFacts } from '../library/library-facts.ts';
import { createBoundedChanges, type BoundedChange } from '../state/bounded-changes.ts';
import { createLastStops, type LastStop } from '../state/settings-store.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { FoundConflict } from '../state/conflicts.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import type { AgreedEntry } from '../state/synced-tree.ts';
import type { SomePaths } from '../state/local-rows.ts';
import type { Clock, Database } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { FileList } from '../state/file-list.ts';
import { readOtherPlace, type Library } from '../state/libraries.ts';
import { createLinksMemory } from '../state/links-memory.ts';
import { createLocalFiles } from '../state/local-files.ts';
import { createServiceTrees, type ServiceTrees } from '../state/service-trees.ts';
import { createUnreadClaims, type UnreadClaims } from '../state/unread-claims.ts';

/** Everything that decides why a file of a library stands as it does. */
export interface FileFacts {
  readonly libraryName: string;
  /** Those that the library declares. */
  readonly programs: readonly Program[];
  readonly scannedAtMs?: number | undefined;
  /** When the service last answered for this library. */
  readonly confirmedAtMs?: number | undefined;
  readonly hasService: boolean;
  /** What only an engine that runs for the library knows. */
  readonly live?: LibraryFacts | undefined;
  readonly isPaused?: boolean | undefined;
  /** What stopped the library when an engine ran for it last. */
  readonly stopped?: LastStop | undefined;
  /** What the last engine did not get through by, where none runs. */
  readonly cutOff?: LastStop | undefined;
  readonly file: LocalFile;
  readonly verdict: Verdict;
  readonly row: FileRecord;
  /** Other files that claim the same content key: the first of them, and how many there are. */
  readonly rivals: () => SomePaths;
  /** Another file that was not read yet and may be of the same key. */
  readonly unreadRival: () => string | undefined;
  /** Where a file of the same key stands in another library. */
  readonly otherPlace: () => { readonly library: string; readonly path: string } | undefined;
  readonly synced?: AgreedEntry | undefined;
  /** Whether the service has, or may have, its last bytes besides those agreed on. */
  readonly isKnownThere: () => boolean;
  readonly remote?: RemoteItem | undefined;
  readonly conflict?: FoundConflict | undefined;
  /** What is to be done with it together with many others. */
  readonly change?: BoundedChange | undefined;
  readonly transfer?: QueuedFacts | undefined;
  readonly release?: QueuedFacts | undefined;
}

export interface QueuedFacts {
  readonly entry: QueueEntry;
  /** How many entries go before it. */
  readonly ahead: () => number;
}

/** A sentence names so many other files; a library may have thousands with one key. */
const namedRivals = 3;

export interface ExplainerParts {
  readonly database: Database;
  readonly queue: Queue;
  readonly fileList: FileList;
  /** Whether names that differ in case only are the same file. */
  readonly ignoresCase: boolean;
  readonly clock: Pick<Clock, 'now' | 'steadyMs'>;
  readonly serviceId: () => string | undefined;
  /** How a library stands in the engine that runs for it; `undefined` where none does. */
  readonly live: (libraryId: string, path: string) => LibraryFacts | undefined;
}

/** Reads what there is to know of a file, from the state and from the engine that runs for its library. */
export function createFactsReader(
  parts: ExplainerParts,
): (library: Library, path: string, once: ReadOnce) => FileFacts | undefined {
  const { database, queue, fileList, clock } = parts;
  const lastStops = createLastStops(database);

  const queuedFacts = (entry: QueueEntry | undefined, { ahead }: ReadOnce): QueuedFacts | undefined =>
    entry && {
      // The queue waits by the steady clock; people look at the computer's.
      entry: { ...entry, nextTryMs: clock.now() + entry.nextTryMs - clock.steadyMs() },
      ahead: () => ahead(entry.entryId),
    };

  return (library, path, once) => {
    const { libraryId } = library;
    const serviceId = parts.serviceId();
    const files = createLocalFiles(database, libraryId);
    const file = files.get(path);
    const row = fileList.get('en', libraryId, path);
    if (!file || !row) return undefined;
    const trees = serviceId === undefined ? undefined : createServiceTrees(database, libraryId, serviceId);
    const live = parts.live(libraryId, path);
    const changes = serviceId === undefined ? undefined : createBoundedChanges(database, libraryId, serviceId);
    const { key } = file;
    return {
      libraryName: library.name,
      programs: library.programs,
      scannedAtMs: live?.scannedAtMs ?? library.lastScanMs,
      confirmedAtMs: trees && key && trees.confirmedMs(key, clock.now()),
      hasService: serviceId !== undefined,
      stopped: live ? undefined : lastStops.library(libraryId),
      cutOff: live ? undefined : lastStops.connection(),
      live,
      isPaused: library.settings.isPaused,
      file,
      verdict: fileList.verdict(libraryId, path) ?? notJudged(file),
      row,
      rivals: () => (key === undefined ? { paths: [], count: 0 } : files.rivalsOf(key, path, namedRivals)),
      unreadRival: () => key && once.claims(library).rivalOf(key),
      otherPlace: () => key && readOtherPlace(database, libraryId, key),
      synced: key && trees?.synced(key),
      isKnownThere: () => isKnownThere(trees, file),
      remote: key && trees?.remote(key),
      conflict: key && trees?.conflict(key),
      change: key && changes?.ofFile(key, file.goneSinceMs !== undefined),
      transfer: key && queuedFacts(queue.transferOf(libraryId, key), once),
      release: key && queuedFacts(queue.releaseOf(libraryId, key), once),
    };
  };
}

/** Whether the service has, or may have, the last bytes of a file besides those agreed on. */
function isKnownThere(trees: ServiceTrees | undefined, { key, sha256 }: LocalFile): boolean {
  if (!trees || key === undefined || sha256 === undefined) return false;
  const isNewest = trees.remote(key)?.sha256 === sha256;
  return isNewest || trees.sent(key).has(sha256) || trees.earlierVersion(key, sha256) !== undefined;
}

/** What an engine that was killed found and did not judge any more. */
function notJudged({ settled }: LocalFile): Verdict {
  return settled ? { kind: 'undecided' } : { kind: 'unread' };
}

/** What is not of one file: for one question it is read when it matters, and then once. */
export interface ReadOnce {
  readonly knownPath: (library: Library, path: string) => string | undefined;
  /** What the unread files of a library may be. */
  readonly claims: (library: Library) => UnreadClaims;
  /** How many transfers go before one that waits for its turn. */
  readonly ahead: (entryId: number) => number;
}

export function readOnce({
  database,
  queue,
  ignoresCase,
}: Pick<ExplainerParts, 'database' | 'queue' | 'ignoresCase'>): ReadOnce {
  const knownPaths = oncePerLibrary(({ libraryId }) =>
    createLocalFiles(database, libraryId).knownPaths({ ignoresCase }),
  );
  let places: ReadonlyMap<number, number> | undefined;
  return {
    knownPath: (library, path) => knownPaths(library)(path),
    claims: oncePerLibrary(({ libraryId, ...defaults }) => {
      const links = createLinksMemory(database, libraryId).read();
      return createUnreadClaims(createLocalFiles(database, libraryId), () => links, defaults);
    }),
    ahead(entryId) {
      places ??= new Map(queue.transfersInTurn().map((inTurn, place) => [inTurn, place]));
      return places.get(entryId) ?? 0;
    },
  };
}

function oncePerLibrary<T>(read: (library: Library) => T): (library: Library) => T {
  const known = new Map<string, T>();
  return (library) => {
    const found = known.get(library.libraryId) ?? read(library);
    known.set(library.libraryId, found);
    return found;
  };
}
