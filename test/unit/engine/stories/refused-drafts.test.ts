import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
beforeEach(() => {
  world = createWorld();
  world.service.setTakesFiles(true);
  world.hold(pump, 'one');
});
afterEach(() => world.close());

async function remove(): Promise<void> {
  world.disk.delete(pump);
  world.watcher.hint(pump);
  await world.clock.advance(120_000);
}

it('of a new file that the service refused and that is gone nobody says that the service keeps it', async () => {
  world.service.setLicenseAccepted(false);
  await world.open();
  await remove();
  expect(world.states()).toEqual({});
});

it('of an edit that the service refused and that is gone it is said that the service does not have it', async () => {
  await world.open();
  world.service.setLicenseAccepted(false);
  world.save(pump, 'two');
  await world.idle();
  await remove();
  const { files } = await world.engine.statusReader.explain([`/library/${pump}`]);
  expect(files[0]?.explanation.reason).toMatchObject({ isUnsent: true });
});
