import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../fakes/engine/clock.ts';
import type { LibraryDisk } from '../../../../electron/engine/ports.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

async function startAgain(): Promise<void> {
  await settle();
  await world.start();
  await world.idle();
}

describe('a crash in the middle of an upload', () => {
  for (const operation of ['storeFile', 'storeMetadata', 'findCurrentMetadata', 'listMetadata'] as const) {
    it(`whose ${operation} was not answered yet makes one version`, async () => {
      world.hold(pump, 'first');
      const { arrived } = world.service.hold(operation);
      await world.start();
      await world.addLibrary();
      await Promise.all([arrived, world.clock.advance(5_000)]);
      world.crash();
      await startAgain();
      expect(world.service.versions.history(key)).toEqual(['0.1 first']);
      expect(world.states()).toEqual({ [pump]: 'draft' });
    });
  }

  it('whose metadata the service has stored makes one version', async () => {
    world.hold(pump, 'first');
    await world.start();
    world.service.afterServing('storeMetadata', () => world.crashNow());
    await world.addLibrary();
    await world.clock.advance(5_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    await startAgain();
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('and an edit while the app is away makes a second version', async () => {
    world.hold(pump, 'first');
    await world.start();
    world.service.afterServing('storeMetadata', () => world.crashNow());
    await world.addLibrary();
    await world.clock.advance(5_000);
    world.disk.write(pump, 'second');
    await startAgain();
    expect(world.disk.text(pump)).toBe('second');
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
  });

  it('whose file is deleted while the app is away leaves the version on the service and does not come back', async () => {
    world.hold(pump, 'first');
    await world.start();
    world.service.afterServing('storeMetadata', () => world.crashNow());
    await world.addLibrary();
    await world.clock.advance(5_000);
    world.disk.delete(pump);
    await startAgain();
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    expect(world.disk.paths()).toEqual([]);
  });
});

describe('a crash in the middle of a release', () => {
  it('that the service has carried out makes one release', async () => {
    world.hold(pump, 'first');
    await world.open();
    world.service.afterServing('release', () => world.crashNow());
    world.publish([key], 'for the fair');
    await world.clock.advance(5_000);
    await startAgain();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '1.0 first']);
    expect(world.states()).toEqual({ [pump]: 'upToDate' });
  });

  it('that never reached the service makes one release', async () => {
    world.hold(pump, 'first');
    await world.open();
    const { arrived } = world.service.hold('release');
    world.publish([key], 'for the fair');
    await arrived;
    world.crash();
    await startAgain();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '1.0 first']);
  });
});

describe('a crash in the middle of a download', () => {
  for (const operation of [
    'receive',
    'keepCopy',
    'replace',
    'stat',
    'inspect',
    'hash',
    'remove',
  ] as (keyof LibraryDisk)[]) {
    for (const moment of ['before', 'after'] as const) {
      it(`of a newer version, ${moment} ${operation}: the old bytes are safe and the new ones arrive once`, async () => {
        world.hold(pump, 'mine');
        await world.open();
        world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
        world.disk[moment === 'before' ? 'on' : 'after'](operation, /./, () => world.crashNow());
        world.engine.runnerOf(world.libraryId()).pollSoon();
        await world.clock.advance(5_000);
        if (world.isRunning()) world.crash();
        await startAgain();
        expect(world.disk.text(pump)).toBe('theirs');
        const kept = world.disk.ownPaths().filter((path) => path.includes('/backup/'));
        expect(new Set(kept.map((path) => world.disk.text(path)))).toEqual(new Set(['mine']));
        expect(world.disk.paths()).toEqual([pump]);
        expect(world.states()).toEqual({ [pump]: 'draft' });
      });
    }
  }

  for (const operation of ['receive', 'place', 'stat', 'inspect', 'writeText', 'putWhole'] as (keyof LibraryDisk)[]) {
    for (const moment of ['before', 'after'] as const) {
      it(`of a new file, ${moment} ${operation}: there is one file of it afterwards`, async () => {
        if (operation === 'putWhole') world = createWorld({ keepPartsFromBytes: 1_000 });
        await world.open();
        world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
        world.disk[moment === 'before' ? 'on' : 'after'](operation, /EC000001|cadlibrary.json/, () => world.crashNow());
        world.engine.runnerOf(world.libraryId()).pollSoon();
        await world.clock.advance(5_000);
        if (world.isRunning()) world.crash();
        await startAgain();
        const drawings = world.disk.paths().filter((path) => path !== '.cadlibrary.json');
        expect(drawings).toEqual(['EC000001_v1/MC000001_v1/pump.rfa']);
        expect(Object.values(world.states())).toEqual(['draft']);
        expect(world.service.versions.history(key)).toEqual(['0.1 theirs']);
      });
    }
  }
});

describe('a copy of a replaced file that a crash left half made', () => {
  it('counts for no copy, and is cleared away after a day', async () => {
    const half = '.cadlibrary/backup/2026-05-20T12-00-00-000Z/EC000001/MC000001/.cadsync-0123456789ab.part';
    await world.open();
    world.disk.write(half, 'by');
    await world.clock.advance(26 * 3_600_000);
    const { rows } = await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 10 });
    expect(rows).toEqual([]);
    await world.clock.advance(26 * 3_600_000);
    expect(world.disk.text(half)).toBeUndefined();
  });
});
