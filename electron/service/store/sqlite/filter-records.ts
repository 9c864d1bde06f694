import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { FilterRecords } from '../store.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';

const filterRow = z.object({ filter: z.string() });

/** Filters in SQLite; ids count up and are never given twice. */
export function createFilterRecords(database: Database.Database, commits: SharedCommits): FilterRecords {
  const insert = database.prepare('INSERT INTO filters (filter) VALUES (?)');
  const find = database.prepare('SELECT filter FROM filters WHERE filter_id = ?');

  return {
    add: (json) => commits.add(() => Number(insert.run(json).lastInsertRowid)),
    async find(filterId) {
      const row = find.get(filterId);
      return row === undefined ? undefined : filterRow.parse(row).filter;
    },
  };
}
