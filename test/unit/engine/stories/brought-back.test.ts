import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
let bringBack: () => void;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'first');
  await world.open();
  bringBack = world.service.versions.takeBackup();
  await world.clock.advance(60_000);
  world.save(pump, 'second');
  await world.idle();
});
afterEach(() => world.close());

const kept = (folder: string): (string | undefined)[] =>
  world.disk
    .ownPaths()
    .filter((path) => path.startsWith(`.cadlibrary/${folder}/`))
    .map((path) => world.disk.text(path));

describe('a service that was brought back to an earlier state', () => {
  it('gets what it lost again, also where nothing is saved any more', async () => {
    bringBack();
    await world.clock.advance(3_700_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('and went on to the same version with other bytes is a conflict, and no file counts as what it is not', async () => {
    bringBack();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.clock.advance(3_700_000);
    expect(world.disk.text(pump)).toBe('second');
    expect(kept('conflicts')).toEqual(['theirs']);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs', '0.3 second']);
  });

  it('and went on, though not as far as it was, is a conflict', async () => {
    world.save(pump, 'third');
    await world.idle();
    bringBack();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'fourth');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs']);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  });
});

it('bytes that the service lost count as its own no more once it gave their number out again', async () => {
  world.service.setAway(true);
  bringBack();
  world.save(pump, 'third');
  await world.clock.advance(5_000);
  world.service.setAway(false);
  await world.clock.advance(3_700_000);
  world.save(pump, 'fourth');
  await world.idle();
  expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 third', '0.3 fourth']);
  world.service.setAway(true);
  for (const text of ['second', 'fifth']) {
    world.save(pump, text);
    await world.clock.advance(5_000);
  }
  expect(kept('backup')).toContain('second');
});

describe('a conflict with a version that the service lost and made anew', () => {
  it.each([true, false])('is about the one that is there now, where hashes are told: %s', async (tells) => {
    if (!tells) world.service.versions.tellNoHashes();
    bringBack = world.service.versions.takeBackup();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'mine');
    await world.idle();
    expect(kept('conflicts')).toEqual(['theirs']);
    bringBack();
    await world.clock.advance(1_000);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'made anew');
    await world.clock.advance(3_700_000);
    expect(kept('conflicts')).toEqual(['made anew']);
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    await world.clock.advance(3_700_000);
    expect(world.disk.text(pump)).toBe('made anew');
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });
});

describe('the copy of a version that was kept for a conflict', () => {
  beforeEach(async () => {
    bringBack = world.service.versions.takeBackup();
    await world.clock.advance(60_000);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'mine');
    await world.idle();
    expect(kept('conflicts')).toEqual(['theirs']);
  });

  it.each(['nobody answered', 'mine was kept, and not sent yet'])(
    'goes to the backup folder where the service lost that version: %s',
    async (answered) => {
      if (answered !== 'nobody answered') {
        world.service.setAway(true);
        await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
        await world.clock.advance(10_000);
        world.service.setAway(false);
      }
      bringBack();
      await world.clock.advance(4 * 3_600_000);
      expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second', '0.3 mine']);
      expect(kept('conflicts')).toEqual([]);
      expect(kept('backup')).toContain('theirs');
      const { rows } = await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 10 });
      expect(rows).toMatchObject([{ path: pump, isOnService: false, clearedAtMs: undefined }]);
    },
  );

  it('is removed where the service went on from that version', async () => {
    await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
    await world.clock.advance(4 * 3_600_000);
    expect(world.service.versions.history(key).at(-1)).toBe('0.4 mine');
    expect(kept('conflicts')).toEqual([]);
    expect(kept('backup')).not.toContain('theirs');
  });
});

