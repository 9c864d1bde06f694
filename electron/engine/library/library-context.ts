import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import type { LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { freshPath } from './target-path.ts';
import { createLockCheck, type IgnoredLocks, type LockCheck } from '../observe/open-locks.ts';
import { createProvenDisk } from '../observe/proven-disk.ts';
import { belongingFor } from '../judge/belonging.ts';
import { isRolledBack } from '../judge/rolled-back.ts';
import type { LibraryDisk, Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import { createBackupCopies, type BackupCopies } from '../state/backup-copies.ts';
import { createIncomingParts, type IncomingParts } from '../state/incoming-parts.ts';
import type { Library } from '../state/libraries.ts';
import { isOnlyLibrary, readLibraryClaims } from '../state/library-claims.ts';
import { createBoundedChanges, type BoundedChanges } from '../state/bounded-changes.ts';
import { createIgnoredLocks } from '../state/ignored-locks.ts';
import { createLocalFiles, type LocalFiles } from '../state/local-files.ts';
import { createRereads, type Rereads } from '../state/rereads.ts';
import { createUnreadClaims } from '../state/unread-claims.ts';
import { createUnneededCopies, type UnneededCopies } from '../state/unneeded-copies.ts';
import { createServiceTrees, type ServiceTrees } from '../state/service-trees.ts';
import type { Belonging, KeyView, LocalEntry, SyncedEntry } from '../tree/entries.ts';
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
  /** Versions kept beside files in conflict that are to be removed. */
  readonly unneeded: UnneededCopies;
  /** Downloads that are on their way or broke off. */
  readonly parts: IncomingParts;
  /** Runs what puts a file at `path`, one after the other for each path. */
  placeAt<T>(path: string, work: () => Promise<T>): Promise<T>;
  /** Everything in `work` or nothing of it. */
  transaction<T>(work: () => T): T;
}

/**
 * @param absenceGraceMs how long a file that vanished may come back before that counts as its removal
 * @param rereadPeriodMs within which time every file is read once more
 */
export function createLibraryContext(
  ports: Ports,
  queue: Queue,
  library: Library,
  absenceGraceMs: () => number,
  rereadPeriodMs?: number,
): LibraryContext {
  let { markerId } = library;
  const disk = createProvenDisk(ports.disk.library(library.root), () => markerId);
  const files = createLocalFiles(ports.database, library.libraryId, rereadPeriodMs);
  const turns = createTurns();
  const treesByService = new Map<string, { readonly trees: ServiceTrees; readonly changes: BoundedChanges }>();
  const linksFile = createLinksFile({
    ports,
    libraryId: library.libraryId,
    disk,
    files,
    onLinkChanged: (path) => unreadClaims.linkChanged(path),
  });
  const unreadClaims = createUnreadClaims(files, () => linksFile.links(), library);
  const ignoredLocks = createIgnoredLocks(ports.database, library.libraryId);
  // One goes to what stands between root and path.
  const longestPath = ports.disk.longestPath - library.root.length - 1;
  const missingSinceMs = new Map<string, number>();
  let settings = library.settings;
  let ignoreRules = createIgnoreRules(settings.ignorePatterns, ports.disk.ignoresCase);

  const withService = (): { readonly trees: ServiceTrees; readonly changes: BoundedChanges } | undefined => {
    const serviceId = ports.connection.current()?.serviceId;
    if (serviceId === undefined) return undefined;
    const known = treesByService.get(serviceId) ?? {
      trees: createServiceTrees(ports.database, library.libraryId, serviceId),
      changes: createBoundedChanges(ports.database, library.libraryId, serviceId),
    };
    treesByService.set(serviceId, known);
    return known;
  };
  const trees = (): ServiceTrees | undefined => withService()?.trees;
  const changes = (): BoundedChanges | undefined => withService()?.changes;

  function restoredAt(key: ContentKeyText): string | undefined {
    const removal = changes()?.get(key, 'removal');
    return removal?.standing === 'restored' ? removal.path : undefined;
  }

  function agreedFor(key: ContentKeyText, local: LocalEntry | undefined): SyncedEntry | undefined {
    const synced = trees()?.synced(key);
    if (!synced || !local || local.path === synced.path || local.sha256 === synced.sha256) return synced;
    // Nobody decided that: its program saved it so that the library cannot send it any more.
    const hasLeft = files.get(synced.path)?.missing === 'newerProgram';
    return hasLeft || ignoreRules.ignoresFile(synced.path) ? undefined : synced;
  }

  /** What the planner looks at of a file that is not as agreed. */
  function viewOfChange(
    key: ContentKeyText,
    shared: ServiceTrees,
    local: LocalEntry | undefined,
    synced: SyncedEntry | undefined,
  ): Pick<KeyView, 'isRolledBack' | 'takesTheirs'> {
    if (!local || !synced || local.sha256 === synced.sha256) return {};
    const answered = changes()?.get(key, 'rollback');
    const isEarlier = shared.earlierVersion(key, local.sha256) !== undefined;
    return {
      isRolledBack: isRolledBack(files.get(local.path) ?? {}, synced, isEarlier),
      takesTheirs: answered?.standing === 'restored' && answered.sha256 === local.sha256,
    };
  }

  /** Whether the file of a key that is not here would stand, or stood, where the library ignores what is there. */
  function isPlaceIgnored(key: ContentKeyText, shared: ServiceTrees): boolean {
    if (ignoreRules.isEmpty) return false;
    const stood = shared.synced(key)?.path;
    if (stood !== undefined) return ignoreRules.ignoresFile(stood);
    const [remote, parsed] = [shared.remote(key), parseContentKey(key)];
    if (!remote || !parsed.ok) return false;
    return ignoreRules.ignoresFile(freshPath(parsed.value, remote, longestPath, () => false));
  }

  /** Asked only about what would be fetched: the claims of all libraries have to be read for it. */
  function belongingOf(key: ContentKeyText, shared: ServiceTrees): Belonging {
    if (!shared.remote(key) || shared.synced(key)) return 'here';
    if (settings.fetch === 'everything' && isOnlyLibrary(ports.database)) return 'here';
    return belongingFor(library.libraryId, readLibraryClaims(ports.database, key, shared.serviceId));
  }

  return {
    ...linksFile,

    library,
    disk,
    files,
    longestPath,
    rereads: createRereads(ports.database, library.libraryId, rereadPeriodMs),
    trees,
    changes,

    settings: () => settings,

    changeSettings(next) {
      settings = next;
      ignoreRules = createIgnoreRules(next.ignorePatterns, ports.disk.ignoresCase);
    },

    ignoreRules: () => ignoreRules,

    view(key) {
      const shared = trees();
      const [longestMs = Infinity] = missingSinceMs.values();
      const claimants = files.claimants(key, Math.min(ports.clock.now() - absenceGraceMs(), longestMs - 1));
      if (!shared || claimants.unsettled) return 'unsettled';
      if (claimants.mayReturn) return 'mayReturn';
      const synced = agreedFor(key, claimants.settled[0]);
      return {
        key,
        locals: claimants.settled,
        remote: shared.remote(key),
        synced,
        ...viewOfChange(key, shared, claimants.settled[0], synced),
        conflict: shared.conflict(key),
        sent: shared.sent(key),
        fetchedElsewhere: claimants.settled.some(
          ({ fetchedFrom = shared.serviceId }) => fetchedFrom !== shared.serviceId,
        ),
        ...(claimants.settled.length === 0
          ? {
              restoreAt: restoredAt(key),
              removal: shared.removal(key),
              placeIgnored: isPlaceIgnored(key, shared),
              belonging: belongingOf(key, shared),
              hasOtherKey: synced && files.hasOtherKey(synced.path, key),
            }
          : {}),
        ...(settings.upload === 'onPublish' ? { publishing: queue.publishing(library.libraryId, key) } : {}),
      };
    },

    agreedFor,

    tryChangedAgain: (keys) => queue.tryChangedAgain(library.libraryId, keys),

    unreadRival: (key) => unreadClaims.rivalOf(key),

    missingSinceMs,

    lockCheck: () => createLockCheck(disk, ports.computer, ignoredLocks),

    ignoredLocks,

    noteMarker: (id) => void (markerId = id),

    reservedPaths: new Set(),

    backups: createBackupCopies(ports.database, library.libraryId),

    unneeded: createUnneededCopies(ports.database, library.libraryId),

    parts: createIncomingParts(ports.database, library.libraryId),

    placeAt: (path, work) => turns(foldedPath(path), work),

    transaction: (work) => ports.database.transaction(work),
  };
}
