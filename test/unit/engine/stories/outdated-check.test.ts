import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const classes = Array.from({ length: 6 }, (_, place) => `EC0001${String(place).padStart(2, '0')}`);
const paths = classes.map((code) => `${code}/MC000001/pump.rfa`);

let world: World;
beforeEach(async () => {
  world = createWorld();
  for (const path of paths) world.hold(path, `base ${path}`);
  await world.open();
  // Such a service stores whatever it is sent: nothing but the look before stands between two people.
  world.service.versions.ignoreBases();
  world.engine.saveSettings({ parallelTransfers: 1 });
});
afterEach(() => world.close());

const saveAll = (): void => {
  for (const path of paths) world.save(path, `mine ${path}`);
};

const colleaguesSaveAll = (): void => {
  for (const code of classes) world.service.versions.publishElsewhere(recordOf(code), `theirs ${code}`);
};

/** Files of which a colleague's newer draft lies below mine. */
const overwritten = (): string[] => {
  const histories = classes.map((code) => world.service.versions.history(keyOf(code)));
  return histories.flatMap((history) => (history.at(-1)?.includes('mine') && history.length > 2 ? history : []));
};

describe('what was found about a file on the service before it is sent', () => {
  it.each([
    ['and the service lists what it has', false],
    ['while the service takes long to list what it has', true],
  ])('is looked up again after an outage, %s', async (_, isSlow) => {
    world.service.afterServing('findCurrentMetadata', async () => void world.service.setAway(true));
    saveAll();
    await world.clock.advance(3_600_000);
    colleaguesSaveAll();
    const hold = isSlow ? world.service.hold('listMetadata') : undefined;
    world.service.setAway(false);
    await world.clock.advance(300_000);
    hold?.letGo();
    await world.clock.advance(600_000);
    expect(overwritten()).toEqual([]);
  });

  it('is looked up again after a pause', async () => {
    const { arrived } = world.service.hold('storeFile');
    saveAll();
    await world.clock.advance(30_000);
    await arrived;
    await world.engine.saveLibrarySettings(world.libraryId(), { isPaused: true });
    await world.clock.advance(3 * 86_400_000);
    colleaguesSaveAll();
    const hold = world.service.hold('listMetadata');
    await world.engine.saveLibrarySettings(world.libraryId(), { isPaused: false });
    await world.clock.advance(60_000);
    hold.letGo();
    await world.clock.advance(600_000);
    expect(overwritten()).toEqual([]);
  });
});

describe('a service that refuses the version that it says is its newest', () => {
  const sent = (): number => world.service.callsOf('storeFile');

  it('is asked less and less often, and gets the bytes once', async () => {
    const [path = ''] = paths;
    world.service.fail('storeMetadata', 'baseOutdated', 1_000);
    world.save(path, 'mine');
    await world.clock.advance(3_600_000);
    expect(sent() - paths.length).toBe(1);
    expect(world.service.callsOf('storeMetadata') - paths.length).toBeLessThan(60);
    world.service.mend();
    await world.clock.advance(600_000);
    expect(world.service.versions.history(keyOf('EC000100')).at(-1)).toBe('0.2 mine');
  });

  it('tells nobody of a failure where a colleague was only quicker', async () => {
    const [path = ''] = paths;
    world.service.versions.lookAtBases();
    world.service.afterServing('storeFile', async () => {
      world.service.versions.publishElsewhere(recordOf('EC000100'), 'theirs');
    });
    world.save(path, 'mine');
    await world.clock.advance(60_000);
    expect(world.states()[path]).toBe('conflict');
  });
});
