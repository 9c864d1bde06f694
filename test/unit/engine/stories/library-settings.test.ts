import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibrarySettingsPatch } from '../../../../shared/rpc/library-settings.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const runner = () => world.engine.runnerOf(world.libraryId());
const notFetched = () => world.engine.fileList.notFetched(runner().context.library.libraryId, 10);
const set = async (settings: LibrarySettingsPatch): Promise<void> => {
  await world.engine.saveLibrarySettings(world.libraryId(), settings);
  await world.idle();
};
const poll = async (): Promise<void> => {
  runner().pollSoon();
  await world.idle();
};
const heldBack = (path: string) => world.engine.fileList.get('en', world.libraryId(), path)?.heldBack;

describe('a library that follows releases', () => {
  beforeEach(async () => {
    world.hold(pump, 'mine');
    await world.open();
    await set({ follow: 'releases' });
  });

  it('leaves the drafts of others on the service and says that they are there', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'their draft');
    await poll();
    expect(world.disk.text(pump)).toBe('mine');
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(heldBack(pump)).toEqual({ would: 'download', because: 'follow', version: '0.2' });
  });

  it('is in step with its newest release in every statement, and names the draft that it leaves there', async () => {
    world.publish([key], '');
    await world.idle();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'their next draft');
    await poll();
    const { libraries } = world.engine.statusReader.overview();
    expect(libraries[0]?.files).toEqual({ upToDate: 1 });
    const { files, folders } = await world.engine.statusReader.explain([`/library/${pump}`, '/library']);
    expect(files).toMatchObject([{ explanation: { reason: { code: 'upToDate', version: '1.0', newerDraft: '1.1' } } }]);
    expect(folders).toMatchObject([{ inStep: 1, notInStep: 0 }]);
  });

  it('fetches the release, also where a newer draft came after it', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.service.versions.releaseElsewhere(key);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'their next draft');
    await poll();
    expect(world.disk.text(pump)).toBe('theirs');
    expect(world.states()).toEqual({ [pump]: 'upToDate' });
    expect(heldBack(pump)).toMatchObject({ version: '1.1' });
    // What was learned of the release is not taken for the newest draft.
    await world.clock.advance(1_000);
    await set({ follow: 'drafts' });
    expect(world.disk.text(pump)).toBe('their next draft');
  });

  it('has a conflict, and overwrites nothing, where both changed although the other change is a draft', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'their draft');
    await poll();
    world.save(pump, 'mine again');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    expect(world.service.versions.history(key)).toEqual(['0.1 mine', '0.2 their draft']);
  });

  it('names versions it has no file of, and fetches their drafts once it follows them', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000002', 'valve'), 'a draft');
    await poll();
    expect(notFetched()).toMatchObject([{ title: 'valve.rfa', because: 'follow' }]);
    expect(world.engine.fileList.notFetchedCount(runner().context.library.libraryId)).toBe(1);
    await set({ follow: 'drafts' });
    expect(Object.values(world.states())).toEqual(['draft', 'draft']);
    expect(notFetched()).toEqual([]);
  });
});

describe('a library that sends on Publish', () => {
  beforeEach(async () => {
    world.hold(pump, 'first');
    await world.start();
    await world.addLibrary('/library', { settings: { upload: 'onPublish' } });
    await world.idle();
  });

  it('holds back what is saved, and says so', async () => {
    expect(world.states()).toEqual({ [pump]: 'notSent' });
    expect(heldBack(pump)).toEqual({ would: 'upload', because: 'onPublish' });
    expect(world.service.versions.keys()).toEqual([]);
  });

  it('sends and then releases what is published, and holds back the next save', async () => {
    expect(world.publish([key], 'for the fair')).toBe(1);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '1.0 first']);
    expect(world.states()).toEqual({ [pump]: 'upToDate' });
    world.save(pump, 'second');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'notSent' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '1.0 first']);
  });

  it('publishes offline once the service answers, also after a restart', async () => {
    world.service.setAway(true);
    runner().pollSoon();
    await world.clock.advance(1_000);
    world.publish([key], 'later');
    await world.clock.advance(1_000);
    world.crash();
    world.service.setAway(false);
    await world.start();
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '1.0 first']);
  });

  it('holds back again what was to be published when that is taken back', async () => {
    world.service.setAway(true);
    runner().pollSoon();
    await world.clock.advance(1_000);
    world.publish([key], 'not yet');
    const [entry] = world.engine.queue.releases(world.libraryId());
    world.engine.withdraw(entry?.entryId ?? 0);
    await world.clock.advance(1_000);
    world.service.setAway(false);
    world.engine.tryNow();
    await world.idle();
    expect(world.service.versions.keys()).toEqual([]);
    expect(world.states()).toEqual({ [pump]: 'notSent' });
  });

  it('does not publish a file that is being saved', async () => {
    world.save(pump, 'half');
    await world.clock.advance(1_000);
    expect(() => world.publish([key], 'too soon')).toThrow(/It is being saved/);
    await world.idle();
    expect(world.publish([key], 'now')).toBe(1);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 half', '1.0 half']);
  });

  it('sends everything when it sends by itself again', async () => {
    await set({ upload: 'automatic' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
  });
});

