import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const folder = 'EC000001/MC000001';
const pump = `${folder}/pump.rfa`;
const copy = `${folder}/copy.rfa`;
/** Stays unread as long as it is unfinished, and may be of the same key. */
const half = `${folder}/half.rfa`;
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.open();
});
afterEach(() => world.close());

const history = (): readonly string[] => world.service.versions.history(key);
const publish = (): number => world.publish([key], 'mine');

async function goOffline(): Promise<void> {
  world.service.setAway(true);
  await world.clock.advance(120_000);
}

async function goOnline(): Promise<void> {
  world.service.setAway(false);
  await world.clock.advance(600_000);
}

async function saveAndPublish(path: string, text: string): Promise<void> {
  world.save(path, text);
  await world.clock.advance(20_000);
  expect(publish()).toBe(1);
}

async function finishOther(): Promise<void> {
  world.disk.delete(half);
  world.watcher.hint('');
  await world.clock.advance(600_000);
}

it('a release that was not sent for want of a license code can be taken back, and goes as soon as there is one', async () => {
  world.save(pump, 'one');
  await world.clock.advance(20_000);
  const { versions } = world.service;
  const { answer } = versions;
  let isMissing = true;
  versions.answer = (id, input): unknown => {
    if (id === 'release' && isMissing) throw new AppError('license-code-missing');
    return answer(id, input);
  };
  publish();
  await world.clock.advance(5_000);
  expect(world.engine.withdraw(world.queued()[0]?.entryId ?? 0)).toMatchObject({ withdrawn: 1 });
  publish();
  await world.clock.advance(5_000);
  isMissing = false;
  world.engine.tryNow();
  await world.clock.advance(1_000);
  expect([world.queued(), history()]).toEqual([[], ['0.1 one', '1.0 one']]);
});

describe('a second wish to publish, for newer bytes', () => {
  it('takes the place of the first where that waits for another file', async () => {
    world.save(half, 'unfinished');
    await saveAndPublish(pump, 'one');
    await saveAndPublish(pump, 'two');
    await finishOther();
    expect(history()).toEqual(['0.1 two', '1.0 two']);
  });

  it('takes the place of the first offline', async () => {
    await goOffline();
    await saveAndPublish(pump, 'one');
    await saveAndPublish(pump, 'two');
    await goOnline();
    expect(history()).toEqual(['0.1 two', '1.0 two']);
  });
});

describe('a second wish to publish, while the file is saved with the same bytes', () => {
  beforeEach(async () => {
    world.save(pump, 'zero');
    await world.idle();
  });

  it('leaves the first as it is offline', async () => {
    await goOffline();
    await saveAndPublish(pump, 'one');
    world.save(pump, 'one');
    await world.clock.advance(1_000);
    expect(publish).toThrow(/It is being saved/);
    await goOnline();
    expect(history()).toEqual(['0.1 zero', '0.2 one', '1.0 one']);
  });

  it('leaves the first as it is where files are sent on Publish and it is missing for a moment', async () => {
    await world.engine.saveLibrarySettings(world.libraryId(), { upload: 'onPublish' });
    await goOffline();
    await saveAndPublish(pump, 'one');
    world.disk.delete(pump);
    world.watcher.hint('');
    await world.clock.advance(3_000);
    expect(publish()).toBe(0);
    world.save(pump, 'one');
    await world.clock.advance(10_000);
    await goOnline();
    expect(history()).toEqual(['0.1 zero', '0.2 one', '1.0 one']);
  });

  it('leaves the first as it is where that waits for another file', async () => {
    world.save(half, 'unfinished');
    await world.clock.advance(5_000);
    world.disk.rename(pump, copy);
    world.watcher.hint('');
    await saveAndPublish(copy, 'one');
    world.save(copy, 'one');
    await world.clock.advance(1_000);
    expect(publish).toThrow(/It is being saved/);
    await finishOther();
    expect(history()).toEqual(['0.1 zero', '0.2 one', '1.0 one']);
  });

  it('leaves the first as it is while its draft is being sent', async () => {
    const { arrived, letGo } = world.service.hold('storeMetadata');
    world.save(pump, 'one');
    await world.clock.advance(10_000);
    await arrived;
    expect(publish()).toBe(1);
    world.save(pump, 'one');
    await world.clock.advance(1_000);
    expect(publish).toThrow(/It is being saved/);
    letGo();
    await world.clock.advance(600_000);
    expect(history()).toEqual(['0.1 zero', '0.2 one', '1.0 one']);
  });
});

