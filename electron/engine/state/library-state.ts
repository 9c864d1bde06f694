import { AppError } from '../../../shared/errors/app-error.ts';
import type { LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import type { Database, Ports } from '../ports.ts';
import { createIgnoreRules, type IgnoreRules } from '../tree/ignore-rules.ts';
import { createBackupCopies, type BackupCopies } from './backup-copies.ts';
import { createBoundedChanges, type BoundedChanges } from './bounded-changes.ts';
import { createUnneededCopies, type UnneededCopies } from './conflicts.ts';
import { createCountedDays, type CountedDays } from './counted-days.ts';
import { createIncomingParts, type IncomingParts } from './incoming-parts.ts';
import type { Library } from './libraries.ts';
import { createLocalFiles, type LocalFiles } from './local-files.ts';
import { createRereads, type Rereads } from './rereads.ts';
import { createServiceTrees, type ServiceTrees } from './service-trees.ts';

/** What the state keeps of one library's own side. */
export interface LibraryRecords {
  readonly library: Library;
  readonly files: LocalFiles;
  /** Which files are due to be read again, though nothing says that they changed. */
  readonly rereads: Rereads;
  /** Everything in `work` or nothing of it. */
  transaction<T>(work: () => T): T;
}

/** @param rereadPeriodMs within which time every file is read once more */
export function createLibraryRecords(database: Database, library: Library, rereadPeriodMs?: number): LibraryRecords {
  return {
    library,
    files: createLocalFiles(database, library.libraryId, rereadPeriodMs),
    rereads: createRereads(database, library.libraryId, rereadPeriodMs),
    transaction: (work) => database.transaction(work),
  };
}

/** What a person set for a library. */
export interface LibraryChoices {
  settings(): LibrarySettings;
  /** Goes on with other settings. What they change is planned by whoever calls. */
  changeSettings(settings: LibrarySettings): void;
  ignoreRules(): IgnoreRules;
}

export function createLibraryChoices(settings: LibrarySettings, ignoresCase: boolean): LibraryChoices {
  let current = settings;
  let rules = createIgnoreRules(settings.ignorePatterns, ignoresCase);
  return {
    settings: () => current,
    ignoreRules: () => rules,
    changeSettings(next) {
      current = next;
      rules = createIgnoreRules(next.ignorePatterns, ignoresCase);
    },
  };
}

/** What a library shares with the service that is connected now; `undefined` while none is. */
export interface ServiceSide {
  /** What the service has, and what both agreed on. */
  readonly trees: () => ServiceTrees | undefined;
  /** Removals, overwrites and rollbacks with that service, and what was said about them. */
  readonly changes: () => BoundedChanges | undefined;
}

/** @throws AppError `not-connected` */
export function treesOf({ trees }: ServiceSide): ServiceTrees {
  const shared = trees();
  if (!shared) throw new AppError('not-connected');
  return shared;
}

/** Keeps for each service by itself what a library shares with it. */
export function createServiceSide(ports: Pick<Ports, 'database' | 'connection'>, libraryId: string): ServiceSide {
  const sharedWith = (serviceId: string) => ({
    trees: createServiceTrees(ports.database, libraryId, serviceId),
    changes: createBoundedChanges(ports.database, libraryId, serviceId),
  });
  const byService = new Map<string, ReturnType<typeof sharedWith>>();
  const current = () => {
    const serviceId = ports.connection.current()?.serviceId;
    if (serviceId === undefined) return undefined;
    const known = byService.get(serviceId) ?? sharedWith(serviceId);
    byService.set(serviceId, known);
    return known;
  };
  return { trees: () => current()?.trees, changes: () => current()?.changes };
}

/** What the app itself put into a library, next to the files of a person. */
export interface KeptCopies {
  /** Replaced files that are kept. */
  readonly backups: BackupCopies;
  /** Versions kept for conflicts that can be removed. */
  readonly unneeded: UnneededCopies;
  /** Downloads that are on their way or broke off. */
  readonly parts: IncomingParts;
  /** For how long they have been there. */
  readonly days: CountedDays;
}

export function createKeptCopies(database: Database, libraryId: string): KeptCopies {
  return {
    backups: createBackupCopies(database, libraryId),
    unneeded: createUnneededCopies(database, libraryId),
    parts: createIncomingParts(database, libraryId),
    days: createCountedDays(database),
  };
}
