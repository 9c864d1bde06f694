import { existsSync, lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { keepPrivate } from './private-files.ts';
import { setFilesAside } from './set-aside.ts';

const openedFiles = z.object({ database: z.string(), log: z.string() });

/**
 * What a run says of the files that it has open, in a file of its own. A write-ahead log does not say of which database it
 * is: SQLite replays it onto any that is put in its place.
 * @param file of the database
 */
export function createOpenedNote(file: string) {
  const noteFile = noteOf(file);
  const logOwner = (): 'database' | 'another' | 'unknown' => {
    const note = readNote(noteFile);
    if (note === undefined || note.log !== fileAt(`${file}-wal`)) return 'unknown';
    return note.database === fileAt(file) ? 'database' : 'another';
  };

  return {
    /**
     * For which database the log beside this one was written; `unknown` where no run noted it, or the folder was copied
     * since. To be asked before anybody opens it.
     */
    logOwner,

    /** Sets the log of another database aside, under a name with its date, before anybody opens this one. */
    separateLog(atMs: number): void {
      if (logOwner() === 'another') setFilesAside(file, { as: 'replaced', parts: ['-wal'], atMs });
    },

    /** To be said before anything is written. Where it cannot be noted, a log is taken for that of the database beside it. */
    write(): void {
      try {
        // Through a link, what it leads to would be written over.
        if (lstatSync(noteFile, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(noteFile);
        keepPrivate(noteFile);
        writeFileSync(noteFile, JSON.stringify({ database: fileAt(file), log: fileAt(`${file}-wal`) }));
      } catch {
        // A disk without room, or that was taken away.
      }
    },
  };
}

/** As much as the smallest database has: SQLite begins a new one in a file that is shorter. */
const leastBytes = 512;

/** Whether a file has a database, or anything else that is not to be written over. */
export function isBegun(file: string): boolean {
  return sizeOf(file) >= leastBytes;
}

/**
 * Whether a database is gone or empty that was there once: its log is there, which SQLite would remove as it begins a new
 * one, or the note of a run that had it open.
 */
export function isGone(file: string): boolean {
  return !isBegun(file) && (hasLog(file) || existsSync(noteOf(file)));
}

/** Whether the last run that had a database open did not end in order. */
export function hasLog(file: string): boolean {
  return sizeOf(`${file}-wal`) > 0;
}

/**
 * Whether a database was not written to before its log, whatever date it was given: by a backup that was copied over it,
 * or by a run that was killed right after it had put the log into it.
 */
export function isWrittenLast(file: string): boolean {
  return changedNs(file) >= changedNs(`${file}-wal`);
}

function changedNs(path: string): bigint {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ctimeNs ?? 0n;
}

function noteOf(file: string): string {
  return file.replace(/\.\w+$/, '.opened');
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function readNote(noteFile: string): z.output<typeof openedFiles> | undefined {
  try {
    return openedFiles.parse(JSON.parse(readFileSync(noteFile, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Which file it is, whatever was written to it: the number of one that was removed is given to the next. */
function fileAt(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.birthtimeNs}`;
}
