import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { Database } from '../ports.ts';
import { json } from './row.ts';
import { insert, sql } from './sql.ts';

/** One value that is kept by its name; one that can no longer be read counts as none. */
export function valueOf<S extends z.ZodType>(database: Database, name: string, schema: S) {
  return {
    read: (): z.output<S> | undefined =>
      database.get(
        sql`SELECT value FROM setting WHERE name = ${name}`,
        json('value', schema.optional().catch(undefined)),
      ),
    write(value: z.output<S>): void {
      database.run(insert('setting', { name, value: JSON.stringify(value) }, 'OR REPLACE'));
    },
    forget(): void {
      database.run(sql`DELETE FROM setting WHERE name = ${name}`);
    },
    /** Whether there is one that this version of the app cannot read. */
    isUnreadable(): boolean {
      return this.read() === undefined && database.has(sql`SELECT 1 FROM setting WHERE name = ${name}`);
    },
    /** Before it is written over. @throws AppError `state-unreadable` */
    assertReadable(): void {
      if (!this.isUnreadable()) return;
      throw new AppError('state-unreadable', { detail: 'Another version of the app keeps it in another form.' });
    },
  };
}

/**
 * What is kept by its name, field by field. Of what another version of the app wrote, each field counts that this one
 * can read; all others stay where they are.
 */
export function fieldsOf<S extends z.ZodObject>(database: Database, name: string, schema: S) {
  const kept = valueOf(database, name, z.record(z.string(), z.unknown()));
  const names = Object.keys(schema.shape);

  function unreadOf(row: Readonly<Record<string, unknown>> | undefined): string[] {
    if (!row) return kept.isUnreadable() ? names : [];
    return names.filter((field) => !z.safeParse(schema.shape[field], row[field]).success);
  }

  return {
    /** The fields that are there and cannot be read. */
    unread: (): string[] => unreadOf(kept.read()),
    /** With their defaults for those that cannot be read. */
    read: (): z.output<S> => {
      const row = kept.read();
      const whole = schema.safeParse(row ?? {});
      if (whole.success) return whole.data;
      const left = new Set(unreadOf(row));
      return schema.parse(Object.fromEntries(Object.entries(row ?? {}).filter(([field]) => !left.has(field))));
    },
    /** Writes these fields, and leaves all others as they are. @throws AppError `state-unreadable` where none can be read */
    change(changed: Partial<z.input<S>>): void {
      kept.assertReadable();
      kept.write({ ...kept.read(), ...changed });
    },
    isKept: (field: keyof z.output<S> & string): boolean => field in (kept.read() ?? {}),
    replace: (by: z.output<S>): void => kept.write(by),
  };
}

/**
 * A list that is kept by its name. Entries that this version of the app cannot read, another one may: they are in no
 * answer, and stay where they are.
 */
export function listOf<S extends z.ZodType>(database: Database, name: string, entry: S) {
  const kept = valueOf(database, name, z.array(z.unknown()));
  const all = (): { readonly raw: unknown; readonly read: z.ZodSafeParseResult<z.output<S>> }[] =>
    (kept.read() ?? []).map((raw) => ({ raw, read: entry.safeParse(raw) }));
  return {
    read: (): readonly z.output<S>[] => all().flatMap(({ read }) => (read.success ? [read.data] : [])),
    /** @throws AppError `state-unreadable` where the list as a whole is of another version */
    write(entries: readonly z.output<S>[]): void {
      kept.assertReadable();
      kept.write([...all().flatMap(({ raw, read }) => (read.success ? [] : [raw])), ...entries]);
    },
  };
}
