import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeClock } from '../../../fakes/engine/clock.ts';
import { createWorld, keyOf, recordOf, revit2025, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');
const dayMs = 86_400_000;

let world: World;
let offsetMs: number;
beforeEach(() => {
  offsetMs = 0;
  const clock = createFakeClock();
  world = createWorld({ programs: [revit2025], clock: { ...clock, now: () => clock.now() + offsetMs } });
});
afterEach(() => world.close());

for (const [how, byMs] of [
  ['set back by a day', -dayMs],
  ['set forward by a day', dayMs],
] as const) {
  describe(`a clock that is ${how} while the app runs`, () => {
    beforeEach(async () => {
      world.hold(pump, 'first');
      await world.open();
      offsetMs = byMs;
    });

    it('changes nothing of how often the service is asked', async () => {
      const before = world.service.callsOf('listMetadata');
      await world.clock.advance(10 * 60_000);
      expect(world.service.callsOf('listMetadata') - before).toBe(10);
    });

    it('changes nothing of how often the folder is compared', async () => {
      world.disk.write('EC000002/MC000001/valve.rfa', 'valve');
      await world.clock.advance(3_600_000 + 5_000);
      expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 valve']);
    });

    it('delays no upload and no download', async () => {
      world.save(pump, 'second');
      await world.clock.advance(3_000);
      expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
      await world.clock.advance(61_000);
      expect(world.disk.text(pump)).toBe('theirs');
    });

    it('delays no upload that waits for its next try', async () => {
      world.service.fail('storeFile', 'internalError', 2);
      world.save(pump, 'second');
      await world.clock.advance(3_000);
      offsetMs += byMs;
      await world.clock.advance(30_000);
      expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    });

    it('delays no probe of a service that was away', async () => {
      world.service.setAway(true);
      world.save(pump, 'second');
      await world.clock.advance(10_000);
      offsetMs += byMs;
      world.service.setAway(false);
      await world.clock.advance(120_000);
      expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    });
  });
}

describe('a clock that is set back', () => {
  beforeEach(async () => {
    world.hold(pump, 'first');
    await world.open();
  });

  it('does not keep a file that is gone from counting as removed', async () => {
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(1_000);
    offsetMs = -dayMs;
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
    expect(world.engine.isIdle()).toBe(true);
  });

  it('does not make a file that was just saved an old one that may be read', async () => {
    offsetMs = -dayMs;
    world.save(pump, 'half of it');
    await world.clock.advance(1_500);
    world.save(pump, 'all of it');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 all of it']);
  });

  it('while the app is away does not delay what waits for its next try', async () => {
    world.service.fail('storeFile', 'internalError', 1);
    world.save(pump, 'second');
    await world.clock.advance(2_000);
    world.crash();
    offsetMs = -dayMs;
    await world.start();
    await world.clock.advance(10_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
  });
});

describe('a clock that is set forward', () => {
  it('does not make a file that is being written one that stands still', async () => {
    await world.open();
    world.save(pump, 'half of it');
    await world.clock.advance(1_000);
    offsetMs = dayMs;
    world.watcher.hint(pump);
    await world.clock.advance(500);
    world.save(pump, 'all of it');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 all of it']);
  });
});

const keptTexts = (): (string | undefined)[] =>
  world.disk
    .ownPaths()
    .filter((path) => path.includes('/backup/'))
    .map((path) => world.disk.text(path));

describe('a replaced file, while the clock is set ahead', () => {
  const isKept = (): boolean => keptTexts().length > 0;

  it('is kept, and goes in its time when the clock is right again', async () => {
    world.hold(pump, 'first');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.clock.advance(61_000);
    expect(isKept()).toBe(true);
    // It is looked at once a day, and after every start.
    await world.close();
    offsetMs = 400 * dayMs;
    await world.start();
    await world.clock.advance(3_700_000);
    await world.close();
    offsetMs = 0;
    await world.start();
    await world.days(28);
    expect(isKept()).toBe(true);
    await world.days(6);
    expect(isKept()).toBe(false);
  });
});

describe('a replaced file that was kept while the clock was behind', () => {
  it('stays for its thirty days too, and goes then', async () => {
    world.hold(pump, 'first');
    await world.open();
    await world.days(3);
    world.clock.set(-400 * dayMs);
    await world.clock.advance(60_000);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.clock.advance(61_000);
    await world.close();
    world.clock.set(400 * dayMs);
    await world.start();
    await world.days(29);
    expect(keptTexts()).toEqual(['first']);
    await world.days(5);
    expect(keptTexts()).toEqual([]);
  });
});

it('leaves another computer what it has under way in a shared folder, also where the clock is ahead at a start', async () => {
  const names = ['EC000001/MC000001/.cadsync-other-computer.part', '.cadlibrary/conflicts/pump (theirs).rfa'];
  world.hold(pump, 'first');
  await world.open();
  await world.days(40);
  await world.close();
  for (const name of names) world.disk.write(name, 'of another computer');
  world.clock.set(40 * dayMs);
  await world.start();
  await world.clock.advance(10 * 60_000);
  expect(names.map((name) => world.disk.text(name))).toEqual(names.map(() => 'of another computer'));
  world.clock.set(-40 * dayMs);
  await world.days(35);
  expect(names.map((name) => world.disk.text(name))).toEqual(names.map(() => undefined));
});

describe('another interval', () => {
  beforeEach(() => world.open());

  it('between two questions to the service counts at once', async () => {
    const before = world.service.callsOf('listMetadata');
    world.engine.saveSettings({ pollIntervalMs: 5_000 });
    await world.clock.advance(31_000);
    expect(world.service.callsOf('listMetadata') - before).toBe(6);
  });

  it('between two scans counts at once', async () => {
    world.engine.saveSettings({ fullScanIntervalMs: 60_000 });
    world.disk.write(pump, 'first');
    await world.clock.advance(65_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
  });
});
