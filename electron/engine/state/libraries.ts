import { z } from 'zod';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Program } from '../../../shared/model/program.ts';
import { librarySettingsSchema, type LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { declaredPrograms } from '../../../shared/rpc/program-record.ts';
import type { LibraryClaim } from '../judge/belonging.ts';
import type { Database } from '../ports.ts';
import { isOfPrograms } from '../tree/of-programs.ts';
import {
  columns,
  contentKey,
  flag,
  json,
  newRow,
  optionalNumber,
  optionalText,
  shape,
  text,
  type Column,
  type RowOf,
} from './row.ts';
import { leaveLinks, takeLeftLinks, type LeftLinks } from './links-memory.ts';
import { createLastStops } from './settings-store.ts';
import { insert, raw, sql } from './sql.ts';

/** A watched folder and what its files take from it. */
export type Library = RowOf<typeof libraryColumns>;

/** Without its programs nobody knows what a file of the library belongs to. */
const programs: Column<readonly Program[]> = json('programs', declaredPrograms);

/** No default may stand in for settings that cannot be read: a library that only receives would send. */
const settings = json('settings', librarySettingsSchema);

/** Also what only another version of the app knows. */
const keptSettings = json('settings', z.record(z.string(), z.unknown()));

const libraryColumns = columns({
  libraryId: text('library_id'),
  name: text('name'),
  /** Absolute, canonical. */
  root: text('root'),
  programs,
  contentType: text('content_type'),
  languageCode: optionalText('language_code'),
  /** The id in the library's own marker; absent where none could be written (a read-only folder). */
  markerId: optionalText('marker_id'),
  lastScanMs: optionalNumber('last_scan_ms'),
  /** As they were when the library was read; a running library has its own, which may be newer. */
  settings,
});

export function createLibraries(database: Database) {
  return {
    ...libraryChanges(database),

    all: (): Library[] => database.all(sql`SELECT * FROM library ORDER BY name, library_id`, libraryColumns),

    get: (libraryId: string): Library | undefined =>
      database.get(sql`SELECT * FROM library WHERE library_id = ${libraryId}`, libraryColumns),

    /** @param left what may be left of it from when its folder was a library before */
    add(library: Library, left?: LeftLinks): void {
      database.run(insert('library', newRow(libraryColumns, library)));
      if (left) takeLeftLinks(database, library.libraryId, left);
    },

    /**
     * Forgets the library and everything known of it but what happened, and links that are in no file. Files stay where
     * they are.
     * @param isLinksFileAway whether its links file is not there
     */
    remove(libraryId: string, isLinksFileAway = false): void {
      database.transaction(() => {
        const library = this.get(libraryId);
        if (library) leaveLinks(database, library, isLinksFileAway);
        createLastStops(database).noteLibrary(libraryId, undefined, 0);
        // Those marked as dirty come last: what is forgotten before marks files.
        const tables = database.all(
          sql`SELECT t.name FROM sqlite_master AS t JOIN pragma_table_info(t.name) AS c
            WHERE t.type = 'table' AND c.name = 'library_id' AND t.name <> 'activity' ORDER BY t.name = 'dirty'`,
          text('name'),
        );
        for (const table of tables) database.run(sql`DELETE FROM ${raw(table)} WHERE library_id = ${libraryId}`);
      });
    },
  };
}

export type Libraries = ReturnType<typeof createLibraries>;

/** What is written of a library that is kept already. */
function libraryChanges(database: Database) {
  return {
    /** What stopped it for want of a marker is over with that. */
    setMarker: (libraryId: string, markerId: string): void =>
      database.transaction(() => {
        database.run(sql`UPDATE library SET marker_id = ${markerId} WHERE library_id = ${libraryId}`);
        createLastStops(database).noteLibrary(libraryId, undefined, 0);
      }),

    /**
     * Libraries stand in other folders now, which may be those of each other. What stopped them was found in the folders
     * before.
     */
    setRoots(placed: readonly Pick<Library, 'libraryId' | 'root' | 'name'>[]): void {
      database.transaction(() => {
        // No two may have the same, not even in between.
        for (const { libraryId } of placed) {
          database.run(sql`UPDATE library SET root = library_id WHERE library_id = ${libraryId}`);
        }
        for (const { libraryId, root, name } of placed) {
          database.run(sql`UPDATE library SET root = ${root}, name = ${name} WHERE library_id = ${libraryId}`);
          createLastStops(database).noteLibrary(libraryId, undefined, 0);
        }
      });
    },

    setSettings(libraryId: string, changed: LibrarySettings): void {
      const kept = database.get(sql`SELECT settings FROM library WHERE library_id = ${libraryId}`, keptSettings);
      // What only another version of the app knows stays.
      const written = JSON.stringify({ ...kept, ...changed });
      database.run(sql`UPDATE library SET settings = ${written} WHERE library_id = ${libraryId}`);
    },

    /**
     * Declares other programs. What is known of the service's files of programs that are declared no more is forgotten,
     * but for files that are or were here; and every program is listed as a whole when it is asked about next.
     */
    setPrograms(libraryId: string, declared: readonly Program[]): void {
      database.run(sql`UPDATE library SET programs = ${JSON.stringify(declared)} WHERE library_id = ${libraryId}`);
      database.run(sql`DELETE FROM poll_cursor WHERE library_id = ${libraryId}`);
      database.run(sql`DELETE FROM seen_list WHERE library_id = ${libraryId}`);
      for (const key of strangeKeys(database, libraryId, declared)) {
        database.run(sql`DELETE FROM remote_item WHERE library_id = ${libraryId} AND content_key = ${key}`);
      }
    },

    setLastScan(libraryId: string, atMs: number): void {
      database.run(sql`UPDATE library SET last_scan_ms = ${atMs} WHERE library_id = ${libraryId}`);
    },
  };
}

/** Keys of the service that are of none of these programs and of no file that is or was here. */
function strangeKeys(database: Database, libraryId: string, declared: readonly Program[]): ContentKeyText[] {
  return database
    .all(
      sql`SELECT content_key FROM remote_item WHERE library_id = ${libraryId}
        EXCEPT SELECT content_key FROM local_file WHERE library_id = ${libraryId}
        EXCEPT SELECT content_key FROM synced_item WHERE library_id = ${libraryId}`,
      contentKey,
    )
    .filter((key) => !isOfPrograms(key, declared));
}

/** From where to where the keys of one ETIM class and program lie. */
export interface KeyRange {
  readonly from: string;
  readonly before: string;
}

export function classRangeOf(key: ContentKeyText): KeyRange {
  const prefix = key.split('/').slice(0, 3).join('/');
  // A slash follows; behind all that begins so comes what has the next character there.
  return { from: `${prefix}/`, before: `${prefix}0` };
}

const readPlace = shape({ library: text('name'), path: text('path') });

/** Where a file of a key stands in another library of this computer. */
export function readOtherPlace(database: Database, libraryId: string, key: ContentKeyText) {
  return database.get(
    sql`SELECT l.name, f.path FROM library AS l JOIN local_file AS f ON f.library_id = l.library_id
      WHERE f.content_key = ${key} AND f.gone_since_ms IS NULL AND l.library_id <> ${libraryId}`,
    readPlace,
  );
}

/** Whether there is one library only. Costs less than reading what it has to do with a key. */
export function isOnlyLibrary(database: Database): boolean {
  return !database.has(sql`SELECT 1 FROM library LIMIT 1 OFFSET 1`);
}

const readClaim = shape({
  libraryId: text('library_id'),
  settings,
  programs,
  holdsKey: flag('holds_key'),
  wantsKey: flag('wants_key'),
  holdsClass: text<LibraryClaim['holdsClass']>('holds_class'),
});

/** What every library of this computer has to do with a key, in the order in which they were added. */
export function readLibraryClaims(database: Database, key: ContentKeyText, serviceId: string): LibraryClaim[] {
  const { from, before } = classRangeOf(key);
  // Another file of its class: whoever has, or had, the file itself holds the key.
  const isOfClass = sql`content_key >= ${from} AND content_key < ${before} AND content_key <> ${key}`;
  return database
    .all(
      sql`SELECT l.library_id, l.programs, l.settings,
          EXISTS (SELECT 1 FROM local_file AS f WHERE f.library_id = l.library_id AND f.content_key = ${key})
            OR EXISTS (SELECT 1 FROM synced_item AS s
              WHERE s.library_id = l.library_id AND s.service_id = ${serviceId} AND s.content_key = ${key}) AS holds_key,
          EXISTS (SELECT 1 FROM wanted_key AS w
            WHERE w.library_id = l.library_id AND w.service_id = ${serviceId} AND w.content_key = ${key}) AS wants_key,
          CASE WHEN EXISTS (SELECT 1 FROM local_file AS f
              WHERE f.library_id = l.library_id AND ${isOfClass} AND f.gone_since_ms IS NULL) THEN 'has'
            WHEN EXISTS (SELECT 1 FROM synced_item AS s
              WHERE s.library_id = l.library_id AND s.service_id = ${serviceId} AND ${isOfClass}) THEN 'had'
            ELSE 'never' END AS holds_class
        FROM library AS l ORDER BY l.rowid`,
      readClaim,
    )
    .map(({ settings: { fetch }, programs: declared, ...held }) => ({
      ...held,
      fetch,
      isForProgram: isOfPrograms(key, declared),
      programCount: declared.length,
    }));
}
