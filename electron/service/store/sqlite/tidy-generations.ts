import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { SharedCommits } from '../../../commits/shared-commits.ts';
import { noEnd, tablesOfGenerations, type TableOfGenerations } from '../generation-rows.ts';
import type { TellProgress } from '../store.ts';

/** Removes rows that no generation needs any more; nobody who reads can tell whether it has been done. */
export interface Tidying {
  /** Begins; a failure shows when it is finished. */
  begin(): void;
  /** Resolves when nothing goes on, whether it was done or failed. */
  rest(): Promise<void>;
  /** Tries again what failed; resolves when all is done. */
  finish(onProgress?: TellProgress): Promise<void>;
  close(): Promise<void>;
}

/** So many rows are one commit: requests get their turn in between. */
const rowsPerCommit = 200;

const tidiedRow = z.object({ tidied: z.number() });

/** @param shownNow the generation that is shown: rows of later ones are left over while this runs */
export function createTidying(database: Database.Database, commits: SharedCommits, shownNow: () => number): Tidying {
  const steps = tablesOfGenerations.flatMap((table) => prepareSteps(database, table));
  const reindexing = prepareReindexing(database, commits);
  const findTidied = database.prepare('SELECT tidied FROM product_data');
  const setTidied = database.prepare('UPDATE product_data SET tidied = ?');
  let running: Promise<void> | undefined;
  let isClosing = false;
  let tellCommit = (): void => undefined;

  async function run(): Promise<void> {
    const shown = shownNow();
    const { tidied } = tidiedRow.parse(findTidied.get());
    if (tidied < shown) await reindexing(shown, () => isClosing);
    for (const step of steps) {
      while (!isClosing && step.isLeft(shown)) {
        await commits.add(() => step.run(shown));
        tellCommit();
      }
    }
    if (!isClosing && tidied < shown) await commits.add(() => setTidied.run(shown));
  }

  function begin(): Promise<void> {
    const before = running?.catch(() => undefined) ?? Promise.resolve();
    running = before.then(run);
    running.catch(() => undefined);
    return running;
  }

  return {
    begin: () => void begin(),
    rest: async () => running?.catch(() => undefined),
    async finish(onProgress = () => undefined) {
      const shown = shownNow();
      const rows = steps.reduce((sum, step) => sum + step.countLeft(shown), 0);
      let doneRows = 0;
      tellCommit = () => onProgress(Math.min(1, (doneRows += rowsPerCommit) / rows));
      try {
        await (running ?? begin()).catch(begin);
      } finally {
        // What is removed later is of others.
        tellCommit = () => undefined;
      }
    },
    async close() {
      isClosing = true;
      await running?.catch(() => undefined);
    },
  };
}

interface Step {
  isLeft(shown: number): boolean;
  countLeft(shown: number): number;
  run(shown: number): void;
}

function prepareSteps(database: Database.Database, table: TableOfGenerations): Step[] {
  const prepare = (where: string, change: string): Step => {
    const left = database.prepare(`SELECT 1 FROM ${table} WHERE ${where} LIMIT 1`);
    const count = database.prepare<[number], number>(`SELECT count(*) FROM ${table} WHERE ${where}`).pluck();
    const chosen = `rowid IN (SELECT rowid FROM ${table} WHERE ${where} LIMIT ${rowsPerCommit})`;
    const statement = database.prepare(`${change} WHERE ${chosen}`);
    return {
      isLeft: (shown) => left.get(shown) !== undefined,
      countLeft: (shown) => count.get(shown) ?? 0,
      run: (shown) => void statement.run(shown),
    };
  };
  return [
    // Of an import that was dropped: what it brought, and the end it put to what was there.
    prepare('since > ?', `DELETE FROM ${table}`),
    prepare(`until > ? AND until < ${noEnd}`, `UPDATE ${table} SET until = ${noEnd}`),
    // Of an import that was shown: what it replaced.
    prepare(`until <= ? AND until < ${noEnd}`, `DELETE FROM ${table}`),
  ];
}

/** Products are also found by the words of their classes: those of classes with new words are indexed again. */
function prepareReindexing(database: Database.Database, commits: SharedCommits) {
  const tables = [
    ['etim_classes', 'etim_class_code'],
    ['modelling_classes', 'modelling_class_code'],
  ].map(([table = '', column = '']) => ({
    reworded: database
      .prepare<[number], readonly [code: string, after: number]>(
        `SELECT code, max(reworded_after) FROM ${table} WHERE since = ? AND reworded_after > 0 GROUP BY code`,
      )
      .raw(),
    rowsOf: database
      // Each page goes on in the index where the one before ended.
      .prepare<[string, number, number], number>(
        `SELECT row_id FROM products WHERE ${column} = ? AND row_id > ? AND row_id <= ? AND +until = ${noEnd}
         ORDER BY row_id LIMIT ${rowsPerCommit}`,
      )
      .pluck(),
  }));
  const index = database.prepare(
    `INSERT OR REPLACE INTO product_texts (rowid, product_code, names, manufacturer, classes)
     SELECT row_id, product_code, names, manufacturer, classes FROM products_as_text WHERE row_id = ?`,
  );
  return async (shown: number, isEnough: () => boolean): Promise<void> => {
    for (const { reworded, rowsOf } of tables) {
      for (const [code, after] of reworded.all(shown)) {
        for (let rows = rowsOf.all(code, 0, after); rows.length > 0 && !isEnough();) {
          const batch = rows;
          await commits.add(() => batch.forEach((rowId) => index.run(rowId)));
          rows = rowsOf.all(code, batch.at(-1) ?? after, after);
        }
      }
    }
  };
}