describe('a library that only receives', () => {
  beforeEach(async () => {
    world.hold(pump, 'first');
    await world.open();
    await set({ direction: 'downOnly' });
  });

  it('offers nothing for publishing, as nothing could be', async () => {
    const drafts = () => world.engine.fileList.counts(world.libraryId()).drafts;
    expect(drafts()).toBe(0);
    expect(() => world.publish([key], 'refused')).toThrow(/only receives/);
    await set({ direction: 'both' });
    expect(drafts()).toBe(1);
  });

  it('fetches, and holds back what changes here', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000002', 'valve'), 'theirs');
    world.save(pump, 'changed here');
    await poll();
    expect(world.states()).toMatchObject({ [pump]: 'notSent' });
    expect(heldBack(pump)).toEqual({ would: 'upload', because: 'direction' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    expect(Object.keys(world.states())).toHaveLength(2);
  });

  it('overwrites nothing where both changed: the designer chooses', async () => {
    world.save(pump, 'changed here');
    await world.idle();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await poll();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    expect(world.disk.text(pump)).toBe('changed here');
    await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'notSent' });
    expect(world.disk.text(pump)).toBe('changed here');
  });

  it('publishes nothing and says why', () => {
    expect(() => world.publish([key], 'out')).toThrow(/only receives/);
    expect(world.engine.queue.releases(world.libraryId())).toEqual([]);
  });
});

describe('a library that only sends', () => {
  beforeEach(async () => {
    world.hold(pump, 'first');
    await world.open();
    await set({ direction: 'upOnly' });
  });

  it('sends, and shows what it does not fetch', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.service.versions.publishElsewhere(recordOf('EC000002', 'valve'), 'more of theirs');
    world.save('EC000003/MC000001/mine.rfa', 'mine');
    await poll();
    expect(world.states()).toEqual({ [pump]: 'notFetched', 'EC000003/MC000001/mine.rfa': 'draft' });
    expect(heldBack(pump)).toEqual({ would: 'download', because: 'direction', version: '0.2' });
    expect(world.disk.text(pump)).toBe('first');
    expect(notFetched()).toMatchObject([{ title: 'valve.rfa' }]);
  });

  it('writes down that a file moved although its newer version is not fetched', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await poll();
    world.disk.rename(pump, 'moved/EC000001/MC000001/pump.rfa');
    world.watcher.hint('');
    await world.idle();
    expect(world.states()).toEqual({ 'moved/EC000001/MC000001/pump.rfa': 'notFetched' });
    expect(runner().context.trees()?.synced(key)?.path).toBe('moved/EC000001/MC000001/pump.rfa');
  });

  it('restores a file that a person asks for', async () => {
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(60_000);
    await world.idle();
    world.engine.answerRemovals(world.libraryId(), [key], 'restore');
    await world.idle();
    expect(world.disk.text(pump)).toBe('first');
  });
});

describe('files that a library ignores', () => {
  beforeEach(async () => {
    world.hold(pump, 'bytes');
    world.hold('old/EC000002/MC000001/valve.rfa', 'bytes');
    await world.open();
  });

  it('stay where they are, are not told as removed, and are known again when nothing ignores them', async () => {
    await set({ ignorePatterns: ['old/'] });
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.disk.text('old/EC000002/MC000001/valve.rfa')).toBe('bytes');
    world.disk.write('old/EC000002/MC000001/valve.rfa', 'changed');
    world.watcher.hint('old/EC000002/MC000001/valve.rfa');
    await world.clock.advance(3_700_000);
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.engine.activity.list(50).map(({ kind }) => kind)).not.toContain('removedHere');
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 bytes']);
    await set({ ignorePatterns: [] });
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 bytes', '0.2 changed']);
  });

  it('get nothing put in their place: what would be is named', async () => {
    await set({ ignorePatterns: ['EC000003*/'] });
    world.service.versions.publishElsewhere(recordOf('EC000003', 'tap'), 'theirs');
    world.service.versions.publishElsewhere(recordOf('EC000002', 'valve'), 'newer');
    await set({ ignorePatterns: ['EC000003*/', 'old/'] });
    await poll();
    expect(world.disk.text('old/EC000002/MC000001/valve.rfa')).toBe('bytes');
    expect(world.disk.paths().filter((path) => path.includes('EC000003'))).toEqual([]);
    expect(notFetched()).toMatchObject([
      { title: 'tap.rfa', because: 'ignored' },
      { title: 'valve.rfa', because: 'ignored' },
    ]);
  });
});