describe('a draft that is to be released', () => {
  it.each([true, false])('is not taken for one that was made anew under its number, hashes told: %s', async (tells) => {
    if (!tells) world.service.versions.tellNoHashes();
    world.service.setAway(true);
    await world.clock.advance(10_000);
    expect(world.publish([key], 'mine')).toBe(1);
    bringBack();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'made anew');
    world.service.setAway(false);
    await world.clock.advance(600_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 made anew']);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  });
});

describe('a service that tells no hashes and went back to before a release', () => {
  it('is looked at first: the same bytes make no second draft', async () => {
    world.service.versions.tellNoHashes();
    const backToDraft = world.service.versions.takeBackup();
    world.publish([key], 'for the fair');
    await world.idle();
    expect(world.service.versions.history(key).at(-1)).toBe('1.0 second');
    backToDraft();
    await world.clock.advance(3_700_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    expect(world.states()).toEqual({ [pump]: 'releaseLost' });
  });
});

describe('bytes of one service, which nobody saved', () => {
  it('do not take the place of what another service has: a person chooses', async () => {
    await world.connect('second');
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(120_000);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'of the second');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.idle();
    const [fetched = ''] = world.disk.paths();
    expect(world.disk.text(fetched)).toBe('of the second');
    await world.connect('first');
    await world.idle();
    expect(world.states()).toEqual({ [fetched]: 'conflict' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
    await world.idle();
    expect(world.service.versions.history(key).at(-1)).toBe('0.3 of the second');
  });
});

it('a file that was removed here is not promised to be on a service that was brought back to before it', async () => {
  const fan = 'EC000003/MC000001/fan.rfa';
  const toBefore = world.service.versions.takeBackup();
  world.save(fan, 'fan');
  await world.idle();
  world.disk.delete(fan);
  world.watcher.hint(fan);
  await world.clock.advance(90_000);
  const explained = async () => (await world.engine.statusReader.explain([`/library/${fan}`])).files[0]?.explanation;
  expect(await explained()).toMatchObject({ reason: { code: 'removedHere', version: '0.1' }, actions: ['put-back'] });
  toBefore();
  await world.clock.advance(3_700_000);
  expect(await explained()).toMatchObject({ reason: { code: 'removedHere', isLostThere: true }, actions: [] });
});

describe('a release that a service lost when it was brought back', () => {
  const explained = async () => (await world.engine.statusReader.explain([`/library/${pump}`])).files[0]?.explanation;
  const lostRelease = async (): Promise<string | undefined> => (await explained())?.lostRelease;

  async function publish(comment: string): Promise<void> {
    world.publish([key], comment);
    await world.idle();
  }

  it('has its file need a person, also after later saves, until it is published again', async () => {
    await publish('for the fair');
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second', '1.0 second']);
    expect(await lostRelease()).toBeUndefined();
    bringBack();
    await world.clock.advance(3_700_000);
    expect(world.states()).toEqual({ [pump]: 'releaseLost' });
    expect(await explained()).toMatchObject({
      reason: { code: 'releaseLost', version: '0.2', lost: '1.0' },
      next: { code: 'afterYou' },
      actions: ['publish'],
    });
    world.save(pump, 'third');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'releaseLost' });
    await publish('again');
    expect(world.states()).toEqual({ [pump]: 'upToDate' });
    expect(await lostRelease()).toBeUndefined();
  });

  it('is told where only its draft is left, and where somebody went on from it', async () => {
    const toDraft = world.service.versions.takeBackup();
    await publish('for the fair');
    toDraft();
    await world.clock.advance(3_700_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    expect(await lostRelease()).toBe('1.0');
  });

  it('has nobody called safe while the service is away', async () => {
    await publish('for the fair');
    bringBack();
    await world.clock.advance(3_700_000);
    world.service.setAway(true);
    await world.clock.advance(3_700_000);
    expect(world.states()).toEqual({ [pump]: 'releaseLost' });
    expect(await explained()).toMatchObject({
      reason: { code: 'notConfirmed', because: 'offline' },
      lostRelease: '1.0',
    });
  });

  it('is missed no more once there is one again, of a lower number too', async () => {
    const toDraft = world.service.versions.takeBackup();
    await publish('for the fair');
    world.save(pump, 'third');
    await world.idle();
    await publish('for the shop');
    expect(world.service.versions.history(key).at(-1)).toBe('2.0 third');
    toDraft();
    await world.clock.advance(3_700_000);
    expect(await explained()).toMatchObject({ reason: { code: 'releaseLost', lost: '2.0' } });
    await publish('again');
    expect(world.service.versions.history(key).at(-1)).toBe('1.0 third');
    world.save(pump, 'fourth');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(await lostRelease()).toBeUndefined();
  });

  it('is left to whoever went on from it, in a library that follows releases', async () => {
    await world.engine.saveLibrarySettings(world.libraryId(), { follow: 'releases' });
    await publish('for the fair');
    bringBack();
    await world.clock.advance(3_700_000);
    expect(world.states()).toEqual({ [pump]: 'releaseLost' });
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.clock.advance(3_700_000);
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(await lostRelease()).toBe('1.0');
  });

  it('is no matter of a library that only receives', async () => {
    await publish('for the fair');
    bringBack();
    await world.clock.advance(3_700_000);
    expect(world.states()).toEqual({ [pump]: 'releaseLost' });
    await world.engine.saveLibrarySettings(world.libraryId(), { direction: 'downOnly' });
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });
});
