import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

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

it('a license code that the service takes again is noticed by what is saved a while later, and all goes', async () => {
  const valve = 'EC000002/MC000001/valve.rfa';
  world.service.setLicenseAccepted(false);
  await world.open();
  world.service.setLicenseAccepted(true);
  const asked = (): number => world.service.callsOf('storeMetadata');
  const before = asked();
  world.save(valve, 'soon after');
  await world.clock.advance(60_000);
  // Everything that is saved would be refused by the dozen.
  expect(asked()).toBe(before);
  // Nor does what is saved meanwhile, and not sent, put that off.
  await world.clock.advance(600_000);
  world.save(valve, 'still too soon');
  await world.clock.advance(300_000);
  expect(asked()).toBe(before);
  world.save('EC000003/MC000001/tap.rfa', 'later');
  await world.clock.advance(60_000);
  expect(Object.values(world.states())).toEqual(['draft', 'draft', 'draft']);
});

it('a folder that may be written to again gets what waited for that, and said so until then', async () => {
  await world.open();
  world.disk.setReadOnly(true);
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  await world.clock.advance(120_000);
  expect(world.states()).toEqual({ [pump]: 'needsYou' });
  world.disk.setReadOnly(false);
  await world.clock.advance(600_000);
  expect([world.disk.text(pump), world.states()]).toEqual(['theirs', { [pump]: 'draft' }]);
});

it('an edit that the service took before it refused to list it is in no conflict with what is saved then', async () => {
  await world.open();
  const { versions } = world.service;
  const { answer } = versions;
  versions.answer = (id, input) => {
    const answered = answer(id, input);
    return id === 'storeMetadata' ? [] : answered;
  };
  world.service.fail('listVersions', 'rightMissing');
  world.service.afterServing('storeMetadata', async () => world.save(pump, 'three'));
  world.save(pump, 'two');
  await world.clock.advance(600_000);
  expect(world.states()[pump]).toBe('draft');
  expect(versions.history(keyOf('EC000001'))).toEqual(['0.1 one', '0.2 two', '0.3 three']);
});
