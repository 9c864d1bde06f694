import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLinksMemory } from '../../../../electron/engine/state/links-memory.ts';
import { raw, sql } from '../../../../electron/engine/state/sql.ts';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

const [pump, loose, drawing] = ['EC000001/MC000001/pump.rfa', 'loose.rfa', 'EC000002/MC000001/valve.rfa'];

let world: World;
beforeEach(async () => {
  world = createWorld();
  for (const path of [pump, loose, drawing]) world.hold(path, `bytes of ${path}`);
  await world.open();
  await world.idle();
});
afterEach(() => world.close());

/** What another version of the app left of the verdicts. */
async function openAfter(change: string): Promise<void> {
  await world.engine.close();
  world.database().run(raw(change));
  await world.start();
}

it.each([
  ['of a kind that nobody here knows', `'{"kind":"newer"}', kind = 'newer', state = 'newer'`],
  ['with a state that nobody here knows', `verdict, state = 'newer'`],
  ['that is no JSON', `'{'`],
])('a verdict %s is judged again: every list can be seen', async (_, to) => {
  const before = world.states();
  await openAfter(`UPDATE verdict SET verdict = ${to}`);
  await world.idle();
  expect(world.states()).toEqual(before);
});

it('a link that nobody here can read is called an unreadable state, with what to do', async () => {
  const libraryId = world.libraryId();
  world.database().run(sql`INSERT INTO file_link VALUES (${libraryId}, 'loose.rfa', '{"etimClassCode":7}', 1)`);
  expect(() => createLinksMemory(world.database(), libraryId).unwritten()).toThrow(
    expect.objectContaining({ code: 'state-unreadable' }),
  );
});
