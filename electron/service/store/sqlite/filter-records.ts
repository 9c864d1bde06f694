import type Database from 'better-sqlite3';
import { readFilter, readFilterJson } from '../filter-rows.ts';
import { longRowsPerPage, pagesByKey } from '../list-pages.ts';
import { readIfThere } from '../read-if-there.ts';
import type { FilterRecords, StoredFilter } from '../stored-lists.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';

/** Filters in SQLite; ids count up and are never given twice. */
export function createFilterRecords(database: Database.Database, commits: SharedCommits): FilterRecords {
  const insert = database.prepare('INSERT INTO filters (filter) VALUES (?)');
  const find = database.prepare('SELECT filter FROM filters WHERE filter_id = ?');

  const put = database.prepare('INSERT OR IGNORE INTO filters (filter_id, filter) VALUES (?, ?)');
  const list = database.prepare('SELECT * FROM filters WHERE filter_id > ? ORDER BY filter_id LIMIT ?');

  return {
    put: ({ filterId, json }) => commits.add(() => void put.run(filterId, json)),
    list: () =>
      pagesByKey<StoredFilter>(
        async (last, size) => list.all(last?.filterId ?? -1, size).map(readFilter),
        longRowsPerPage,
      ),
    add: (json) => commits.add(() => Number(insert.run(json).lastInsertRowid)),
    find: async (filterId) => readIfThere(find.get(filterId), readFilterJson),
  };
}
