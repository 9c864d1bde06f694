import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLibraryChanges } from '../../../../electron/engine/application/library-changes.ts';
import { createWorld, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'mine');
  await world.open();
});
afterEach(() => world.close());

const stopSending = () =>
  createLibraryChanges(world.engine).saveSettings(world.libraryId(), { direction: 'downOnly' }, { confirmed: false });

it('what the service has is not at stake while a newer version waits to be fetched', async () => {
  world.disk.fail('replace', pump, 'file-in-use', 1_000);
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.clock.advance(60_000);
  expect(world.states()).toEqual({ [pump]: 'waiting' });
  const answer = await stopSending();
  expect(answer).toMatchObject({ done: true, atStake: { files: [] } });
});

it('what was never sent is at stake', async () => {
  world.service.setAway(true);
  world.save(pump, 'saved since');
  await world.clock.advance(60_000);
  const answer = await stopSending();
  expect(answer.done).toBe(false);
  expect(answer.atStake.files).toHaveLength(1);
});
