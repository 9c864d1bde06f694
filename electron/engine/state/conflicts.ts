import { z } from 'zod';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database } from '../ports.ts';
import type { ConflictEntry } from '../tree/entries.ts';
import { rowOf } from './row.ts';
import { versionIn } from './version-in.ts';

export interface Conflict extends ConflictEntry {
  /** Where the service's version is kept, below the library's root. */
  readonly keptAt: string;
}

const conflictAnswerSchema = z.object({
  choice: z.enum(['takeTheirs', 'keepBoth']),
  /** The bytes of the designer's file that it is about. */
  sha256: z.string(),
  /** Where the copy of the designer's file is put (`keepBoth`). */
  copy: z.string().optional(),
});

/** What a person chose in a conflict, as it has to be carried out. */
export type ConflictAnswer = z.output<typeof conflictAnswerSchema>;

/** A conflict with the moment at which it was found. */
export interface FoundConflict extends Conflict {
  readonly foundMs: number;
  readonly answer?: ConflictAnswer | undefined;
}

/** The conflicts of one library with one service that are not resolved. */
export function createConflicts(database: Database, libraryId: string, serviceId: string) {
  const keysWhere = (condition: string): ContentKeyText[] =>
    database
      .all(
        `SELECT content_key FROM conflict WHERE library_id = ? AND service_id = ? AND ${condition}`,
        libraryId,
        serviceId,
      )
      .map((row) => rowOf(row).text('content_key') as ContentKeyText);

  return {
    /** Every key in conflict. */
    conflictKeys: (): ContentKeyText[] => keysWhere('1'),

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
        answer: readAnswer(row.optionalText('answer')),
      };
    },

    noteConflict(key: ContentKeyText, conflict: Conflict, nowMs: number): void {
      database.run(
        'INSERT OR REPLACE INTO conflict VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)',
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

    /** Keeps what a person chose until it is carried out; `undefined` takes it back. */
    noteAnswer(key: ContentKeyText, answer: ConflictAnswer | undefined): void {
      database.run(
        'UPDATE conflict SET answer = ? WHERE library_id = ? AND service_id = ? AND content_key = ?',
        answer ? JSON.stringify(answer) : null,
        libraryId,
        serviceId,
        key,
      );
    },

    /** Conflicts of which a person said how they end, and that have not ended. */
    answeredConflicts: (): ContentKeyText[] => keysWhere('answer IS NOT NULL'),

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

function readAnswer(text: string | undefined): ConflictAnswer | undefined {
  return text === undefined ? undefined : conflictAnswerSchema.safeParse(JSON.parse(text)).data;
}
