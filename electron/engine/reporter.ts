import type { AppError } from '../../shared/errors/app-error.ts';
import { formatVersion } from '../../shared/model/version.ts';
import type { ActivityRecord } from '../../shared/rpc/activity-records.ts';
import type { EventHub } from './event-hub.ts';
import type { Clock } from './ports.ts';
import type { QueueEntry } from './queue/queue-entry.ts';
import { createSignal } from '../../shared/model/signal.ts';
import type { ActivityLog } from './state/activity-log.ts';
import { fileIdOf, nameOf } from './tree/paths.ts';
import type { Outcome } from './transfer/running-entry.ts';
import type { WorkProgressReader } from './work-progress.ts';
import type { LibraryRecords, ServiceSide } from './state/library-state.ts';

/** Status is told at most this often: it is a summary. */
const statusEveryMs = 100;
/** To read it takes longer the more files there are: it takes at most this part of the time. */
const statusShare = 0.1;
const workEveryMs = 250;

interface ReporterOptions {
  readonly clock: Clock;
  readonly events: EventHub;
  readonly activity: ActivityLog;
  readonly work: WorkProgressReader;
  readonly context: (libraryId: string) => (LibraryRecords & ServiceSide) | undefined;
}

type NewActivity = Omit<ActivityRecord, 'activityId' | 'libraryId' | 'atMs'>;

/** Tells whoever listens what happens in the engine, in the words people use for it. */
export function createReporter({ clock, events, activity, work, context }: ReporterOptions) {
  const { statusChanged, onStatusChange, close } = createSummaries(clock, events, work);

  function filesChanged(libraryId: string, paths: readonly string[]): void {
    if (paths.length > 0) events.emit({ kind: 'files', fileIds: paths.map((path) => fileIdOf(libraryId, path)) });
    statusChanged();
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
    statusChanged,
    onStatusChange,
    close,
    filesChanged,
    titleOf,

    /** What is said of every file depends on something that changed. */
    everyFileChanged(): void {
      events.emit({ kind: 'files', fileIds: [] });
      statusChanged();
    },

    tell,

    queueChanged(): void {
      events.emit({ kind: 'queue' });
      statusChanged();
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
      const told = kind !== 'quiet' && write(entry.libraryId, { kind, ...recordOf(entry, outcome, titleOf) });
      return () => {
        if (outcome.movedBytes !== undefined) work.noteTransferred(outcome.movedBytes);
        filesChanged(entry.libraryId, outcome.path === undefined ? [] : [outcome.path]);
        if (told) told();
      };
    },
  };
}

export type Reporter = ReturnType<typeof createReporter>;

/** What is told of everything together, now and then: how it stands, and how far the work is. */
function createSummaries(clock: Clock, events: EventHub, work: WorkProgressReader) {
  const status = createPacedNews(clock, statusEveryMs);
  const workNews = createPacedNews(clock, workEveryMs);
  workNews.listen(createWorkTeller(events, work));
  return {
    onStatusChange: status.listen,
    statusChanged: (): void => {
      status.changed();
      workNews.changed();
    },
    close: (): void => {
      status.close();
      workNews.close();
    },
  };
}

/** That something may have changed, told now and then: as seldom as it costs much to those who listen. */
function createPacedNews(clock: Clock, everyMs: number) {
  const { tell, listen } = createSignal<void>();
  let cancel: (() => void) | undefined;
  let closed = false;
  let notBeforeMs = -Infinity;

  function tellNow(): void {
    cancel = undefined;
    const beganMs = clock.steadyMs();
    tell();
    const endedMs = clock.steadyMs();
    notBeforeMs = endedMs + (endedMs - beganMs) / statusShare;
  }

  return {
    listen,
    changed: (): void => {
      if (closed) return;
      cancel ??= clock.after(Math.max(everyMs, notBeforeMs - clock.steadyMs()), tellNow);
    },
    close: (): void => {
      closed = true;
      cancel?.();
    },
  };
}

/** Tells how far the work is, and once that there is no more. */
function createWorkTeller(events: EventHub, work: WorkProgressReader): () => void {
  let wasWorking = false;
  return () => {
    const now = work.now();
    if (now || wasWorking) events.emit({ kind: 'work', work: now });
    wasWorking = now !== undefined;
  };
}

function pathsOf({ intent, key }: QueueEntry, context: (LibraryRecords & ServiceSide) | undefined): string[] {
  if ('path' in intent) return [intent.path];
  const paths = context?.files.claimants(key, Infinity).settled.map((file) => file.path) ?? [];
  const remote = context?.trees()?.remote(key);
  return paths.length > 0 || !remote ? paths : [`${remote.baseFilename}.${remote.fileExtension}`];
}

function recordOf(
  entry: QueueEntry,
  { path, version, comment }: Outcome,
  titleOf: (entry: QueueEntry) => string,
): Omit<NewActivity, 'kind'> {
  return {
    title: path === undefined ? titleOf(entry) : nameOf(path),
    key: entry.key,
    version: version && formatVersion(version),
    comment: comment === '' ? undefined : comment,
  };
}
