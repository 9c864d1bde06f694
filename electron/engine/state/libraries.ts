import { AppError } from '../../../shared/errors/app-error.ts';
import { librarySettingsSchema, type LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import type { LibraryDefaults } from '../tree/library-defaults.ts';
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
        'INSERT INTO library VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)',
        library.libraryId,
        library.name,
        library.root,
        library.applicationName,
        library.applicationVersion,
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
    applicationName: row.text('application_name'),
    applicationVersion: row.text('application_version'),
    contentType: row.text('content_type'),
    languageCode: row.optionalText('language_code'),
    markerId: row.optionalText('marker_id'),
    lastScanMs: row.optionalNumber('last_scan_ms'),
    settings: readSettings(row.text('settings')),
  };
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
