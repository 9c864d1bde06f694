import { parseContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import type { LibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { isSameProgram } from '../../../shared/rpc/library-fetch.ts';
import type { LibraryClaim } from '../judge/belonging.ts';
import type { Database } from '../ports.ts';
import { rowOf } from './row.ts';

/** From where to where the keys of one ETIM class and program lie. */
export interface KeyRange {
  readonly from: string;
  readonly before: string;
}

export function classRangeOf(key: ContentKeyText): KeyRange {
  const prefix = key.split('/').slice(0, 3).join('/');
  // A slash follows; behind all that begins so comes what has the next character there.
  return { from: `${prefix}/`, before: `${prefix}0` };
}

/** Where a file of a key stands in another library of this computer. */
export function readOtherPlace(
  database: Database,
  libraryId: string,
  key: ContentKeyText,
): { readonly library: string; readonly path: string } | undefined {
  const found = database.get(
    `SELECT l.name, f.path FROM library AS l JOIN local_file AS f ON f.library_id = l.library_id
     WHERE f.content_key = +? AND f.gone_since_ms IS NULL AND l.library_id <> +?`,
    key,
    libraryId,
  );
  if (found === undefined) return undefined;
  const row = rowOf(found);
  return { library: row.text('name'), path: row.text('path') };
}

/** Whether there is one library only. Costs less than reading what it has to do with a key. */
export function isOnlyLibrary(database: Database): boolean {
  return database.get('SELECT 1 FROM library LIMIT 1 OFFSET 1') === undefined;
}

/** What every library of this computer has to do with a key, in the order in which they were added. */
export function readLibraryClaims(database: Database, key: ContentKeyText, serviceId: string): LibraryClaim[] {
  const parsed = parseContentKey(key);
  const { from, before } = classRangeOf(key);
  return database
    .all(
      `SELECT l.library_id, l.application_name, l.application_version,
         coalesce(json_extract(l.settings, '$.fetch'), 'everything') AS fetch,
         EXISTS (SELECT 1 FROM local_file AS f WHERE f.library_id = l.library_id AND f.content_key = +?)
           OR EXISTS (SELECT 1 FROM synced_item AS s
             WHERE s.library_id = l.library_id AND s.service_id = +? AND s.content_key = +?) AS holds_key,
         EXISTS (SELECT 1 FROM local_file AS f WHERE f.library_id = l.library_id
           AND f.content_key >= +? AND f.content_key < +? AND f.gone_since_ms IS NULL) AS has_class,
         EXISTS (SELECT 1 FROM synced_item AS s WHERE s.library_id = l.library_id AND s.service_id = +?
           AND s.content_key >= +? AND s.content_key < +?) AS had_class
       FROM library AS l ORDER BY l.rowid`,
      key,
      serviceId,
      key,
      from,
      before,
      serviceId,
      from,
      before,
    )
    .map(rowOf)
    .map((row) => ({
      libraryId: row.text('library_id'),
      fetch: row.text('fetch') as LibrarySettings['fetch'],
      isForProgram:
        parsed.ok &&
        isSameProgram(parsed.value, {
          applicationName: row.text('application_name'),
          applicationVersion: row.text('application_version'),
        }),
      holdsKey: row.number('holds_key') === 1,
      holdsClass: row.number('has_class') === 1 ? 'has' : row.number('had_class') === 1 ? 'had' : 'never',
    }));
}
