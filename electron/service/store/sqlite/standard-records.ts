import { randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { readIfThere } from '../read-if-there.ts';
import { readStandard } from '../standard-rows.ts';
import type { StandardRecords } from '../stored-lists.ts';
import type { SharedCommits } from '../../../commits/shared-commits.ts';

/** CAD standards in SQLite; ids are random GUIDs in lower case. */
export function createStandardRecords(database: Database.Database, commits: SharedCommits): StandardRecords {
  const list = database.prepare('SELECT * FROM standards ORDER BY standard_name');
  const find = database.prepare('SELECT * FROM standards WHERE standard_id = ?');
  const insert = database.prepare('INSERT OR IGNORE INTO standards (standard_id, standard_name) VALUES (?, ?)');
  const byName = database.prepare('SELECT * FROM standards WHERE standard_name = ?');

  return {
    list: async () => list.all().map(readStandard),
    find: async (standardId) => readIfThere(find.get(standardId.toLowerCase()), readStandard),
    put: (standardName, standardId = randomUUID()) =>
      commits.add(() => {
        insert.run(standardId, standardName);
        return readStandard(byName.get(standardName));
      }),
  };
}
