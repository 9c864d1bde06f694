import { z } from 'zod';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Database } from '../ports.ts';
import type { ConflictEntry } from '../tree/entries.ts';
import {
  columns,
  contentKey,
  newRow,
  number,
  optionalJson,
  optionalNumber,
  optionalText,
  text,
  toJson,
  version,
  type RowOf,
} from './row.ts';
import { createRowsByKey, type ServiceRows } from './service-rows.ts';
import { insert, sql } from './sql.ts';

export interface Conflict extends ConflictEntry {
  /** Where the service's version is kept, below the library's root. */
  readonly keptAt: string;
  /** Its bytes, as they were fetched. */
  readonly sha256: Sha256;
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

const foundConflict = columns<FoundConflict>({
  theirVersion: version,
  keptAt: text('kept_at'),
  sha256: text('sha256'),
  theirChangedMs: optionalNumber('their_changed_ms'),
  foundMs: number('found_ms'),
  answer: optionalJson('answer', conflictAnswerSchema.optional().catch(undefined)),
});

/** The conflicts of one library with one service that are not resolved. */
export function createConflicts(rows: ServiceRows) {
  const { database, mine, isOf } = rows;
  const conflicts = createRowsByKey(rows, 'conflict', foundConflict);
  return {
    conflict: conflicts.get,

    noteConflict: (key: ContentKeyText, conflict: Conflict, nowMs: number): void =>
      conflicts.put(key, { ...conflict, foundMs: nowMs, answer: undefined }),

    /** Keeps what a person chose until it is carried out; `undefined` takes it back. */
    noteAnswer(key: ContentKeyText, answer: ConflictAnswer | undefined): void {
      database.run(sql`UPDATE conflict SET answer = ${toJson(answer)} WHERE ${isOf(key)}`);
    },

    /** Conflicts of which a person said how they end, and that have not ended. */
    answeredConflicts: (): ContentKeyText[] =>
      database.all(
        sql`SELECT content_key FROM conflict INDEXED BY conflict_answered WHERE ${mine} AND answer IS NOT NULL`,
        contentKey,
      ),

    forgetConflict: conflicts.forget,
  };
}

/** A version of the service's that was kept beside a file in conflict. */
export type UnneededCopy = RowOf<typeof unneededCopy>;

const unneededCopy = columns({
  /** Where it is kept, below the library's root. */
  keptAt: text('kept_at'),
  key: optionalText<ContentKeyText>('content_key'),
  /** Its bytes, as they were fetched; absent for one of which nothing is known, and one that the service has lost. */
  sha256: optionalText<Sha256>('sha256'),
});

/**
 * The service's versions that were kept beside files in conflict and that nobody needs any more. They are written down
 * with what made them so, and cleared away afterwards.
 */
export function createUnneededCopies(database: Database, libraryId: string) {
  const isThis = (keptAt: string) => sql`library_id = ${libraryId} AND kept_at = ${keptAt}`;
  return {
    all: (): UnneededCopy[] =>
      database.all(sql`SELECT * FROM unneeded_copy WHERE library_id = ${libraryId}`, unneededCopy),

    has: (keptAt: string): boolean => database.has(sql`SELECT 1 FROM unneeded_copy WHERE ${isThis(keptAt)}`),

    note(copy: UnneededCopy): void {
      const row = { library_id: libraryId, ...newRow(unneededCopy, copy) };
      database.run(insert('unneeded_copy', row, 'OR IGNORE'));
    },

    forget: (keptAt: string): unknown => database.run(sql`DELETE FROM unneeded_copy WHERE ${isThis(keptAt)}`),

    /** Whether a conflict with another service is about a copy at that place, or was and may be open again. */
    isOfOtherService: (keptAt: string, serviceId: string): boolean =>
      database.has(sql`SELECT 1 FROM conflict WHERE ${isThis(keptAt)} AND service_id <> ${serviceId}
        UNION ALL SELECT 1 FROM ended_conflict WHERE library_id = ${libraryId} AND service_id <> ${serviceId}
          AND json_extract(record, '$.theirs.keptAt') = ${keptAt}`),

    /** Whether a conflict with any service is about this copy. */
    isNeeded: (keptAt: string): boolean => database.has(sql`SELECT 1 FROM conflict WHERE ${isThis(keptAt)}`),
  };
}

export type UnneededCopies = ReturnType<typeof createUnneededCopies>;
