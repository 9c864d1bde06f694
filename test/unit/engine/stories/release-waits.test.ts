import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const folder = 'EC000001/MC000001';
const pump = `${folder}/pump.rfa`;
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
const errors = () => world.queued().map(({ state, error }) => [state, error?.code]);
const publish = (): void => expect(world.publish([key], 'mine')).toBe(1);

/** The drawing waits for another one of its classes, and is published meanwhile. */
async function publishWaiting(): Promise<void> {
  world.save(half, 'unfinished');
  world.save(pump, 'one');
  await world.clock.advance(10_000);
  publish();
  await world.clock.advance(31_000);
}

async function finishOther(): Promise<void> {
  world.disk.delete(half);
  world.watcher.hint('');
  await world.clock.advance(600_000);
}

/** What was saved is published and saved with the same bytes again and again, from before its upload began. */
async function publishAndSaveAgain(): Promise<void> {
  await world.clock.advance(500);
  const { arrived, letGo } = world.service.hold('findCurrentMetadata');
  await world.clock.advance(5_000);
  await arrived;
  publish();
  for (let count = 0; count < 10; count += 1) {
    world.save(pump, 'one');
    await world.clock.advance(1_500);
    if (count === 2) letGo();
  }
  await world.clock.advance(600_000);
}

describe('a release of what is still to be sent', () => {
  describe.each(['onPublish', 'automatic'] as const)('where uploads are %s', (upload) => {
    beforeEach(() => world.engine.saveLibrarySettings(world.libraryId(), { upload }));

    it('waits, also while the service is slow to say what it has', async () => {
      await publishWaiting();
      expect(errors()).toEqual([['retrying', 'draft-not-sent']]);
      const { arrived, letGo } = world.service.hold('listMetadata');
      world.disk.delete(half);
      world.watcher.hint('');
      world.engine.runnerOf(world.libraryId()).pollSoon();
      await arrived;
      await world.clock.advance(20_000);
      letGo();
      await world.clock.advance(900_000);
      expect(history()).toEqual(['0.1 one', '1.0 one']);
    });

    it('waits, also when it was asked for offline and the other one went before the service was back', async () => {
      world.save(pump, 'one');
      world.save(half, 'unfinished');
      await world.clock.advance(10_000);
      world.service.setAway(true);
      await world.clock.advance(120_000);
      publish();
      await finishOther();
      world.service.setAway(false);
      await world.clock.advance(900_000);
      expect(history()).toEqual(['0.1 one', '1.0 one']);
    });
  });

  it('waits while its file is saved again and again with the same bytes', async () => {
    await publishWaiting();
    for (let count = 0; count < 20; count += 1) {
      world.save(pump, 'one');
      await world.clock.advance(1_500);
    }
    await finishOther();
    expect(history()).toEqual(['0.1 one', '1.0 one']);
  });

  it('waits while its file is saved again with the same bytes before its upload began', async () => {
    world.save(pump, 'one');
    await publishAndSaveAgain();
    expect(history()).toEqual(['0.1 one', '1.0 one']);
  });

  it('waits while its file is missing for a moment', async () => {
    await publishWaiting();
    world.disk.delete(pump);
    world.watcher.hint('');
    await world.clock.advance(20_000);
    world.save(pump, 'one');
    await world.clock.advance(10_000);
    await finishOther();
    expect(history()).toEqual(['0.1 one', '1.0 one']);
  });

  it('needs a person where the other one is of the same key, and goes on by itself once one was picked', async () => {
    await publishWaiting();
    world.save(half, 'another');
    await world.clock.advance(60_000);
    expect(errors()).toEqual([['needsAttention', 'several-files']]);
    expect(publish).toThrow('Several files');
    await world.engine.picks.pick(world.libraryId(), pump);
    await world.clock.advance(60_000);
    expect(history()).toEqual(['0.1 one', '1.0 one']);
  });

  it('needs nobody any more once only one file has the key, though that one waits for another', async () => {
    await publishWaiting();
    world.save(`${folder}/copy.rfa`, 'another');
    await world.clock.advance(60_000);
    expect(errors()).toEqual([['needsAttention', 'several-files']]);
    world.disk.delete(`${folder}/copy.rfa`);
    world.watcher.hint('');
    await world.clock.advance(100_000);
    expect(errors()).toEqual([['retrying', 'draft-not-sent']]);
    expect(world.states()[pump]).toBe('releaseQueued');
    await finishOther();
    expect(history()).toEqual(['0.1 one', '1.0 one']);
  });

  it('is not made of other bytes, where a person picked the other file', async () => {
    await publishWaiting();
    world.save(half, 'another');
    await world.clock.advance(60_000);
    await world.engine.picks.pick(world.libraryId(), half);
    await world.clock.advance(60_000);
    expect(history()).toEqual(['0.1 another']);
    expect(errors()).toEqual([['needsAttention', 'newer-draft-on-service']]);
  });

  it('is neither told as a failure nor in the way of what ends when nothing is left to do', async () => {
    await publishWaiting();
    expect(world.engine.activity.list(10).map(({ kind }) => kind)).not.toContain('failed');
    expect(world.engine.queue.counts()).toEqual({ waiting: 0, running: 0, needsAttention: 0 });
    expect(world.engine.isIdle()).toBe(true);
    world.engine.tryNow();
    expect(world.engine.queue.counts()).toEqual({ waiting: 0, running: 0, needsAttention: 0 });
  });

  it('goes at once when its draft was sent, though it waited for minutes', async () => {
    await publishWaiting();
    await world.clock.advance(200_000);
    world.disk.delete(half);
    world.watcher.hint('');
    await world.clock.advance(10_000);
    expect(history()).toEqual(['0.1 one', '1.0 one']);
  });

  it('waits until it is known that an upload arrived whose answer was lost, by a service without hashes too', async () => {
    world.service.versions.tellNoHashes();
    world.service.fail('storeMetadata', 'lostAnswer');
    world.save(pump, 'one');
    await world.clock.advance(500);
    const { arrived, letGo } = world.service.hold('storeMetadata');
    await world.clock.advance(5_000);
    await arrived;
    publish();
    letGo();
    await world.clock.advance(900_000);
    expect(history()).toEqual(['0.1 one', '1.0 one']);
  });

  it('needs a person where the file became empty', async () => {
    await world.engine.saveLibrarySettings(world.libraryId(), { upload: 'onPublish' });
    world.save(pump, 'one');
    await world.clock.advance(10_000);
    world.service.setAway(true);
    await world.clock.advance(120_000);
    publish();
    world.save(pump, '');
    await world.clock.advance(30_000);
    world.service.setAway(false);
    await world.clock.advance(600_000);
    expect(errors()).toEqual([['needsAttention', 'nothing-to-release']]);
  });
});

