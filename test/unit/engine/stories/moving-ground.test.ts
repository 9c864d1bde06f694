import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const theirsArrive = async (text = 'theirs'): Promise<void> => {
  world.service.versions.publishElsewhere(recordOf('EC000001'), text);
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.idle();
};

describe('a file that moves on while it is sent', () => {
  it('is never sent torn: what is stored is one of the states it had', async () => {
    world.hold(pump, 'the first state, which is long enough for several pieces');
    world.disk.on('readChunk', pump, () => world.save(pump, 'the second state, which differs from the first one'));
    await world.open();
    expect(world.service.versions.history(key)).toEqual(['0.1 the second state, which differs from the first one']);
  });

  it('is sent anew when its bytes changed without its date and size', async () => {
    world.hold(pump, 'bytes A');
    await world.start();
    world.disk.on('read', pump, () => world.disk.write(pump, 'bytes B', world.clock.now() - 3_600_000));
    const stamp = world.clock.now() - 3_600_000;
    world.disk.write(pump, 'bytes A', stamp);
    world.disk.on('read', pump, () => world.disk.write(pump, 'bytes B', stamp));
    await world.addLibrary();
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes B']);
    expect(world.service.callsOf('storeFile')).toBeLessThanOrEqual(2);
  });

  it('is not sent when it vanishes before', async () => {
    world.hold(pump, 'bytes');
    await world.start();
    world.disk.on('read', pump, () => void world.disk.delete(pump));
    await world.addLibrary();
    await world.clock.advance(120_000);
    expect(world.service.versions.keys()).toEqual([]);
    expect(world.queued()).toEqual([]);
    expect(world.service.calls.length).toBeLessThan(20);
  });
});

describe('a file that changes while its newer version is fetched', () => {
  it('is not overwritten: it becomes a conflict', async () => {
    world.hold(pump, 'mine');
    await world.open();
    world.disk.on('receive', /./, () => world.save(pump, 'mine, saved at the last moment'));
    await theirsArrive();
    expect(world.disk.text(pump)).toBe('mine, saved at the last moment');
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  });

  it('is read again, and fetched at most twice, when neither its date nor its size tell', async () => {
    world.hold(pump, 'mine A');
    await world.open();
    const stamp = world.clock.now() - 3_600_000;
    world.disk.write(pump, 'mine A', stamp);
    world.watcher.hint(pump);
    await world.idle();
    world.disk.write(pump, 'mine B', stamp);
    await theirsArrive();
    expect(world.disk.text(pump)).toBe('mine B');
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    expect(world.service.callsOf('getFile')).toBeLessThanOrEqual(2);
  });

  it('waits while it is open in its program', async () => {
    const drawing = 'EC000001/MC000001/plan.dwg';
    world.hold(drawing, 'mine');
    await world.open();
    world.hold('EC000001/MC000001/plan.dwl', 'open');
    world.service.versions.publishElsewhere(
      { ...recordOf('EC000001', 'plan', 'AutoCAD/2025'), fileExtension: 'dwg' },
      'theirs',
    );
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(120_000);
    expect(world.disk.text(drawing)).toBe('mine');
    world.disk.delete('EC000001/MC000001/plan.dwl');
    await world.idle(600_000);
    expect(world.disk.text(drawing)).toBe('theirs');
  });
});

