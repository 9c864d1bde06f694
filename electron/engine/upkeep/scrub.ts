import { toAppError, type AppError } from '../../../shared/errors/app-error.ts';
import { isAsKnown } from '../observe/same-stat.ts';
import type { TellOfLibrary } from '../library/library-event.ts';
import type { Clock, Ports } from '../ports.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { DueFile } from '../state/rereads.ts';
import type { LibraryRunner } from '../cycle/library-runner.ts';
import { createPacedHash } from './paced-hash.ts';

/** How long after it gave way it is looked whether it can go on. */
const giveWayMs = 60_000;

type ScrubbedLibrary = Pick<LibraryRunner, 'context' | 'state' | 'prove' | 'planSoon' | 'readChangedSoon'>;

interface ScrubOptions {
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly libraries: () => readonly ScrubbedLibrary[];
  /** Whether files are read, sent or fetched for another reason: that goes first. */
  readonly isBusy: () => boolean;
  readonly tell: TellOfLibrary;
}

/** One scrub, until it is closed. */
interface Scrubbing extends ScrubOptions {
  readonly signal: AbortSignal;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly pacedHash: ReturnType<typeof createPacedHash>;
}

/**
 * Reads the bytes of files again that nothing points to (a disk that forgets, a program that puts the old date back):
 * what is due when a scan has proved the folder, one file at a time, and only while nothing else has to be done. What is
 * other than it was is read as an edit; nothing is replaced, and nothing decided on bytes that cannot be read.
 */
export function createScrub(options: ScrubOptions) {
  const { ports, libraries } = options;
  const closing = new AbortController();
  const { signal } = closing;
  const pause = (milliseconds: number): Promise<void> => pauseUnless(signal, ports.clock, milliseconds);
  const scrubbing: Scrubbing = { ...options, signal, pause, pacedHash: createPacedHash(ports.clock, pause) };
  let running: Promise<void> | undefined;
  let again = false;

  /** A scan has proved a library: what is due in any of them is read. */
  function soon(): void {
    again = true;
    running ??= run().finally(() => {
      running = undefined;
      if (again && !signal.aborted) soon();
    });
  }

  async function run(): Promise<void> {
    again = false;
    for (const library of libraries()) {
      try {
        await scrubLibrary(scrubbing, library);
      } catch (error) {
        // Its runner pauses the library; the scan after that begins from scratch.
        ports.log('warn', 'scrub-ended', { code: toAppError(error).code });
      }
    }
  }

  return {
    soon,

    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}

/** Waits, unless it is ended meanwhile. */
function pauseUnless(signal: AbortSignal, clock: Pick<Clock, 'after'>, milliseconds: number): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const cancel = clock.after(milliseconds, end);
    function end(): void {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    }
    signal.addEventListener('abort', end);
  });
}

/** A library that is no longer among those that run was taken away, or is another one's by now. */
function hasToEnd({ signal, libraries }: Scrubbing, library: ScrubbedLibrary): boolean {
  return signal.aborted || library.state === 'paused' || !libraries().includes(library);
}

/** @throws AppError `library-missing`, `library-unproven` */
async function scrubLibrary(scrubbing: Scrubbing, library: ScrubbedLibrary): Promise<void> {
  const { rereads } = library.context;
  for (let last: DueFile | undefined; ;) {
    const due = rereads.due(scrubbing.ports.clock.now(), last);
    for (const file of due) {
      while (!(await reread(scrubbing, library, file.path))) await scrubbing.pause(giveWayMs);
      if (hasToEnd(scrubbing, library)) return;
      last = file;
    }
    if (due.length === 0) return;
  }
}

/** @returns whether it was seen to; else it gave way */
async function reread(scrubbing: Scrubbing, library: ScrubbedLibrary, path: string): Promise<boolean> {
  if (hasToEnd(scrubbing, library)) return true;
  if (scrubbing.isBusy()) return false;
  const { context } = library;
  const known = context.files.get(path);
  if (!known || !isToBeRead(known)) return true;
  await library.prove();
  try {
    const before = await context.disk.stat(path);
    if (before?.kind !== 'file' || !isAsKnown(known, before)) library.readChangedSoon(path);
    // Whoever has it open may be saving it, and does not want it held by anybody else.
    else if (!(await context.lockCheck().openLock(path))) return await compare(scrubbing, library, known);
    return true;
  } catch (error) {
    return await giveUp(scrubbing, library, known, toAppError(error));
  }
}

async function compare(scrubbing: Scrubbing, library: ScrubbedLibrary, known: LocalFile): Promise<boolean> {
  const { signal, isBusy, ports } = scrubbing;
  const { context } = library;
  const { path } = known;
  const sha256 = await scrubbing.pacedHash(context.disk, path, () => signal.aborted || isBusy());
  if (sha256 === undefined) return false;
  const after = await context.disk.stat(path);
  // What was read counts only when the folder is seen to be the library after it, and the file as it was.
  await library.prove();
  const now = context.files.get(path);
  if (!now || !isToBeRead(now) || now.sha256 !== known.sha256) return true;
  if (!after || !isAsKnown(now, after) || sha256 !== now.sha256) library.readChangedSoon(path);
  else {
    context.rereads.noteSame(path, sha256, ports.clock.now());
    if (now.problem && now.key !== undefined) library.planSoon([now.key]);
  }
  return true;
}

/** @throws AppError `library-missing`, `library-unproven` when it lies in the folder and not in the file */
async function giveUp(
  { ports, tell }: Scrubbing,
  { context, prove, readChangedSoon }: ScrubbedLibrary,
  file: LocalFile,
  error: AppError,
): Promise<boolean> {
  await prove();
  if (error.code === 'file-vanished') readChangedSoon(file.path);
  if (error.code !== 'file-unreadable') return true;
  ports.log('warn', 'file-not-read-again', { file: file.path, code: error.code });
  context.transaction(() => {
    context.rereads.noteUnreadable(file.path, error.toRecord(), ports.clock.now());
    // Said once, however often it is tried.
    if (file.problem?.code !== error.code) tell(context, { kind: 'unreadable', file });
  });
  return true;
}

/** Still the same file that was read, and nothing else is about to read it. */
function isToBeRead(file: LocalFile): boolean {
  return file.settled && file.goneSinceMs === undefined && file.sha256 !== undefined;
}
