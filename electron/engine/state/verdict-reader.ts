import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Verdict } from '../judge/verdict.ts';
import type { Database } from '../ports.ts';
import { readVerdict } from './file-records.ts';
import { count, number, shape, totalOf } from './row.ts';
import { sql } from './sql.ts';

const readToCome = shape({ count, forPerson: number('parked') });

/**
 * Tells what was judged, also of what has no file here.
 * @param refresh has everything judged that changed since it was judged
 */
export function createVerdictReader(database: Database, serviceId: () => string | undefined, refresh: () => void) {
  return {
    /**
     * How many files of a library are to be fetched of which nothing was ever here, and how many of them wait for a person.
     * @param claimed keys that files which were not read yet may be of: nothing is fetched of them until they are
     */
    toCome(
      libraryId: string,
      claimed: readonly ContentKeyText[],
    ): { readonly count: number; readonly forPerson: number } {
      refresh();
      // What is said of a key without a file stands under a slash and the key.
      const ofKeys = sql`library_id = ${libraryId} AND subject >= '/' AND subject < '0'`;
      const isToCome = sql`kind IN ('transfer', 'parked') AND service_id = ${serviceId() ?? ''}
        AND json_extract(verdict, '$.operation') = 'download'
        AND (kind = 'parked' OR content_key NOT IN (SELECT value FROM json_each(${JSON.stringify(claimed)})))`;
      const counted = sql`SELECT COUNT(*) AS n, TOTAL(kind = 'parked') AS parked FROM verdict WHERE ${ofKeys} AND ${isToCome}`;
      return totalOf(database, counted, readToCome);
    },

    /** What is true of a file; `undefined` for one that was not judged yet, or that the state does not know. */
    verdict(libraryId: string, at: string): Verdict | undefined {
      refresh();
      return database.get(
        sql`SELECT verdict FROM verdict WHERE library_id = ${libraryId} AND subject = ${at}
          AND (service_id = ${serviceId() ?? ''} OR content_key IS NULL)`,
        readVerdict,
      );
    },

    /** Whether both sides of a key changed, and no person chose yet which version counts. */
    isInConflict(libraryId: string, key: ContentKeyText): boolean {
      refresh();
      return database.has(
        sql`SELECT 1 FROM verdict WHERE library_id = ${libraryId} AND content_key = ${key}
          AND service_id = ${serviceId() ?? ''} AND kind = 'conflict'`,
      );
    },
  };
}