describe('a new file of the service', () => {
  it.each([
    ['on its way', 'receive', 1],
    ['at the last moment', 'place', 1],
    ['at the last moment, and it is small', 'putWhole', 1_000],
  ] as const)(
    'takes another name when a file of the designer appears at its place %s',
    async (_when, operation, keepPartsFromBytes) => {
      world = createWorld({ keepPartsFromBytes });
      await world.open();
      const place = 'EC000001_v1/MC000001_v1/pump.rfa';
      world.disk.on(operation, /./, () => world.disk.write(place, 'program:Revit/2026 mine'));
      await theirsArrive();
      expect(world.disk.text(place)).toBe('program:Revit/2026 mine');
      expect(world.disk.text('EC000001_v1/MC000001_v1/pump (2).rfa')).toBe('theirs');
      world.watcher.hint(place);
      await world.idle();
      expect(world.service.versions.keys()).toEqual([key]);
      expect(new Set(Object.values(world.states()))).toEqual(new Set(['draft', 'otherProgram']));
    },
  );

  it.each([
    ['it is small', 1_000],
    ['it is not', 1],
  ])('that its program saves as soon as it is there is sent, not taken for the service’s: %s', async (_what, bytes) => {
    world = createWorld({ keepPartsFromBytes: bytes });
    await world.open();
    const place = 'EC000001_v1/MC000001_v1/pump.rfa';
    world.disk.after(bytes === 1 ? 'place' : 'putWhole', /pump/, () => world.disk.write(place, 'mine, at once'));
    await theirsArrive();
    world.watcher.hint(place);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 theirs', '0.2 mine, at once']);
  });

  it('does not share its place with another that arrives at the same time', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'of 2025');
    world.service.versions.publishElsewhere({ ...recordOf('EC000001'), type: 'Detail' }, 'the detail');
    await world.open();
    const drawings = world.disk.paths().filter((path) => path !== '.cadlibrary.json');
    expect(drawings.map((path) => world.disk.text(path)).sort()).toEqual(['of 2025', 'the detail']);
    expect(Object.values(world.states())).toEqual(['draft', 'draft']);
    await world.close();
    await world.start();
    await world.idle();
    expect(Object.values(world.states())).toEqual(['draft', 'draft']);
    expect(world.service.versions.keys()).toHaveLength(2);
  });

  it('arrives although another file is open in its program and cannot be read yet', async () => {
    world.hold('EC000009/MC000001/plan.dwg', 'open');
    world.hold('EC000009/MC000001/plan.dwl', 'lock');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.start();
    await world.addLibrary();
    await world.clock.advance(60_000);
    expect(world.disk.text('EC000001_v1/MC000001_v1/pump.rfa')).toBe('theirs');
  });

  it('waits for a file that cannot be read yet and may be the very one', async () => {
    world.hold(pump, 'unfinished');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.disk.write(pump, 'unfinished');
    await world.start();
    await world.addLibrary();
    await world.clock.advance(60_000);
    expect(world.disk.paths()).toEqual([pump]);
    world.save(pump, 'theirs');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('is not fetched beside an empty file of its key', async () => {
    world.hold(pump, '');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.open();
    expect(world.disk.paths()).toEqual([pump]);
    expect(world.states()).toEqual({ [pump]: 'needsYou' });
  });
});

describe('a service that went back', () => {
  it('behind what it confirmed gets the bytes again, once', async () => {
    world.hold(pump, 'first');
    await world.open();
    world.save(pump, 'second');
    await world.idle();
    world.service.versions.forgetNewest(key);
    world.save(pump, 'third');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 third']);
    expect(world.service.callsOf('storeFile')).toBeLessThanOrEqual(4);
  });

  it('and forgot a file gets it again', async () => {
    world.hold(pump, 'first');
    await world.open();
    world.service.versions.forgetNewest(key);
    world.save(pump, 'second');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 second']);
  });
});

describe('a service that does not tell its hashes', () => {
  it('and released the bytes both sides know makes no conflict of the next edit', async () => {
    world.service.versions.tellNoHashes();
    world.hold(pump, 'first');
    await world.open();
    world.service.setAway(true);
    world.save(pump, 'second');
    await world.clock.advance(10_000);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'first');
    world.service.setAway(false);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 first', '0.3 second']);
    expect(world.engine.activity.list(50).map(({ kind }) => kind)).not.toContain('conflictFound');
    expect(world.disk.ownPaths().filter((path) => path.includes('/conflicts/'))).toEqual([]);
  });
});

describe('a newer version that is found while ours is sent', () => {
  it('is not forgotten when ours is through', async () => {
    world.hold(pump, 'first');
    await world.open();
    world.save(pump, 'mine');
    const { arrived, letGo } = world.service.holdAnswer('storeMetadata');
    await Promise.all([arrived, world.clock.advance(5_000)]);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs, made from mine');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(1_000);
    letGo();
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 mine', '0.3 theirs, made from mine']);
    expect(world.disk.text(pump)).toBe('theirs, made from mine');
  });
});
