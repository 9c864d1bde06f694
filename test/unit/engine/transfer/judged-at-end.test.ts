import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { text } from '../../../../electron/engine/state/row.ts';
import { sql } from '../../../../electron/engine/state/sql.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.open();
});
afterEach(() => world.close());

/** The verdict as it is kept, without having anything judged for the question. */
const kept = (): string[] => world.database().all(sql`SELECT kind FROM verdict WHERE subject = ${pump}`, text('kind'));
const dirty = (): string[] => world.database().all(sql`SELECT content_key AS key FROM dirty`, text('key'));

it('keeps what is true of a file once it was sent, before anybody asks', async () => {
  world.save(pump, 'one');
  await world.clock.advance(20_000);
  expect(world.service.versions.history(key)).toEqual(['0.1 one']);
  expect(kept()).toEqual(['inStep']);
  expect(dirty()).not.toContain(key);
});

it('plans a file again that was saved while it was being sent', async () => {
  const { arrived, letGo } = world.service.hold('storeMetadata');
  world.save(pump, 'one');
  await world.clock.advance(20_000);
  await arrived;
  world.save(pump, 'two');
  letGo();
  await world.idle();
  expect(world.service.versions.history(key).at(-1)).toBe('0.2 two');
});

it('takes nothing back that was sent where it cannot be judged, and judges it when somebody asks', async () => {
  const { judgement } = world.engine.runnerOf(world.libraryId());
  const judge = vi.spyOn(judgement, 'judge').mockImplementation(() => {
    throw new TypeError('a fault of the judgement');
  });
  world.save(pump, 'one');
  await world.clock.advance(20_000);
  expect(judge).toHaveBeenCalled();
  judge.mockRestore();
  expect(world.states()).toEqual({ [pump]: 'draft' });
  expect(world.service.callsOf('storeMetadata')).toBe(1);
});
