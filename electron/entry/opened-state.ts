import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { keepPrivate } from '../privacy/private-files.ts';

const openedState = z.object({ database: z.string(), log: z.string() });

/**
 * What a run says of the files that it has open, in a file of its own. A write-ahead log does not say of which database it
 * is: SQLite replays it onto any that is put in its place.
 * @param file of the state database
 */
export function createOpenedNote(file: string) {
  const noteFile = file.replace(/\.db$/, '.opened');

  return {
    /** Whether the log beside the database was written for another one. To be asked before anybody opens it. */
    isLogOfAnother(): boolean {
      const note = readNote(noteFile);
      return note !== undefined && note.log === fileAt(`${file}-wal`) && note.database !== fileAt(file);
    },

    /** To be said before anything is written. Where it cannot be noted, a log is taken for that of the database beside it. */
    write(): void {
      try {
        keepPrivate(noteFile);
        writeFileSync(noteFile, JSON.stringify({ database: fileAt(file), log: fileAt(`${file}-wal`) }));
      } catch {
        // A disk without room, or that was taken away.
      }
    },
  };
}

function readNote(noteFile: string): z.output<typeof openedState> | undefined {
  try {
    return openedState.parse(JSON.parse(readFileSync(noteFile, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Which file it is, whatever was written to it: the number of one that was removed is given to the next. */
function fileAt(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.birthtimeNs}`;
}
