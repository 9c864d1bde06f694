import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database, Statement } from '../ports.ts';
import { createFewKeys } from './few-keys.ts';
import { contentKey, newRow, type Column } from './row.ts';
import { insert, raw, sql, type NewRow } from './sql.ts';

/** The rows that tell of one library with one service, in whichever table has such. */
export interface ServiceRows {
  readonly database: Database;
  readonly libraryId: string;
  readonly serviceId: string;
  /** That it is one of these rows, in a statement. */
  readonly mine: Statement;
  /** That it is one of a key. */
  readonly isOf: (key: ContentKeyText) => Statement;
  /** The columns that say so, of a row that is written; of a key, where the table has them by key. */
  readonly names: (key?: ContentKeyText) => NewRow;
}

export function serviceRows(database: Database, libraryId: string, serviceId: string): ServiceRows {
  const mine = sql`library_id = ${libraryId} AND service_id = ${serviceId}`;
  const names = { library_id: libraryId, service_id: serviceId };
  return {
    ...{ database, libraryId, serviceId, mine },
    isOf: (key) => sql`${mine} AND content_key = ${key}`,
    names: (key) => (key === undefined ? names : { ...names, content_key: key }),
  };
}

/** A table with at most one row of each key, and rows of few keys. */
export function createRowsByKey<T>({ database, mine, isOf, names }: ServiceRows, table: string, column: Column<T>) {
  const few = createFewKeys(database, sql`${raw(table)} WHERE ${mine}`);
  return {
    get: (key: ContentKeyText): T | undefined =>
      few.mayHave(key) ? database.get(sql`SELECT * FROM ${raw(table)} WHERE ${isOf(key)}`, column) : undefined,

    keys: (): ContentKeyText[] => database.all(sql`SELECT content_key FROM ${raw(table)} WHERE ${mine}`, contentKey),

    /** To be called before a row of a key is written otherwise than by `put`. */
    note: few.note,

    put: (key: ContentKeyText, value: T): void => {
      few.note(key);
      database.run(insert(table, { ...names(key), ...newRow(column, value) }, 'OR REPLACE'));
    },

    forget: (key: ContentKeyText): void => {
      if (few.mayHave(key)) database.run(sql`DELETE FROM ${raw(table)} WHERE ${isOf(key)}`);
    },
  };
}
