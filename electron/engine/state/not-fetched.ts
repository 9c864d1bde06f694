import type { Database } from '../ports.ts';
import { readNotFetched, type NotFetched } from './file-records.ts';
import { countOf } from './row.ts';
import { raw, sql } from './sql.ts';

/** Few are, in most libraries at most times. */
const notInStep = raw('verdict AS v INDEXED BY verdict_not_in_step');

/** Said of a key without a file: its subject is the key. */
const isNotFetched = sql`v.kind <> 'inStep' AND v.kind = 'heldBack' AND v.subject = '/' || v.content_key`;

/**
 * Tells what is on the service and the settings keep from a library.
 * @param refresh has everything judged that changed since it was judged
 */
export function createNotFetched(database: Database, serviceId: () => string | undefined, refresh: () => void) {
  return {
    /** Versions that the settings keep from a library that has no file of them, by name. */
    notFetched(libraryId: string, atMost: number): NotFetched[] {
      refresh();
      return database.all(
        sql`SELECT v.content_key, v.verdict, r.base_filename, r.file_extension
          FROM ${notInStep} JOIN remote_item AS r USING (library_id, service_id, content_key)
          WHERE v.library_id = ${libraryId} AND v.service_id = ${serviceId() ?? ''} AND ${isNotFetched}
          ORDER BY r.base_filename, v.content_key LIMIT ${atMost}`,
        readNotFetched,
      );
    },

    /** How many `notFetched` would name. */
    notFetchedCount(libraryId: string): number {
      refresh();
      const isOf = sql`v.library_id = ${libraryId} AND v.service_id = ${serviceId() ?? ''}`;
      return countOf(database, sql`SELECT COUNT(*) AS n FROM ${notInStep} WHERE ${isOf} AND ${isNotFetched}`);
    },
  };
}
