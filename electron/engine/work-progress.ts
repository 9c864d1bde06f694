import type { WorkProgress } from '../../shared/rpc/work-progress.ts';
import type { Clock } from './ports.ts';

export interface Amount {
  readonly files: number;
  readonly bytes: number;
}

/** What is left of it is told by whoever does it. */
interface WorkSources {
  /** Files that are read as soon as that can be done. */
  readonly toRead: () => Amount;
  /** How many transfers can be carried out. */
  readonly transferCount: () => number;
  /** How many bytes they are about; to add them up costs. */
  readonly transferBytes: () => number;
}

/** Speed is that of so long. */
const speedOverMs = 5_000;
/** One look after the other: what came in between is not looked at. */
const shortestLookMs = 200;
const speedAfterMs = 300;
/** Adding up the bytes of all transfers takes at most this part of the time. */
const addingShare = 0.005;

export const nothing: Amount = { files: 0, bytes: 0 };

/** Follows how far the work is, from one look to the next. Each look costs about the same, however much there is to do. */
export function createWorkProgress(clock: Pick<Clock, 'steadyMs'>, sources: WorkSources) {
  /** What is read and what is sent take turns; both are counted until nothing is left of either. */
  const runs = new Map<WorkProgress['doing'], Run>();
  const queued = createQueuedBytes(clock, sources);
  let transferred = nothing;

  function runOf(doing: WorkProgress['doing']): Run {
    const run = runs.get(doing) ?? { doing, done: nothing, speed: createSpeed(clock) };
    runs.set(doing, run);
    return run;
  }

  /** What is not read yet may have to be sent as well. */
  function lookAtTransfers(count: number, toRead: Amount): WorkProgress {
    const current = runOf('transferring');
    current.done = transferred;
    return progressOf(current, addAmounts(toRead, { files: count, bytes: queued.left(count) }));
  }

  function lookAtReading(left: Amount): WorkProgress {
    const current = runOf('reading');
    // What is no longer to be read was read.
    const { files, bytes } = current.left ?? left;
    current.done = addAmounts(current.done, {
      files: Math.max(0, files - left.files),
      bytes: Math.max(0, bytes - left.bytes),
    });
    current.left = left;
    return progressOf(current, left);
  }

  return {
    /** A file was sent or fetched. */
    noteTransferred(sizeBytes: number): void {
      transferred = addAmounts(transferred, { files: 1, bytes: sizeBytes });
      queued.noteDone(sizeBytes);
    },

    /** `undefined` while nothing is to be done. */
    now(): WorkProgress | undefined {
      const [count, toRead] = [sources.transferCount(), sources.toRead()];
      if (count > 0) return lookAtTransfers(count, toRead);
      if (toRead.files > 0) return lookAtReading(toRead);
      transferred = nothing;
      runs.clear();
      return undefined;
    },
  };
}

/** Work of one kind, from its beginning until there is no more of any. */
interface Run {
  readonly doing: WorkProgress['doing'];
  done: Amount;
  left?: Amount;
  readonly speed: ReturnType<typeof createSpeed>;
}

function progressOf({ doing, done, speed }: Run, left: Amount): WorkProgress {
  const perSecond = speed.look(done);
  return {
    doing,
    files: { done: done.files, total: done.files + left.files },
    bytes: { done: done.bytes, total: done.bytes + left.bytes },
    ...(perSecond && { bytesPerSecond: perSecond.bytes, leftMs: leftMs(left, perSecond) }),
  };
}

/** Small files take their time by their number, large ones by their bytes. */
function leftMs(left: Amount, perSecond: Amount): number {
  const seconds = [left.files / perSecond.files, perSecond.bytes > 0 ? left.bytes / perSecond.bytes : 0];
  return Math.max(...seconds) * 1_000;
}

function createSpeed(clock: Pick<Clock, 'steadyMs'>) {
  const looks: { readonly atMs: number; readonly done: Amount }[] = [];
  return {
    look(done: Amount): Amount | undefined {
      const atMs = clock.steadyMs();
      if (atMs - (looks.at(-1)?.atMs ?? -Infinity) >= shortestLookMs) looks.push({ atMs, done });
      while ((looks[1]?.atMs ?? Infinity) <= atMs - speedOverMs) looks.shift();
      const [first = { atMs, done }] = looks;
      const seconds = (atMs - first.atMs) / 1_000;
      const files = done.files - first.done.files;
      if (seconds * 1_000 < speedAfterMs || files <= 0) return undefined;
      return { files: files / seconds, bytes: (done.bytes - first.done.bytes) / seconds };
    },
  };
}

/** The bytes of what is queued: added up when there is more of it than before, less what was done since. */
function createQueuedBytes(clock: Pick<Clock, 'steadyMs'>, { transferBytes }: WorkSources) {
  let bytes = 0;
  let count = 0;
  let dueMs = -Infinity;
  return {
    noteDone(sizeBytes: number): void {
      bytes = Math.max(0, bytes - sizeBytes);
      count -= 1;
    },
    left(countNow: number): number {
      const beganMs = clock.steadyMs();
      if (countNow > count && beganMs >= dueMs) {
        bytes = transferBytes();
        count = countNow;
        const endedMs = clock.steadyMs();
        dueMs = endedMs + (endedMs - beganMs) / addingShare;
      }
      return bytes;
    },
  };
}

export function addAmounts(one: Amount, other: Amount): Amount {
  return { files: one.files + other.files, bytes: one.bytes + other.bytes };
}

export type WorkProgressReader = ReturnType<typeof createWorkProgress>;
