import { z } from 'zod';
import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { Database } from '../ports.ts';
import { rowOf } from './row.ts';

const name = 'begun anew';

const noteSchema = z.object({
  /** File name of the damaged database, in the folder of the state; absent where there was none any more. */
  setAside: z.string().optional(),
  atMs: z.number(),
});

/** That a state was damaged and set aside, or gone, and this one begun in its place. */
export type BegunAnew = z.output<typeof noteSchema>;

/** What a person is told of it. */
export function describeBegunAnew({ setAside }: BegunAnew): ErrorRecord {
  if (setAside === undefined) return { code: 'state-gone' };
  return { code: 'state-begun-anew', detail: `It is kept as ${setAside}.` };
}

/** The note that the state was begun anew: kept until a person has read it. */
export function createBegunAnewNote(database: Database) {
  return {
    read(): BegunAnew | undefined {
      const row = database.get('SELECT value FROM setting WHERE name = ?', name);
      return row === undefined ? undefined : noteSchema.safeParse(JSON.parse(rowOf(row).text('value'))).data;
    },
    write(note: BegunAnew): void {
      database.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', name, JSON.stringify(note));
    },
    forget(): void {
      database.run('DELETE FROM setting WHERE name = ?', name);
    },
  };
}
