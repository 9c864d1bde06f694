import type { Database, SqlValue } from '../../../electron/engine/ports.ts';
import { text } from '../../../electron/engine/state/row.ts';
import { migrate } from '../../../electron/engine/state/schema.ts';
import { insert, raw, sql } from '../../../electron/engine/state/sql.ts';
import { openSqlite } from '../../../electron/platform/sqlite.ts';

/**
 * State databases in memory that are used again, emptied: a property test opens thousands, and compiling the same
 * statements for each of them took a third of its time.
 */
type State = ReturnType<typeof openSqlite>;

const kept: State[] = [];
const taken = new Map<Database, () => void>();

/** An empty state of this version of the schema, until it is given back. */
export function takeState(): Database {
  const state = kept.pop() ?? migrated(openSqlite(':memory:'));
  const handle = passingOnTo(state);
  taken.set(handle.database, () => {
    handle.close();
    empty(state);
    kept.push(state);
  });
  return handle.database;
}

/** Gives back what is not needed any more; whoever still uses one of them fails. */
export function giveBack(states: Iterable<Database>): void {
  for (const state of states) {
    taken.get(state)?.();
    taken.delete(state);
  }
}

/** Gives back all that was taken. */
export const giveBackAll = (): void => giveBack([...taken.keys()]);

function migrated(state: State): State {
  migrate(state);
  return state;
}

function passingOnTo(state: State): { readonly database: Database; close(): void } {
  let current: State | undefined = state;
  const open = (): State => {
    if (!current) throw new Error('This state was given back.');
    return current;
  };
  return {
    database: {
      run: (statement) => open().run(statement),
      get: (statement, read) => open().get(statement, read),
      all: (statement, read) => open().all(statement, read),
      has: (statement) => open().has(statement),
      transaction: (work) => open().transaction(work),
      together: (work) => open().together(work),
      close: () => undefined,
    },
    close: () => (current = undefined),
  };
}

/** Another state that holds what the first one holds at this moment. */
export function copyOfState(database: Database): Database {
  const copy = takeState();
  copy.transaction(() => {
    for (const table of tablesOf(database)) {
      // Triggers and inserts have left their notes in some of them: only what the first one holds counts.
      copy.run(sql`DELETE FROM ${raw(table)}`);
      for (const row of database.all(sql`SELECT * FROM ${raw(table)}`, (found) => found as Record<string, SqlValue>)) {
        copy.run(insert(table, row));
      }
    }
  });
  return copy;
}

/** Triggers note in `dirty` what is deleted, and SQLite in `sqlite_sequence` what was inserted. */
function empty(state: State): void {
  state.transaction(() => {
    for (const table of tablesOf(state)) {
      if (state.has(sql`SELECT 1 FROM ${raw(table)}`)) state.run(sql`DELETE FROM ${raw(table)}`);
    }
  });
}

/** Those in which other tables are noted come last. */
function tablesOf(database: Database): string[] {
  return database.all(
    sql`SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name IN ('dirty', 'sqlite_sequence')`,
    text('name'),
  );
}
