import { z } from 'zod';
import type { Database } from '../../../electron/engine/ports.ts';
import { json } from '../../../electron/engine/state/row.ts';
import { insert, sql } from '../../../electron/engine/state/sql.ts';

/** What stands in the database under a name of the settings, whichever version of the app wrote it. */
export function keptSetting(database: Database, name: string): unknown {
  return database.get(sql`SELECT value FROM setting WHERE name = ${name}`, json('value', z.unknown()));
}

/** Writes what another version of the app could have written. */
export function putSetting(database: Database, name: string, value: unknown): void {
  database.run(insert('setting', { name, value: JSON.stringify(value) }, 'OR REPLACE'));
}
