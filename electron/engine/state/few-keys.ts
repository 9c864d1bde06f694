import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database } from '../ports.ts';
import { contentKey } from './row.ts';
import { raw, sql } from './sql.ts';

/** Tables that have rows of few keys, one library and one service at a time. */
type TableOfFew = 'conflict' | 'ended_conflict' | 'removal' | 'bounded_change';

/** From so many keys on, the table itself is asked. */
const mostRemembered = 10_000;

/** Of each open database, the keys that rows were seen of; nobody else writes to it meanwhile. */
const remembered = new WeakMap<Database, Map<string, Set<ContentKeyText>>>();

/** Which keys a table may have rows of. */
export interface FewKeys {
  /** `false`: it has none of this key. */
  readonly mayHave: (key: ContentKeyText) => boolean;
  /** To be called before a row of a key is written. */
  readonly note: (key: ContentKeyText) => void;
}

/**
 * Remembers which keys a table has rows of: nearly every key is asked for and has none, and a look at memory costs a
 * hundredth of one at the table. A key stays remembered when its row goes or a transaction takes it back: then the table
 * is asked, and tells.
 */
export function createFewKeys(database: Database, table: TableOfFew, libraryId: string, serviceId: string): FewKeys {
  const place = `${table} ${libraryId} ${serviceId}`;
  const load = (): Set<ContentKeyText> =>
    new Set(
      database.all(
        sql`SELECT content_key FROM ${raw(table)} WHERE library_id = ${libraryId} AND service_id = ${serviceId}
          LIMIT ${mostRemembered}`,
        contentKey,
      ),
    );
  const keys = (): Set<ContentKeyText> => {
    let places = remembered.get(database);
    if (!places) remembered.set(database, (places = new Map()));
    let known = places.get(place);
    if (!known) places.set(place, (known = load()));
    return known;
  };
  return {
    mayHave(key) {
      const known = keys();
      return known.size >= mostRemembered || known.has(key);
    },
    note(key) {
      const known = keys();
      if (known.size < mostRemembered) known.add(key);
    },
  };
}
