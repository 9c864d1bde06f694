import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database } from '../ports.ts';
import type { ConflictEntry } from '../tree/entries.ts';
import { rowOf } from './row.ts';
import { versionIn } from './version-in.ts';

export interface Conflict extends ConflictEntry {
  /** Where the service's version is kept, below the library's root. */
  readonly keptAt: string;
  readonly theirChangedMs?: number | undefined;
}

/** A conflict with the moment at which it was found. */
export interface FoundConflict extends Conflict {
  readonly foundMs: number;
}

/** The conflicts of one library with one service that are not resolved. */
export function createConflicts(database: Database, libraryId: string, serviceId: string) {
  return {
    conflict(key: ContentKeyText): FoundConflict | undefined {
      const value = database.get(
        'SELECT * FROM conflict WHERE library_id = ? AND service_id = ? AND content_key = ?',
        libraryId,
        serviceId,
        key,
      );
      if (value === undefined) return undefined;
      const row = rowOf(value);
      return {
        theirVersion: versionIn(row),
        keptAt: row.text('kept_at'),
        theirChangedMs: row.optionalNumber('their_changed_ms'),
        foundMs: row.number('found_ms'),
      };
    },

    noteConflict(key: ContentKeyText, conflict: Conflict, nowMs: number): void {
      database.run(
        'INSERT OR REPLACE INTO conflict VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
        libraryId,
        serviceId,
        key,
        conflict.theirVersion.major,
        conflict.theirVersion.minor,
        conflict.keptAt,
        conflict.theirChangedMs ?? null,
        nowMs,
      );
    },

    forgetConflict(key: ContentKeyText): void {
      database.run(
        'DELETE FROM conflict WHERE library_id = ? AND service_id = ? AND content_key = ?',
        libraryId,
        serviceId,
        key,
      );
    },
  };
}
