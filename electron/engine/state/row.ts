import type { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { Database, SqlRow, SqlValue, Statement } from '../ports.ts';
import type { NewRow } from './sql.ts';

/** Reads something of a row of the database. @throws AppError `state-unreadable` for a value the schema does not allow */
export type Read<T> = (row: SqlRow) => T;

/** Reads something of a row, and knows how it is written to one. */
export interface Column<T> extends Read<T> {
  write(value: T, row: Record<string, SqlValue | undefined>): void;
}

/** Reads a row by what each of its properties is read from. */
export function shape<T>(properties: { readonly [Name in keyof T]-?: Read<T[Name]> }): Read<T> {
  const names = Object.keys(properties) as (keyof T)[];
  const reads = Object.values<Read<T[keyof T]>>(properties);
  // A copy has room for all of them, which is much faster than to let an empty one grow.
  const form = Object.fromEntries(names.map((name) => [name, undefined])) as T;
  return (row) => {
    const found = { ...form };
    for (let index = 0; index < names.length; index += 1) found[names[index]!] = reads[index]!(row);
    return found;
  };
}

/** As `shape`, of what is also written as it is read. */
export function columns<T>(properties: { readonly [Name in keyof T]-?: Column<T[Name]> }): Column<T> {
  const names = Object.keys(properties) as (keyof T)[];
  const write: Column<T>['write'] = (value, row) => {
    for (const name of names) properties[name].write(value[name], row);
  };
  return Object.assign(shape<T>(properties), { write });
}

/** The columns of a row that is written, and is read so again. */
export function newRow<T>(column: Column<T>, value: Nullable<T>): NewRow {
  const row: Record<string, SqlValue | undefined> = {};
  column.write(value as T, row);
  return row;
}

/** What is read so; what may be NULL may be left out by whoever makes one. */
export type RowOf<R extends Read<unknown>> = Nullable<ReturnType<R>>;
type Nullable<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: T[K];
};

export function text<T extends string = string>(column: string): Column<T> {
  return writtenTo(column, (row) => {
    const found = row[column];
    return typeof found === 'string' ? (found as T) : refuse(column);
  });
}

export function optionalText<T extends string = string>(column: string): Column<T | undefined> {
  return writtenTo(column, (row) => {
    const found = row[column];
    if (typeof found === 'string') return found as T;
    return found === null ? undefined : refuse(column);
  });
}

export function number(column: string): Column<number> {
  return writtenTo(column, (row) => {
    const found = row[column];
    return typeof found === 'number' ? found : refuse(column);
  });
}

export function optionalNumber(column: string): Column<number | undefined> {
  return writtenTo(column, (row) => {
    const found = row[column];
    if (typeof found === 'number') return found;
    return found === null ? undefined : refuse(column);
  });
}

export function flag(column: string): Column<boolean> {
  const read = number(column);
  return writtenTo(column, (row) => read(row) === 1, Number);
}

/** A value that is kept as JSON. @param schema with a `catch` where one that cannot be read counts as something else */
export function json<S extends z.ZodType>(column: string, schema: S): Column<z.output<S>> {
  const read = text(column);
  return writtenTo(
    column,
    (row) => {
      const result = schema.safeParse(parsed(read(row)));
      return result.success ? result.data : refuse(column);
    },
    toJson,
  );
}

export function optionalJson<S extends z.ZodType>(column: string, schema: S): Column<z.output<S> | undefined> {
  const read = json(column, schema);
  return writtenTo(column, (row) => (row[column] === null ? undefined : read(row)), toJson);
}

/** @param toValue where it is not kept as it is */
export function writtenTo<T>(
  column: string,
  read: Read<T>,
  toValue: (value: T) => SqlValue | undefined = (value) => value as SqlValue | undefined,
): Column<T> {
  return Object.assign(read, {
    write: (value: T, row: Record<string, SqlValue | undefined>): unknown => (row[column] = toValue(value)),
  });
}

/** How `undefined`, which is written as NULL, or a value is kept that `json` reads. */
export function toJson(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

/** The version that the columns `major` and `minor` hold. */
export const version: Column<Version> = columns<Version>({ major: number('major'), minor: number('minor') });

export const contentKey = text<ContentKeyText>('content_key');

/** The one column of a statement that counts. */
export const count = number('n');

/** How many rows a statement counts. */
export function countOf(database: Database, statement: Statement): number {
  return totalOf(database, statement, count);
}

/** Reads the one row of a statement that adds up and groups by nothing: it has one also where there is nothing to add. */
export function totalOf<T>(database: Database, statement: Statement, read: Read<T>): T {
  return database.get(statement, read)!;
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function refuse(column: string): never {
  throw new AppError('state-unreadable', { detail: `The state database holds an unexpected value in ${column}.` });
}