describe('settings of a library', () => {
  it('survive a restart', async () => {
    await world.open();
    await set({ direction: 'upOnly', ignorePatterns: ['*.dwg'], quietTimeMs: 5_000 });
    world.crash();
    await world.start();
    await world.idle();
    expect(runner().context.settings()).toEqual({
      follow: 'drafts',
      upload: 'automatic',
      fetch: 'everything',
      direction: 'upOnly',
      ignorePatterns: ['*.dwg'],
      quietTimeMs: 5_000,
      isPaused: false,
    });
    expect(runner().quietTimeMs()).toBe(5_000);
  });

  it('give files on network drives more time to stand still, unless the person says otherwise', async () => {
    world.disk.setDriveKind('network');
    await world.open();
    expect(runner().quietTimeMs()).toBe(10_000);
    await set({ quietTimeMs: 3_000 });
    expect(runner().quietTimeMs()).toBe(3_000);
  });

  it('name what would no longer be sent before it is so: uploads that wait, and releases', async () => {
    world.hold('EC000002/MC000001/valve.rfa', 'bytes');
    await world.open();
    world.service.setAway(true);
    world.publish([keyOf('EC000002')], 'later');
    world.save(pump, 'waiting');
    await world.clock.advance(10_000);
    const atStake = (settings: LibrarySettingsPatch) => {
      const { files, releases } = world.engine.atStakeInSettings(world.libraryId(), settings);
      return { files, releases: releases.map((entry) => world.engine.titleOf(entry)) };
    };
    expect(atStake({ direction: 'downOnly' })).toEqual({ files: [pump], releases: ['valve.rfa'] });
    expect(atStake({ upload: 'onPublish' })).toEqual({ files: [pump], releases: [] });
    expect(atStake({ ignorePatterns: ['valve*'] })).toEqual({ files: [], releases: ['valve.rfa'] });
    expect(atStake({ ignorePatterns: ['EC000001/'] })).toEqual({ files: [pump], releases: [] });
    expect(atStake({ follow: 'releases' })).toEqual({ files: [], releases: [] });
    expect(world.engine.atStake(world.libraryId()).releases).toHaveLength(1);
  });

  it('count at once for what is queued: nothing more is sent from a library that only receives', async () => {
    await world.open();
    world.service.setAway(true);
    world.save(pump, 'waiting');
    await world.clock.advance(10_000);
    await world.engine.saveLibrarySettings(world.libraryId(), { direction: 'downOnly' });
    world.service.setAway(false);
    world.engine.tryNow();
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'notSent' });
    expect(world.service.versions.keys()).toEqual([]);
  });
});

describe('what a library held back', () => {
  it('is no longer said to be held once settings that were changed without a service are compared with it', async () => {
    world.hold(pump, 'mine');
    await world.open();
    await set({ ignorePatterns: ['pump*'] });
    await world.connect(undefined);
    await world.engine.saveLibrarySettings(world.libraryId(), { ignorePatterns: [] });
    await world.clock.advance(60_000);
    await world.connect('first');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(heldBack(pump)).toBeUndefined();
  });
});

describe('another file of a key, whose agreed file is ignored from now on', () => {
  it('is no successor of the version it was not made from: both are kept, and a person decides', async () => {
    const mine = 'moved here/EC000001/MC000001/mine.rfa';
    await world.start();
    await world.addLibrary('/library', { settings: { ignorePatterns: ['moved here/'] } });
    world.service.versions.publishElsewhere(recordOf('EC000001', 'valve'), 'theirs');
    await poll();
    world.save(mine, 'mine');
    await set({ ignorePatterns: ['valve*'] });
    await world.clock.advance(30_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 theirs']);
    expect(world.states()).toEqual({ [mine]: 'conflict' });
    expect(world.disk.text(mine)).toBe('mine');
  });
});

describe('when the engine dies as soon as a setting is changed', () => {
  it('what is said after its start is true of the new setting, before the service answers', async () => {
    world.hold(pump, 'mine');
    await world.open();
    await set({ upload: 'onPublish' });
    world.save(pump, 'mine, changed');
    await world.clock.advance(60_000);
    expect(world.states()).toEqual({ [pump]: 'notSent' });
    world.service.setAway(true);
    await world.engine.saveLibrarySettings(world.libraryId(), { upload: 'automatic' });
    world.crash();
    await world.start();
    expect(world.states()).toEqual({ [pump]: 'waiting' });
  });
});

describe('a release that is asked for while a setting is being changed', () => {
  it('is not dropped: nobody was told that it would be', async () => {
    const other = 'EC000002/MC000001/other.rfa';
    world.hold(pump, 'one');
    world.hold(other, 'other');
    await world.open();
    const { arrived, letGo } = world.service.hold('storeFile');
    world.save(other, 'other two');
    await world.clock.advance(20_000);
    await arrived;
    const changing = set({ direction: 'downOnly' });
    expect(world.publish([key], 'x')).toBe(1);
    letGo();
    await changing;
    await world.clock.advance(60_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 one', '1.0 one']);
  });
});
