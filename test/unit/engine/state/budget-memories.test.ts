import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { createBudgetMemories } from '../../../../electron/engine/state/settings-store.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import type { KeptBudget } from '../../../../shared/rpc/request-budget.ts';

const budgetAt = (atMs: number): KeptBudget => ({ atMs, windows: [], silentForMs: 0 });

it('of the limits of a service the latest are kept, also where something else that is written with them fails', async () => {
  const database = openSqlite(':memory:');
  migrate(database);
  const memory = createBudgetMemories(database)('account');
  memory.write(() => budgetAt(1));
  memory.write(() => budgetAt(2));
  const other = database.together(() => {
    throw new Error('It cannot be written.');
  });
  await expect(other).rejects.toThrow('It cannot be written.');
  expect(memory.read()).toEqual(budgetAt(2));
  memory.write(() => budgetAt(3));
  await database.together(() => undefined);
  expect(memory.read()).toEqual(budgetAt(3));
  database.close();
});

it('are not lost that were noted while others are flushed, just before the end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cadsync-budget-'));
  const open = () => {
    const database = openSqlite(join(folder, 'state.db'));
    migrate(database);
    return { database, memory: createBudgetMemories(database)('account') };
  };
  try {
    const { database, memory } = open();
    memory.write(() => budgetAt(1));
    while (memory.read()?.atMs !== 1) await nextTurn();
    memory.write(() => budgetAt(2));
    database.close();
    const next = open();
    expect(next.memory.read()).toEqual(budgetAt(2));
    next.database.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
