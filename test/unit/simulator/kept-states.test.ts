import { expect, test } from 'vitest';
import type { Database } from '../../../electron/engine/ports.ts';
import { text } from '../../../electron/engine/state/row.ts';
import { migrate } from '../../../electron/engine/state/schema.ts';
import { raw } from '../../../electron/engine/state/sql.ts';
import { openSqlite } from '../../../electron/platform/sqlite.ts';
import { copyOfState, giveBackAll, takeState } from '../../fakes/engine/kept-states.ts';
import { createWorld } from '../../fakes/engine/world.ts';

/** Every row of every table. */
function contents(database: Database): Record<string, readonly unknown[]> {
  const tables = database.all(raw("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"), text('name'));
  return Object.fromEntries(tables.map((name) => [name, database.all(raw(`SELECT * FROM ${name}`), (row) => row)]));
}

async function stateInUse(): Promise<Database> {
  const world = createWorld();
  world.hold('EC000001/MC000001/pump.rfa', 'first');
  await world.open();
  world.save('EC000001/MC000001/pump.rfa', 'second');
  await world.clock.advance(100);
  return world.database();
}

test('a state that is used again is as a new one', async () => {
  const fresh = openSqlite(':memory:');
  migrate(fresh);
  expect(contents(await stateInUse())['local_file']).toHaveLength(1);
  giveBackAll();
  const again = takeState();
  expect(contents(again)).toEqual(contents(fresh));
  fresh.close();
});

test('a copy of a state holds what the first one holds, and nothing that copying it made', async () => {
  const state = await stateInUse();
  expect(contents(copyOfState(state))).toEqual(contents(state));
});

test('a state that was given back cannot be used by who had it', () => {
  const state = takeState();
  giveBackAll();
  expect(() => state.has(raw('SELECT 1'))).toThrow('given back');
});
