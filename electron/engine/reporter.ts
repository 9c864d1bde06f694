import type { AppError } from '../../shared/errors/app-error.ts';
import { formatVersion } from '../../shared/model/version.ts';
import type { ActivityRecord } from '../../shared/rpc/activity-records.ts';
import type { EventHub } from './event-hub.ts';
import type { LibraryContext } from './library/library-context.ts';
import type { Clock } from './ports.ts';
import type { QueueEntry } from './queue/queue-entry.ts';
import { createSignal } from './library/signal.ts';
import type { ActivityLog } from './state/activity-log.ts';
import { fileIdOf } from './state/file-records.ts';
import type { Outcome } from './transfer/running-entry.ts';
import { nameOf } from './tree/folder-of.ts';

/** Status is told at most this often: it is a summary, and reading it costs. */
const statusEveryMs = 100;

interface ReporterOptions {
  readonly clock: Clock;
  readonly events: EventHub;
  readonly activity: ActivityLog;
  readonly context: (libraryId: string) => LibraryContext | undefined;
}

type NewActivity = Omit<ActivityRecord, 'activityId' | 'atMs'>;

/** Tells whoever listens what happens in the engine, in the words people use for it. */
export function createReporter({ clock, events, activity, context }: ReporterOptions) {
  const status = createStatusNews(clock);

  function filesChanged(libraryId: string, paths: readonly string[]): void {
    if (paths.length > 0) events.emit({ kind: 'files', fileIds: paths.map((path) => fileIdOf(libraryId, path)) });
    status.changed();
  }

  /** @returns tells of what was written, once it is kept */
  function write(libraryId: string | undefined, record: NewActivity): () => void {
    const entry = activity.add(libraryId, { ...record, atMs: clock.now() });
    return () => events.emit({ kind: 'activity', entry });
  }

  const tell = (libraryId: string | undefined, record: NewActivity): void => write(libraryId, record)();

  /** What a person calls the subject of an entry: the file's name, else its key. */
  const titleOf = (entry: QueueEntry): string => {
    const [path] = pathsOf(entry, context(entry.libraryId));
    return path === undefined ? entry.key : nameOf(path);
  };

  return {
    statusChanged: status.changed,
    onStatusChange: status.listen,
    close: status.close,
    filesChanged,
    titleOf,

    /** What is said of every file depends on something that changed. */
    everyFileChanged(): void {
      events.emit({ kind: 'files', fileIds: [] });
      status.changed();
    },

    tell,

    queueChanged(): void {
      events.emit({ kind: 'queue' });
      status.changed();
    },

    progress({ libraryId, entryId }: QueueEntry, path: string | undefined, progress: number): void {
      if (path !== undefined) events.emit({ kind: 'progress', fileId: fileIdOf(libraryId, path), entryId, progress });
    },

    failure(entry: QueueEntry, error: AppError): void {
      tell(entry.libraryId, { kind: 'failed', title: titleOf(entry), key: entry.key, error: error.toRecord() });
      filesChanged(entry.libraryId, pathsOf(entry, context(entry.libraryId)));
    },

    /** Writes what came of an entry to the history. @returns tells of it, once it is kept */
    outcome: (entry: QueueEntry, outcome: Outcome): (() => void) => {
      const { kind } = outcome;
      const told = kind !== 'quiet' && write(entry.libraryId, { kind, ...recordOf(entry, outcome, titleOf(entry)) });
      return () => {
        filesChanged(entry.libraryId, outcome.path === undefined ? [] : [outcome.path]);
        if (told) told();
      };
    },
  };
}

export type Reporter = ReturnType<typeof createReporter>;

/** That anything `status` shows may have changed, told now and then. */
function createStatusNews(clock: Clock) {
  const { tell, listen } = createSignal<void>();
  let cancel: (() => void) | undefined;
  let closed = false;
  return {
    listen,
    changed: (): void => {
      if (closed) return;
      cancel ??= clock.after(statusEveryMs, () => {
        cancel = undefined;
        tell();
      });
    },
    close: (): void => {
      closed = true;
      cancel?.();
    },
  };
}

function pathsOf({ intent, key }: QueueEntry, context: LibraryContext | undefined): string[] {
  if ('path' in intent) return [intent.path];
  const paths = context?.files.claimants(key, Infinity).settled.map((file) => file.path) ?? [];
  const remote = context?.trees()?.remote(key);
  return paths.length > 0 || !remote ? paths : [`${remote.baseFilename}.${remote.fileExtension}`];
}

function recordOf({ key }: QueueEntry, { path, version, comment }: Outcome, title: string): Omit<NewActivity, 'kind'> {
  return {
    title: path === undefined ? title : nameOf(path),
    key,
    version: version && formatVersion(version),
    comment: comment === '' ? undefined : comment,
  };
}
