import { toAppError, type AppError } from '../../../shared/errors/app-error.ts';
import { isAsKnown } from '../observe/same-outside.ts';
import type { Ports } from '../ports.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { DueFile } from '../state/rereads.ts';
import type { LibraryRunner } from '../cycle/library-runner.ts';
import { createPacedHash } from './paced-hash.ts';

/** How long after it gave way it is looked whether it can go on. */
const giveWayMs = 60_000;

/** What the scrub needs of a library. */
export type ScrubbedLibrary = Pick<LibraryRunner, 'context' | 'state' | 'prove' | 'planSoon' | 'readChangedSoon'>;

/**
 * Reads the bytes of files again that nothing points to (a disk that forgets, a program that puts the old date back):
 * what is due when a scan has proved the folder, one file at a time, and only while nothing else is to be done. What is
 * other than it was is read as an edit; nothing is replaced, and nothing decided on bytes that cannot be read.
 */
export function createScrub(options: {
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly libraries: () => readonly ScrubbedLibrary[];
  /** Whether files are read, sent or fetched for another reason: that goes first. */
  readonly isBusy: () => boolean;
  /** A file cannot be read any more; told in the transaction that writes it down. */
  readonly onUnreadable: (library: ScrubbedLibrary, file: LocalFile) => void;
}) {
  const { ports, isBusy } = options;
  const { clock } = ports;
  const closing = new AbortController();
  const mustGiveWay = (): boolean => closing.signal.aborted || isBusy();
  const pacedHash = createPacedHash(clock, pause);
  /** A library that is no longer among those that run was taken away, or is another one's by now. */
  const hasToEnd = (library: ScrubbedLibrary): boolean =>
    closing.signal.aborted || library.state === 'paused' || !options.libraries().includes(library);
  let running: Promise<void> | undefined;
  let again = false;

  function pause(milliseconds: number): Promise<void> {
    const { signal } = closing;
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

  function soon(): void {
    again = true;
    running ??= run().finally(() => {
      running = undefined;
      if (again && !closing.signal.aborted) soon();
    });
  }

  async function run(): Promise<void> {
    again = false;
    for (const library of options.libraries()) {
      try {
        await scrubLibrary(library);
      } catch (error) {
        // Its runner pauses the library; the scan after that begins anew.
        ports.log('warn', 'Reading files again ended', { code: toAppError(error).code });
      }
    }
  }

  /** @throws AppError `library-missing`, `library-unproven` */
  async function scrubLibrary(library: ScrubbedLibrary): Promise<void> {
    const { rereads } = library.context;
    for (let last: DueFile | undefined; ;) {
      const due = rereads.due(clock.now(), last);
      for (const file of due) {
        while (!(await reread(library, file.path))) await pause(giveWayMs);
        if (hasToEnd(library)) return;
        last = file;
      }
      if (due.length === 0) return;
    }
  }

  /** @returns whether it was seen to; else it gave way */
  async function reread(library: ScrubbedLibrary, path: string): Promise<boolean> {
    if (hasToEnd(library)) return true;
    if (mustGiveWay()) return false;
    const { context } = library;
    const known = context.files.get(path);
    if (!known || !isToBeRead(known)) return true;
    await library.prove();
    try {
      const before = await context.disk.stat(path);
      if (before?.kind !== 'file' || !isAsKnown(known, before)) library.readChangedSoon(path);
      // Whoever has it open may be saving it, and does not want it held by anybody else.
      else if (!(await context.lockCheck().openLock(path))) return await compare(library, known);
      return true;
    } catch (error) {
      return await giveUp(library, known, toAppError(error));
    }
  }

  async function compare(library: ScrubbedLibrary, known: LocalFile): Promise<boolean> {
    const { context } = library;
    const { path } = known;
    const sha256 = await pacedHash(context.disk, path, mustGiveWay);
    if (sha256 === undefined) return false;
    const after = await context.disk.stat(path);
    // What was read counts only when the folder is seen to be the library after it, and the file as it was.
    await library.prove();
    const now = context.files.get(path);
    if (!now || !isToBeRead(now) || now.sha256 !== known.sha256) return true;
    if (!after || !isAsKnown(now, after) || sha256 !== now.sha256) library.readChangedSoon(path);
    else {
      context.rereads.noteSame(path, sha256, clock.now());
      if (now.problem && now.key !== undefined) library.planSoon([now.key]);
    }
    return true;
  }

  /** @throws AppError `library-missing`, `library-unproven` when it lies in the folder and not in the file */
  async function giveUp(library: ScrubbedLibrary, known: LocalFile, error: AppError): Promise<boolean> {
    const { context } = library;
    await library.prove();
    if (error.code === 'file-vanished') library.readChangedSoon(known.path);
    if (error.code !== 'file-unreadable') return true;
    ports.log('warn', 'A file cannot be read any more', { path: known.path });
    context.transaction(() => {
      context.rereads.noteUnreadable(known.path, error.toRecord(), clock.now());
      // Said once, however often it is tried.
      if (known.problem?.code !== error.code) options.onUnreadable(library, known);
    });
    return true;
  }

  return {
    /** A scan has proved a library: what is due in any of them is read. */
    soon,

    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}

/** Still the same file that was read, and nothing else is about to read it. */
function isToBeRead(file: LocalFile): boolean {
  return file.settled && file.goneSinceMs === undefined && file.sha256 !== undefined;
}
