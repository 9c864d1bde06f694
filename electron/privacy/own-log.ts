import Database from 'better-sqlite3';
import { createOpenedNote, hasLog, isWrittenLast } from './opened-note.ts';

/**
 * Sees to it that the log beside a database is its own, before anybody opens that: whoever does puts the log into it. The
 * log of another one is set aside; where nobody noted whose it is, or the database may have been written over since, both
 * are read together, and damage shows.
 * @param file of the database
 * @throws SqliteError what reading it throws, `SQLITE_CORRUPT` where the log does not fit; nothing was changed then
 */
export function keepOwnLogOnly(file: string): void {
  const note = createOpenedNote(file);
  note.separateLog(Date.now());
  if (hasLog(file) && (note.logOwner() === 'unknown' || isWrittenLast(file))) checkWithLog(file);
}

function checkWithLog(file: string): void {
  // Who cannot write to it puts no log into it.
  const database = new Database(file, { readonly: true, timeout: 0 });
  try {
    const found = database.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw new Database.SqliteError(String(found), 'SQLITE_CORRUPT');
  } finally {
    database.close();
  }
}
