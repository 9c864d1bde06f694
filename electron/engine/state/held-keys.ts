import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { HeldBack } from '../plan/plan-key.ts';
import type { Database } from '../ports.ts';
import type { RemovalEntry } from '../tree/entries.ts';
import type { KeyRange } from './library-claims.ts';
import { rowOf } from './row.ts';

/** A version of the service that the settings keep from a library that has no file of it. */
export interface NotFetched {
  readonly title: string;
  readonly key: ContentKeyText;
  readonly because: HeldBack['because'];
  readonly version: Version;
}

/** What the settings hold back of a library with one service, and what a person said to files that are gone. */
export function createHeldKeys(database: Database, libraryId: string, serviceId: string) {
  const where = 'library_id = ? AND service_id = ? AND content_key = ?';
  return {
    /** Says what the planner said last of a key: held back for this reason, or (`undefined`) not at all. */
    noteHeldBack(key: ContentKeyText, held: HeldBack | undefined): void {
      if (!held) {
        database.run(`DELETE FROM held_back WHERE ${where}`, libraryId, serviceId, key);
        return;
      }
      database.run(
        'INSERT OR REPLACE INTO held_back VALUES (?, ?, ?, ?, ?, ?, ?)',
        libraryId,
        serviceId,
        key,
        held.would,
        held.because,
        held.version?.major ?? null,
        held.version?.minor ?? null,
      );
    },

    /** Versions that are not fetched and of which no file is here, by name. */
    notFetched: (limit: number): NotFetched[] =>
      database
        .all(
          `SELECT h.content_key, h.because, h.major, h.minor, r.base_filename, r.file_extension FROM held_back AS h
           JOIN remote_item AS r USING (library_id, service_id, content_key)
           WHERE h.library_id = ? AND h.service_id = ? AND h.would = 'download' AND NOT EXISTS (SELECT 1 FROM local_file AS f
             WHERE f.library_id = h.library_id AND f.content_key = h.content_key)
           ORDER BY r.base_filename, h.content_key LIMIT ?`,
          libraryId,
          serviceId,
          limit,
        )
        .map(rowOf)
        .map((row) => ({
          title: `${row.text('base_filename')}.${row.text('file_extension')}`,
          key: row.text('content_key') as ContentKeyText,
          because: row.text('because') as HeldBack['because'],
          version: { major: row.number('major'), minor: row.number('minor') },
        })),

    /** Which keys of a range are not fetched because they belong elsewhere. */
    belongingElsewhere: ({ from, before }: KeyRange): ContentKeyText[] =>
      database
        .all(
          `SELECT content_key FROM held_back WHERE library_id = ? AND service_id = ? AND content_key >= ? AND content_key < ?
             AND because IN ('otherLibrary', 'noLibrary')`,
          libraryId,
          serviceId,
          from,
          before,
        )
        .map((row) => rowOf(row).text('content_key') as ContentKeyText),

    /** How many `notFetched` names. */
    notFetchedCount(): number {
      const row = database.get(
        `SELECT COUNT(*) AS n FROM held_back AS h WHERE library_id = ? AND service_id = ? AND would = 'download'
         AND NOT EXISTS (SELECT 1 FROM local_file AS f WHERE f.library_id = h.library_id AND f.content_key = h.content_key)`,
        libraryId,
        serviceId,
      );
      return rowOf(row).number('n');
    },

    removal(key: ContentKeyText): RemovalEntry | undefined {
      const value = database.get(`SELECT * FROM removal WHERE ${where}`, libraryId, serviceId, key);
      if (value === undefined) return undefined;
      const row = rowOf(value);
      return {
        answer: row.text('answer') as RemovalEntry['answer'],
        version: { major: row.number('major'), minor: row.number('minor') },
      };
    },

    /** Notes that a file is gone, or what a person said to that. */
    noteRemoval(key: ContentKeyText, { answer, version }: RemovalEntry): void {
      database.run(
        'INSERT OR REPLACE INTO removal VALUES (?, ?, ?, ?, ?, ?)',
        libraryId,
        serviceId,
        key,
        answer,
        version.major,
        version.minor,
      );
    },

    /** The file is there again. */
    forgetRemoval(key: ContentKeyText): void {
      database.run(`DELETE FROM removal WHERE ${where}`, libraryId, serviceId, key);
    },
  };
}

export type HeldKeys = ReturnType<typeof createHeldKeys>;
