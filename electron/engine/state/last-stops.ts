import { z } from 'zod';
import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import { errorRecord } from '../../../shared/rpc/error-record.ts';
import type { Database } from '../ports.ts';
import { rowOf } from './row.ts';

const stopSchema = z.object({ error: errorRecord, sinceMs: z.number() });

/** What stopped a library, or the connection, and has not been heard to be over. */
export interface LastStop {
  readonly error: ErrorRecord;
  readonly sinceMs: number;
}

const ofConnection = 'stop of the connection';
const ofLibrary = (libraryId: string): string => `stop of ${libraryId}`;

/**
 * What stopped the last run is part of the truth: it is kept until something goes through again, so that whoever asks
 * when nothing runs any more is told it too.
 */
export function createLastStops(database: Database) {
  function read(name: string): LastStop | undefined {
    const row = database.get('SELECT value FROM setting WHERE name = ?', name);
    return row === undefined ? undefined : stopSchema.safeParse(JSON.parse(rowOf(row).text('value'))).data;
  }

  function note(name: string, error: ErrorRecord | undefined, nowMs: number): void {
    const known = read(name);
    if (error === undefined) {
      if (known) database.run('DELETE FROM setting WHERE name = ?', name);
      return;
    }
    const sinceMs = known?.error.code === error.code ? known.sinceMs : nowMs;
    const { code, detail } = error;
    const stop = { error: { code, ...(detail === undefined ? {} : { detail }) }, sinceMs };
    database.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', name, JSON.stringify(stop));
  }

  return {
    connection: (): LastStop | undefined => read(ofConnection),
    library: (libraryId: string): LastStop | undefined => read(ofLibrary(libraryId)),
    /** @param error `undefined` once something came through */
    noteConnection: (error: ErrorRecord | undefined, nowMs: number): void => note(ofConnection, error, nowMs),
    /** @param error `undefined` once the library goes on, or is forgotten */
    noteLibrary: (libraryId: string, error: ErrorRecord | undefined, nowMs: number): void =>
      note(ofLibrary(libraryId), error, nowMs),
  };
}

export type LastStops = ReturnType<typeof createLastStops>;