describe('what is published while an earlier release is on its way', () => {
  beforeEach(async () => {
    world.hold(pump, 'one');
    world.watcher.hint(pump);
    await world.clock.advance(20_000);
  });

  it.each(['automatic', 'onPublish'] as const)('follows it where its answer was lost: %s', async (upload) => {
    await world.engine.saveLibrarySettings(world.libraryId(), { upload });
    world.service.fail('release', 'lostAnswer');
    world.service.afterServing('release', async () => void world.service.setAway(true));
    expect(publish()).toBe(1);
    await world.clock.advance(60_000);
    await saveAndPublish(pump, 'two');
    await goOnline();
    expect(history()).toEqual(['0.1 one', '1.0 one', '1.1 two', '2.0 two']);
  });

  it('takes its place where it never arrived', async () => {
    world.service.fail('release', 'lostRequest');
    publish();
    await world.clock.advance(100);
    await goOffline();
    await saveAndPublish(pump, 'two');
    await goOnline();
    expect([world.queued(), history()]).toEqual([[], ['0.1 one', '0.2 two', '1.0 two']]);
    expect(world.engine.activity.list(20).map(({ kind }) => kind)).not.toContain('failed');
  });

  it('follows it where it runs', async () => {
    const { arrived, letGo } = world.service.holdAnswer('release');
    expect(publish()).toBe(1);
    await world.clock.advance(1_000);
    await arrived;
    await saveAndPublish(pump, 'two');
    expect(publish()).toBe(0);
    letGo();
    await world.clock.advance(600_000);
    expect(history()).toEqual(['0.1 one', '1.0 one', '1.1 two', '2.0 two']);
  });

  it('is not taken for done because somebody else made a release meanwhile', async () => {
    const { arrived, letGo } = world.service.hold('release');
    publish();
    await world.clock.advance(1_000);
    await arrived;
    world.service.setAway(true);
    letGo();
    await world.clock.advance(30_000);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.service.versions.releaseElsewhere(key);
    await goOnline();
    expect(world.engine.activity.list(20).filter(({ kind }) => kind === 'released')).toEqual([]);
  });

  it('is done where somebody else released just these bytes', async () => {
    await goOffline();
    publish();
    world.service.versions.releaseElsewhere(key);
    await goOnline();
    expect([world.queued(), history()]).toEqual([[], ['0.1 one', '1.0 one']]);
  });

  it('is released once its draft, whose file was gone meanwhile, is the newest', async () => {
    await goOffline();
    await saveAndPublish(pump, 'two');
    world.disk.delete(pump);
    world.watcher.hint('');
    await world.clock.advance(120_000);
    await goOnline();
    expect(world.queued()).toMatchObject([{ state: 'needsAttention' }]);
    world.save(pump, 'two');
    await world.clock.advance(600_000);
    expect(history()).toEqual(['0.1 one', '0.2 two', '1.0 two']);
  });
});

describe('a file that is published as it is', () => {
  it('is not published again, and goes on being up to date', async () => {
    await saveAndPublish(pump, 'one');
    await world.idle();
    expect(publish).toThrow('no draft');
    expect(world.states()).toEqual({ [pump]: 'upToDate' });
  });
});

describe('a draft that is followed by somebody else’s', () => {
  it('is not offered to be published, which could never come through', async () => {
    world.save(pump, 'mine');
    await world.idle();
    await world.engine.saveLibrarySettings(world.libraryId(), { follow: 'releases' });
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.clock.advance(120_000);
    const row = world.engine.fileList.get('en', world.libraryId(), pump);
    expect(row).toMatchObject({ state: 'draft', isPublishable: false });
  });
});

describe('a release whose draft the service refused', () => {
  it('waits for what the draft waits for, and keeps nothing from coming to rest', async () => {
    world.service.setLicenseAccepted(false);
    world.save(pump, 'one');
    await world.idle();
    publish();
    await world.clock.advance(600_000);
    expect([world.engine.isIdle(), world.engine.queue.counts(), world.engine.queue.isSending()]).toEqual([
      true,
      { waiting: 0, running: 0, needsAttention: 1 },
      false,
    ]);
    expect(world.engine.queue.unfinished(world.libraryId(), 9)).toEqual([]);
    world.service.setLicenseAccepted(true);
    world.engine.tryNow();
    await world.clock.advance(600_000);
    expect(history()).toEqual(['0.1 one', '1.0 one']);
  });
});