describe('a release of bytes that were an earlier version', () => {
  it('waits while they are saved once more', async () => {
    for (const text of ['one', 'two', 'one']) {
      world.save(pump, text);
      if (text === 'two' || history().length === 0) await world.idle();
    }
    await publishAndSaveAgain();
    expect(history()).toEqual(['0.1 one', '0.2 two', '0.3 one', '1.0 one']);
  });
});

describe('a release whose bytes come to the service from elsewhere', () => {
  it('goes at once, also while its file is still to be read', async () => {
    await publishWaiting();
    world.save(pump, 'unfinished');
    await world.clock.advance(20_000);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'one');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(2_000);
    expect(history()).toEqual(['0.1 one', '1.0 one']);
  });
});

describe('a release of what was sent', () => {
  it('needs a person where newer bytes followed, also while the file is being saved', async () => {
    world.save(pump, 'one');
    await world.idle();
    world.service.setAway(true);
    await world.clock.advance(120_000);
    publish();
    world.save(pump, 'two');
    await world.clock.advance(10_000);
    const { arrived, letGo } = world.service.holdAnswer('storeMetadata');
    world.service.setAway(false);
    await world.clock.advance(120_000);
    await arrived;
    world.save(pump, 'unfinished');
    await world.clock.advance(5_000);
    letGo();
    await world.clock.advance(120_000);
    expect(errors()).toEqual([['needsAttention', 'newer-draft-on-service']]);
  });

  it('does not wait for what was made of it since, which waits for another file', async () => {
    world.save(pump, 'one');
    await world.idle();
    world.service.setAway(true);
    await world.clock.advance(120_000);
    publish();
    world.save(half, 'unfinished');
    await world.clock.advance(5_000);
    world.disk.rename(pump, `${folder}/copy.rfa`);
    world.disk.write(`${folder}/copy.rfa`, 'saved elsewhere');
    world.watcher.hint('');
    await world.clock.advance(60_000);
    world.service.setAway(false);
    await world.clock.advance(600_000);
    expect(history()).toEqual(['0.1 one', '1.0 one']);
    await finishOther();
    expect(history()).toEqual(['0.1 one', '1.0 one', '1.1 saved elsewhere']);
  });
});
