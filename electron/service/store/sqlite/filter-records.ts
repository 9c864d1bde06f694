import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { CadFilterResult } from '../../../../shared/api/schemas/cad-product.ts';
import type { FilterRecords } from '../store.ts';
import type { CommitQueue } from './commit-queue.ts';

const filterRow = z.object({ filter: z.string() });

/** Filters in SQLite; ids count up and are never given twice. */
export function createFilterRecords(database: Database.Database, commits: CommitQueue): FilterRecords {
  const insert = database.prepare('INSERT INTO filters (filter) VALUES (?)');
  const find = database.prepare('SELECT filter FROM filters WHERE filter_id = ?');

  return {
    add: (filter) => commits.add(() => Number(insert.run(JSON.stringify(filter)).lastInsertRowid)),
    async find(filterId) {
      const row = find.get(filterId);
      // What stands here went through the record's schema when it came in, and only this service writes it.
      return row === undefined ? undefined : (JSON.parse(filterRow.parse(row).filter) as CadFilterResult);
    },
  };
}
