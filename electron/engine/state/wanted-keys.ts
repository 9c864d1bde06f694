import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database } from '../ports.ts';
import { insert, sql } from './sql.ts';

/** Content keys that a person wants in one library, of one service, although nothing in it asks for them. */
export function createWantedKeys(database: Database, libraryId: string, serviceId: string) {
  const isThis = (key: ContentKeyText) =>
    sql`library_id = ${libraryId} AND service_id = ${serviceId} AND content_key = ${key}`;
  return {
    isWanted: (key: ContentKeyText): boolean => database.has(sql`SELECT 1 FROM wanted_key WHERE ${isThis(key)}`),

    want(key: ContentKeyText, nowMs: number): void {
      const row = { library_id: libraryId, service_id: serviceId, content_key: key, wanted_ms: nowMs };
      database.run(insert('wanted_key', row, 'OR IGNORE'));
    },

    /** The library no longer wants it; files stay as they are. */
    unwant: (key: ContentKeyText): unknown => database.run(sql`DELETE FROM wanted_key WHERE ${isThis(key)}`),
  };
}
