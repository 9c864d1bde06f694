import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Database, Statement } from '../ports.ts';
import { contentKey } from './row.ts';
import { sql } from './sql.ts';

/** From so many keys on, the table itself is asked. */
const mostRemembered = 10_000;

/** Of each open database, the keys that rows were seen of; nobody else writes to it meanwhile. */
const remembered = new WeakMap<Database, Map<string, Set<ContentKeyText>>>();

/** Which keys there may be rows of. */
export interface FewKeys {
  /** `false`: there is none of this key. */
  readonly mayHave: (key: ContentKeyText) => boolean;
  /** To be called before a row of a key is written. */
  readonly note: (key: ContentKeyText) => void;
}

/**
 * Remembers which keys there are rows of, where these are few: nearly every key is asked for and has none, and a look at
 * memory costs a hundredth of one at the table. A key stays remembered when its row goes or a transaction takes it back:
 * then the table is asked, and tells.
 * @param rows the table, and which rows of it: `conflict WHERE …`
 */
export function createFewKeys(database: Database, rows: Statement): FewKeys {
  const place = JSON.stringify(rows);
  const load = (): Set<ContentKeyText> =>
    new Set(database.all(sql`SELECT content_key FROM ${rows} LIMIT ${mostRemembered}`, contentKey));
  const keys = (): Set<ContentKeyText> => {
    let places = remembered.get(database);
    if (!places) remembered.set(database, (places = new Map<string, Set<ContentKeyText>>()));
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
