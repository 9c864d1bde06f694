import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { agreedFor, viewOfKey } from './key-view.ts';
import { createLockCheck, type IgnoredLocks, type LockCheck } from '../observe/open-locks.ts';
import { createProvenDisk } from '../observe/proven-disk.ts';
import type { LibraryDisk, Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import { createBackupCopies, type BackupCopies } from '../state/backup-copies.ts';
import { createIncomingParts, type IncomingParts } from '../state/incoming-parts.ts';
import type { Library } from '../state/libraries.ts';
import { createBoundedChanges, type BoundedChanges } from '../state/bounded-changes.ts';
import { createIgnoredLocks } from '../state/local-files.ts';
import { createLocalFiles, type LocalFiles } from '../state/local-files.ts';
import { createRereads, type Rereads } from '../state/rereads.ts';
import { createUnreadClaims } from '../state/unread-claims.ts';
import { createUnneededCopies, type UnneededCopies } from '../state/conflicts.ts';
import { createServiceTrees, type ServiceTrees } from '../state/service-trees.ts';
import type { KeyView, LocalEntry, SyncedEntry } from '../tree/entries.ts';
import { foldedPath } from '../tree/folded-path.ts';
import { createIgnoreRules, type IgnoreRules } from '../tree/ignore-rules.ts';
import { createLinksFile, type LinksFile } from './links-file.ts';
import { createTurns } from './turns.ts';

/** One library with everything the engine's parts need to work on it. */
export interface LibraryContext extends LinksFile {
  readonly library: Library;
  readonly disk: LibraryDisk;
  readonly files: LocalFiles;
  /** Longest path below the root that programs can open, in characters. */
  readonly longestPath: number;
  /** Which files are due to be read again, though nothing says that they changed. */
  readonly rereads: Rereads;
  settings(): LibrarySettings;
  /** Goes on with other settings. What they change is planned by whoever calls. */
  changeSettings(settings: LibrarySettings): void;
  ignoreRules(): IgnoreRules;
  /** The trees shared with the service that is connected now; `undefined` while none is. */
  trees(): ServiceTrees | undefined;
  /** Removals, overwrites and rollbacks with that service, and what was said about them. */
  changes(): BoundedChanges | undefined;
  /**
   * Everything the planner looks at for a key; or why it is too early to judge: a file is `unsettled` (reading it plans
   * the key again), or was just there and `mayReturn`.
   */
  view(key: ContentKeyText): KeyView | 'unsettled' | 'mayReturn';
  /**
   * What was agreed on for a key, as far as this file of it may have been made from that: what was agreed on of a file
   * that is ignored by now, or too new to be sent, says nothing of another one, as it is still there.
   */
  agreedFor(key: ContentKeyText, local: LocalEntry | undefined): SyncedEntry | undefined;
  /** The service says something else of these keys: what it did not have is asked for once more. */
  tryChangedAgain(keys: readonly ContentKeyText[]): void;
  /** A file that was not read yet and may be of this key. */
  unreadRival(key: ContentKeyText): string | undefined;
  /**
   * Since when files are missing, the longest one first, until they were looked for once more: before that they may
   * return, and their keys are not judged.
   */
  readonly missingSinceMs: Map<string, number>;
  /** Tells which drawings are open in their program; for one round of looks. */
  lockCheck(): LockCheck;
  readonly ignoredLocks: IgnoredLocks;
  /** The library's marker is known now: from here on nothing is written where it is not seen. */
  noteMarker(markerId: string): void;
  /** Paths at which downloads are about to put a new file. */
  readonly reservedPaths: Set<string>;
  /** Replaced files that are kept. */
  readonly backups: BackupCopies;
  /** Versions kept for conflicts that can be removed. */
  readonly unneeded: UnneededCopies;
  /** Downloads that are on their way or broke off. */
  readonly parts: IncomingParts;
  /** Runs what puts a file at `path`, one after the other for each path. */
  placeAt<T>(path: string, work: () => Promise<T>): Promise<T>;
  /** Everything in `work` or nothing of it. */
  transaction<T>(work: () => T): T;
}

interface ContextParts {
  readonly ports: Ports;
  readonly queue: Queue;
  /** How long a file that vanished may come back before that counts as its removal. */
  readonly absenceGraceMs: number;
  /** Within which time every file is read once more. */
  readonly rereadPeriodMs?: number | undefined;
}

export function createLibraryContext(parts: ContextParts, library: Library): LibraryContext {
  const { ports, queue, rereadPeriodMs } = parts;
  const { database } = ports;
  const { libraryId } = library;
  let { markerId } = library;
  const disk = createProvenDisk(ports.disk.library(library.root), () => markerId);
  const files = createLocalFiles(database, libraryId, rereadPeriodMs);
  const turns = createTurns();
  const linksFile = createLinksFile({ ports, libraryId, disk, files });
  const unreadClaims = createUnreadClaims(files, () => linksFile.links(), library);
  linksFile.onChange(unreadClaims.linkChanged);
  const ignoredLocks = createIgnoredLocks(database, libraryId);
  const own = {
    ...createChoices(library, ports.disk.ignoresCase),
    ...createServiceSide(ports, library),
    library,
    files,
    // One goes to what is between root and path.
    longestPath: ports.disk.longestPath - library.root.length - 1,
    missingSinceMs: new Map<string, number>(),
  };
  const ground = { ...parts, ...own };
  return {
    ...linksFile,
    ...own,
    disk,
    rereads: createRereads(database, libraryId, rereadPeriodMs),
    view: (key) => viewOfKey(ground, key),
    agreedFor: (key, local) => agreedFor(ground, key, local),
    tryChangedAgain: (keys) => queue.tryChangedAgain(libraryId, keys),
    unreadRival: (key) => unreadClaims.rivalOf(key),
    lockCheck: () => createLockCheck(disk, ports.computer, ignoredLocks),
    ignoredLocks,
    noteMarker: (id) => void (markerId = id),
    reservedPaths: new Set(),
    backups: createBackupCopies(database, libraryId),
    unneeded: createUnneededCopies(database, libraryId),
    parts: createIncomingParts(database, libraryId),
    placeAt: (path, work) => turns(foldedPath(path), work),
    transaction: (work) => database.transaction(work),
  };
}

/** What a person set for the library. */
function createChoices(library: Library, ignoresCase: boolean) {
  let { settings } = library;
  let rules = createIgnoreRules(settings.ignorePatterns, ignoresCase);
  return {
    settings: (): LibrarySettings => settings,
    ignoreRules: (): IgnoreRules => rules,
    changeSettings(next: LibrarySettings): void {
      settings = next;
      rules = createIgnoreRules(next.ignorePatterns, ignoresCase);
    },
  };
}

/** What is kept for each service by itself. */
function createServiceSide(ports: Pick<Ports, 'database' | 'connection'>, library: Library) {
  const byService = new Map<string, { readonly trees: ServiceTrees; readonly changes: BoundedChanges }>();
  const current = (): { readonly trees: ServiceTrees; readonly changes: BoundedChanges } | undefined => {
    const serviceId = ports.connection.current()?.serviceId;
    if (serviceId === undefined) return undefined;
    const known = byService.get(serviceId) ?? {
      trees: createServiceTrees(ports.database, library.libraryId, serviceId),
      changes: createBoundedChanges(ports.database, library.libraryId, serviceId),
    };
    byService.set(serviceId, known);
    return known;
  };
  return { trees: () => current()?.trees, changes: () => current()?.changes };
}
