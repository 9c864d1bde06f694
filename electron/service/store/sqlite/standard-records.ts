import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { StandardRecords, StoredStandard } from '../store.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';

const standardRow = z.object({ standard_id: z.string(), standard_name: z.string() });

/** CAD standards in SQLite; ids are random GUIDs in lower case. */
export function createStandardRecords(database: Database.Database, commits: SharedCommits): StandardRecords {
  const list = database.prepare('SELECT * FROM standards ORDER BY standard_name');
  const find = database.prepare('SELECT * FROM standards WHERE standard_id = ?');
  const insert = database.prepare('INSERT OR IGNORE INTO standards (standard_id, standard_name) VALUES (?, ?)');
  const byName = database.prepare('SELECT * FROM standards WHERE standard_name = ?');

  return {
    list: async () => list.all().map(readStandard),
    async find(standardId) {
      const row = find.get(standardId.toLowerCase());
      return row === undefined ? undefined : readStandard(row);
    },
    put: (standardName) =>
      commits.add(() => {
        insert.run(randomUUID(), standardName);
        return readStandard(byName.get(standardName));
      }),
  };
}

function readStandard(row: unknown): StoredStandard {
  const { standard_id: standardId, standard_name: standardName } = standardRow.parse(row);
  return { standardId, standardName };
}
