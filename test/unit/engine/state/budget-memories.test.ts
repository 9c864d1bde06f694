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
