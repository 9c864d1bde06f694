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
 * then the table is asked, and tells. They are read at once, and not at the first question: that may come in a
 * transaction which removed a row and is taken back.
 * @param rows the table, and which rows of it: `conflict WHERE …`
 */
export function createFewKeys(database: Database, rows: Statement): FewKeys {
  const keys = keysOf(database, rows);
  return {
    mayHave: (key) => keys.size >= mostRemembered || keys.has(key),
    note(key) {
      if (keys.size < mostRemembered) keys.add(key);
    },
  };
}

function keysOf(database: Database, rows: Statement): Set<ContentKeyText> {
  let places = remembered.get(database);
  if (!places) remembered.set(database, (places = new Map<string, Set<ContentKeyText>>()));
  const place = JSON.stringify(rows);
  const everyKey = sql`SELECT DISTINCT content_key FROM ${rows} LIMIT ${mostRemembered}`;
  let known = places.get(place);
  if (!known) places.set(place, (known = new Set(database.all(everyKey, contentKey))));
  return known;
}
