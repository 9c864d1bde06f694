import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Program } from '../../../shared/model/program.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { librarySettingsSchema, type LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { programList } from '../../../shared/rpc/program-record.ts';
import type { LibraryDefaults } from '../tree/library-defaults.ts';
import { isOfPrograms } from '../tree/of-programs.ts';
import type { Database } from '../ports.ts';
import { createLastStops } from './last-stops.ts';
import { rowOf } from './row.ts';

/** A watched folder and what its files take from it. */
export interface Library extends LibraryDefaults {
  readonly libraryId: string;
  readonly name: string;
  /** Absolute, canonical. */
  readonly root: string;
  /** The id in the library's own marker; absent where none could be written (a read-only folder). */
  readonly markerId?: string | undefined;
  readonly lastScanMs?: number | undefined;
  /** As they were when the library was read; a running library has its own, which may be newer. */
  readonly settings: LibrarySettings;
}

/** The table of libraries. */
export function createLibraries(database: Database) {
  return {
    all: (): Library[] => database.all('SELECT * FROM library ORDER BY name, library_id').map(readLibrary),

    add(library: Library): void {
      database.run(
        `INSERT INTO library (library_id, name, root, programs, content_type, language_code, marker_id, settings)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        library.libraryId,
        library.name,
        library.root,
        JSON.stringify(library.programs),
        library.contentType,
        library.languageCode ?? null,
        library.markerId ?? null,
        JSON.stringify(library.settings),
      );
    },

    setMarker(libraryId: string, markerId: string): void {
      database.run('UPDATE library SET marker_id = ? WHERE library_id = ?', markerId, libraryId);
    },

    /** The library stands in another folder now. */
    setRoot(libraryId: string, root: string, name: string): void {
      database.run('UPDATE library SET root = ?, name = ? WHERE library_id = ?', root, name, libraryId);
    },

    setSettings(libraryId: string, settings: LibrarySettings): void {
      database.run('UPDATE library SET settings = ? WHERE library_id = ?', JSON.stringify(settings), libraryId);
    },

    /**
     * Declares other programs. What is known of the service's files of programs that are declared no more is forgotten,
     * but for files that are or were here; and every program is listed as a whole when it is asked about next.
     */
    setPrograms(libraryId: string, programs: readonly Program[]): void {
      database.run('UPDATE library SET programs = ? WHERE library_id = ?', JSON.stringify(programs), libraryId);
      database.run('DELETE FROM poll_cursor WHERE library_id = ?', libraryId);
      for (const key of strangeKeys(database, libraryId, programs)) {
        database.run('DELETE FROM remote_item WHERE library_id = ? AND content_key = ?', libraryId, key);
      }
    },

    setLastScan(libraryId: string, atMs: number): void {
      database.run('UPDATE library SET last_scan_ms = ? WHERE library_id = ?', atMs, libraryId);
    },

    /** Forgets the library and everything known of it. Files stay where they are. */
    remove(libraryId: string): void {
      database.transaction(() => {
        createLastStops(database).noteLibrary(libraryId, undefined, 0);
        for (const table of [
          'library',
          'file_link',
          'local_file',
          'remote_item',
          'synced_item',
          'earlier_version',
          'sent_draft',
          'bounded_change',
          'conflict',
          'unneeded_copy',
          'removal',
          'poll_cursor',
          'service_answer',
          'queue_entry',
          'backup_copy',
          'incoming_part',
          'ignored_lock',
          // What was forgotten above marks files.
          'verdict',
          'dirty',
        ]) {
          database.run(`DELETE FROM ${table} WHERE library_id = ?`, libraryId);
        }
      });
    },
  };
}

export type Libraries = ReturnType<typeof createLibraries>;

function readLibrary(value: unknown): Library {
  const row = rowOf(value);
  return {
    libraryId: row.text('library_id'),
    name: row.text('name'),
    root: row.text('root'),
    programs: readPrograms(row.text('programs')),
    contentType: row.text('content_type'),
    languageCode: row.optionalText('language_code'),
    markerId: row.optionalText('marker_id'),
    lastScanMs: row.optionalNumber('last_scan_ms'),
    settings: readSettings(row.text('settings')),
  };
}

/** Keys of the service that are of none of these programs and of no file that is or was here. */
function strangeKeys(database: Database, libraryId: string, programs: readonly Program[]): ContentKeyText[] {
  return database
    .all(
      `SELECT DISTINCT content_key FROM remote_item WHERE library_id = ?
       EXCEPT SELECT content_key FROM local_file WHERE library_id = ?
       EXCEPT SELECT content_key FROM synced_item WHERE library_id = ?`,
      libraryId,
      libraryId,
      libraryId,
    )
    .map((row) => rowOf(row).text('content_key') as ContentKeyText)
    .filter((key) => !isOfPrograms(key, programs));
}

/**
 * Without its programs nobody knows what a file of the library belongs to.
 * @throws AppError `state-unreadable`
 */
export function readPrograms(text: string): Program[] {
  const result = programList.safeParse(JSON.parse(text));
  if (result.success) return result.data;
  throw new AppError('state-unreadable', { detail: 'The programs of a library cannot be read.' });
}

/**
 * No default may stand in for settings that cannot be read: a library that only receives would send.
 * @throws AppError `state-unreadable`
 */
function readSettings(text: string): LibrarySettings {
  const result = librarySettingsSchema.safeParse(JSON.parse(text));
  if (result.success) return result.data;
  throw new AppError('state-unreadable', { detail: 'The settings of a library cannot be read.' });
}
