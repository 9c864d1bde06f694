import { z } from 'zod';
import type { Database } from '../ports.ts';
import { rowOf } from './row.ts';

const name = 'begun anew';

const noteSchema = z.object({
  /** File name of the damaged database, in the folder of the state. */
  setAside: z.string(),
  atMs: z.number(),
});

/** That a damaged state was set aside and this one begun in its place. */
export type BegunAnew = z.output<typeof noteSchema>;

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
