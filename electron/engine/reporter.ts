import type { AppError } from '../../shared/errors/app-error.ts';
import { formatVersion } from '../../shared/model/version.ts';
import type { ActivityRecord } from '../../shared/rpc/activity-records.ts';
import type { Clock } from './ports.ts';
import type { QueueEntry } from './queue/queue-entry.ts';
import type { ActivityLog } from './state/activity-log.ts';
import type { BackupCopy } from './state/backup-copies.ts';
import type { Library } from './state/libraries.ts';
import { fileIdOf } from './state/file-records.ts';
import type { EventHub } from './event-hub.ts';
import type { LeftLine, TracelessChange } from './observe/file-reading.ts';
import type { LocalFile } from './state/local-file.ts';
import type { LibraryContext } from './library/library-context.ts';
import type { KeyNews } from './cycle/step-taker.ts';
import type { Outcome } from './transfer/running-entry.ts';

/** Status is told at most this often: it is a summary, and reading it costs. */
const statusEveryMs = 100;

/** More news of one kind than this become one entry: they would bury what else happened. */
const toldSingly = 20;

const newsKinds: readonly KeyNews['kind'][] = ['adopted', 'relinked', 'removedHere', 'foundChanged', 'leftLine'];

/** Tells whoever listens what happens in the engine, in the words people use for it. */
export function createReporter(options: {
  readonly clock: Clock;
  readonly events: EventHub;
  readonly activity: ActivityLog;
  readonly context: (libraryId: string) => LibraryContext | undefined;
}) {
  const { clock, events, activity } = options;
  const statusListeners = new Set<() => void>();
  let cancelStatus: (() => void) | undefined;
  let closed = false;

  const statusChanged = (): void => {
    if (closed) return;
    cancelStatus ??= clock.after(statusEveryMs, () => {
      cancelStatus = undefined;
      for (const listener of [...statusListeners]) listener();
    });
  };

  const filesChanged = (libraryId: string, paths: readonly string[]): void => {
    const fileIds = paths.map((path) => fileIdOf(libraryId, path));
    if (fileIds.length > 0) events.emit({ kind: 'files', fileIds });
    statusChanged();
  };

  /** What is said of every file depends on something that changed. */
  const everyFileChanged = (): void => {
    events.emit({ kind: 'files', fileIds: [] });
    statusChanged();
  };

  /** @returns tells of what was written, once it is kept */
  const write = (libraryId: string | undefined, record: Omit<ActivityRecord, 'activityId' | 'atMs'>): (() => void) => {
    const entry = activity.add(libraryId, { ...record, atMs: clock.now() });
    return () => events.emit({ kind: 'activity', entry });
  };

  const tell = (libraryId: string | undefined, record: Omit<ActivityRecord, 'activityId' | 'atMs'>): void =>
    write(libraryId, record)();

  /** What a person calls the subject of an entry: the file's name, else its key. */
  const titleOf = (entry: QueueEntry): string => {
    const [path] = pathsOf(entry);
    return path === undefined ? entry.key : nameOf(path);
  };

  function pathsOf(entry: QueueEntry): string[] {
    if ('path' in entry.intent) return [entry.intent.path];
    const context = options.context(entry.libraryId);
    const claimants = context?.files.claimants(entry.key, Infinity).settled.map((file) => file.path) ?? [];
    const remote = context?.trees()?.remote(entry.key);
    return claimants.length > 0 || !remote ? claimants : [`${remote.baseFilename}.${remote.fileExtension}`];
  }

  /** Files about which something became known; many of a kind are told together. */
  function keyNews({ libraryId, name }: Library, news: readonly KeyNews[]): void {
    for (const kind of newsKinds) {
      const ofKind = news.filter((item) => item.kind === kind);
      if (ofKind.length > toldSingly) tell(libraryId, { kind, title: name, count: ofKind.length });
      else
        for (const item of ofKind) {
          const version = item.version && formatVersion(item.version);
          tell(libraryId, { kind, title: nameOf(item.path), key: item.key, version });
        }
    }
  }

  return {
    statusChanged,
    filesChanged,
    everyFileChanged,
    tell,
    titleOf,

    onStatusChange: (listener: () => void): (() => void) => {
      statusListeners.add(listener);
      return () => statusListeners.delete(listener);
    },

    keyNews,

    /** Files whose bytes changed and nothing else about them. */
    traceless: (context: LibraryContext, found: readonly TracelessChange[]): void => {
      const news = found.map(({ path, key }): KeyNews => {
        return { kind: 'foundChanged', path, key, version: context.trees()?.synced(key)?.version };
      });
      keyNews(context.library, news);
    },

    /** Files whose class or program changed; told with the key they had and the last version under that. */
    leftLine: (context: LibraryContext, left: readonly LeftLine[]): void => {
      const news = left.map(({ path, from }): KeyNews => {
        return { kind: 'leftLine', path, key: from, version: context.trees()?.synced(from)?.version };
      });
      keyNews(context.library, news);
    },

    /** Somebody saved into a file after it was replaced. */
    savedLate: ({ libraryId }: Library, { path, key }: BackupCopy): void => {
      tell(libraryId, { kind: 'savedLate', title: nameOf(path), key });
      filesChanged(libraryId, [path]);
    },

    /** A file cannot be read any more; told with the version that has the bytes which were read of it before. */
    unreadable: (context: LibraryContext, { path, key, sha256 }: LocalFile): void => {
      const { libraryId } = context.library;
      const synced = key === undefined ? undefined : context.trees()?.synced(key);
      const version = synced?.sha256 === sha256 ? synced?.version : undefined;
      const title = nameOf(path);
      tell(libraryId, { kind: 'foundUnreadable', title, key, version: version && formatVersion(version) });
      filesChanged(libraryId, [path]);
    },

    queueChanged: (): void => {
      events.emit({ kind: 'queue' });
      statusChanged();
    },

    progress: (entry: QueueEntry, path: string | undefined, progress: number): void => {
      if (path === undefined) return;
      events.emit({ kind: 'progress', fileId: fileIdOf(entry.libraryId, path), entryId: entry.entryId, progress });
    },

    /** Writes what came of an entry to the history. @returns tells of it, once it is kept */
    outcome: (entry: QueueEntry, outcome: Outcome): (() => void) => {
      const changed = (): void => filesChanged(entry.libraryId, outcome.path === undefined ? [] : [outcome.path]);
      if (outcome.kind === 'quiet') return changed;
      const told = write(entry.libraryId, {
        kind: outcome.kind,
        title: outcome.path === undefined ? titleOf(entry) : nameOf(outcome.path),
        key: entry.key,
        version: outcome.version && formatVersion(outcome.version),
        comment: outcome.comment === '' ? undefined : outcome.comment,
      });
      return () => {
        changed();
        told();
      };
    },

    failure: (entry: QueueEntry, error: AppError): void => {
      tell(entry.libraryId, { kind: 'failed', title: titleOf(entry), key: entry.key, error: error.toRecord() });
      filesChanged(entry.libraryId, pathsOf(entry));
    },

    close: (): void => {
      closed = true;
      cancelStatus?.();
    },
  };
}

export type Reporter = ReturnType<typeof createReporter>;

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
