import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { describeSync, summarizeSync } from '../../../../electron/entry/commands/sync-summary.ts';
import type { Explanation } from '../../../../shared/rpc/explanation.ts';
import { englishSpeaker } from '../../../../shared/words/explanations/english-speaker.ts';
import { putIntoWords } from '../../../../shared/words/explanations/put-into-words.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const folder = 'EC000001/MC000001';
const pump = `${folder}/pump.rfa`;
const copy = `${folder}/copy.rfa`;
/** Stays unread as long as it is unfinished, and may be of the same key. */
const half = `${folder}/half.rfa`;
const key = keyOf('EC000001');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const runner = () => world.engine.runnerOf(world.libraryId());
const set = (settings: object) => world.engine.saveLibrarySettings(world.libraryId(), settings);

async function reasonOf(path: string): Promise<Explanation['reason'] | undefined> {
  const { files } = await world.engine.statusReader.explain([`/library/${path}`]);
  return files[0]?.explanation.reason;
}

async function deleteFiles(...paths: string[]): Promise<void> {
  for (const path of paths) world.disk.delete(path);
  world.watcher.hint('');
  await world.clock.advance(120_000);
}

/** A file waits to be known as the only one of its key. */
async function waitAt(path: string, text = 'quite another drawing'): Promise<void> {
  world.save(half, 'unfinished');
  await world.clock.advance(5_000);
  world.save(path, text);
  await world.clock.advance(60_000);
}

describe('what was held back by settings and waits for another file now', () => {
  const released: Readonly<Record<string, [before: object, act: () => unknown]>> = {
    'uploads became automatic': [{ upload: 'onPublish' }, () => set({ upload: 'automatic' })],
    'it was published': [{ upload: 'onPublish' }, () => expect(world.publish([key], 'mine')).toBe(1)],
    'its library sends again': [{ direction: 'downOnly' }, () => set({ direction: 'both' })],
  };
  for (const [what, [before, act]] of Object.entries(released)) {
    it(`is not called held back any more once ${what}`, async () => {
      await world.open();
      await set(before);
      world.save(pump, 'one');
      await world.idle();
      expect(world.states()).toEqual({ [pump]: 'notSent' });
      world.save(half, 'unfinished');
      await world.clock.advance(10_000);
      await act();
      await world.clock.advance(30_000);
      const isPublished = what === 'it was published';
      expect(world.states()).toEqual({ [half]: 'settling', [pump]: isPublished ? 'releaseQueued' : 'waiting' });
      expect(await reasonOf(pump)).toEqual({ code: 'afterOtherFile', path: half });
    });
  }
});

describe('a file that was removed, while another one waits that may stand for it', () => {
  beforeEach(async () => {
    world.hold(pump, 'the drawing');
    await world.open();
    await deleteFiles(pump);
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
    await waitAt(copy);
    expect(world.states()).toEqual({ [half]: 'settling', [copy]: 'waiting' });
  });

  const ends: Readonly<Record<string, () => unknown>> = {
    'is of another class': () =>
      runner().relink(() => new Map([[copy, { etimClassCode: 'EC000002', etimModelCode: 'MC000001' }]])),
    'belongs to nothing': () => runner().relink(() => new Map([[copy, 'unassigned' as const]])),
    'was moved to another class': () => world.disk.rename(copy, 'EC000002/MC000001/copy.rfa'),
    'was deleted': () => world.disk.delete(copy),
  };
  for (const [how, end] of Object.entries(ends)) {
    it(`is removed as before when that one ${how}`, async () => {
      await end();
      await deleteFiles(half);
      expect(world.states()[pump]).toBe('removedHere');
      expect(Object.values(world.states()).filter((state) => state === 'removedHere')).toHaveLength(1);
      expect(world.engine.fileList.removed(world.libraryId())).toHaveLength(1);
    });
  }
});

describe('a file that waits for another one', () => {
  it('leaves it at that that the file before it is meant to be gone', async () => {
    world.hold(pump, 'the drawing');
    await world.open();
    await deleteFiles(pump);
    world.engine.answerRemovals(world.libraryId(), [key], 'confirmed');
    await world.clock.advance(10_000);
    expect(world.states()).toEqual({});
    await waitAt(copy);
    await runner().relink(() => new Map([[copy, 'unassigned' as const]]));
    await deleteFiles(half);
    expect(world.states()).toEqual({ [copy]: 'unassigned' });
  });

  it('leaves it at that that the file before it is to be restored', async () => {
    world.hold(pump, 'the drawing');
    await world.open();
    await deleteFiles(pump);
    world.service.setAway(true);
    await world.clock.advance(120_000);
    world.engine.answerRemovals(world.libraryId(), [key], 'restore');
    await world.clock.advance(5_000);
    await waitAt(copy);
    await runner().relink(() => new Map([[copy, 'unassigned' as const]]));
    await deleteFiles(half);
    world.service.setAway(false);
    await world.clock.advance(900_000);
    expect(world.states()).toEqual({ [pump]: 'draft', [copy]: 'unassigned' });
  });

  it('is not called in step with what the service has lost', async () => {
    await world.open();
    const bringBack = world.service.versions.takeBackup();
    world.save(pump, 'one');
    await world.idle();
    await world.close();
    bringBack();
    world.disk.rename(pump, copy);
    world.disk.on('inspect', half, () => Promise.reject(new Error('EIO')), 100_000);
    world.disk.write(half, 'unfinished');
    await world.clock.advance(3 * 86_400_000);
    await world.start();
    await world.clock.advance(120_000);
    expect(world.service.versions.history(key)).toEqual([]);
    expect(world.states()).toEqual({ [copy]: 'waiting', [half]: 'needsYou' });
    expect(await reasonOf(copy)).toEqual({ code: 'afterOtherFile', path: half });
  });

  it('is not among those that a person is asked about', async () => {
    const paths = Array.from({ length: 6 }, (_, index) => `EC00000${index + 1}/MC000001/pump.rfa`);
    for (const path of paths) world.hold(path, `drawing ${path}`);
    await world.open();
    await deleteFiles(...paths);
    expect(world.engine.changeQuestions(world.libraryId())).toMatchObject([{ kind: 'removal', count: 6 }]);
    await waitAt(copy);
    expect(world.engine.changeQuestions(world.libraryId())).toMatchObject([{ kind: 'removal', count: 5 }]);
    const summary = summarizeSync(world.engine, world.libraryId(), { uploaded: 0, downloaded: 0 });
    expect(describeSync(summary)).toContain('2 waiting, 0 failed, 5 held back');
  });

  it('is not counted among those that vanish after it was removed itself', async () => {
    const [first = '', ...others] = Array.from({ length: 9 }, (_, index) => `EC00000${index + 1}/MC000001/pump.rfa`);
    for (const path of [first, ...others]) world.hold(path, `drawing ${path}`);
    await world.open();
    world.disk.delete(first);
    world.watcher.hint('');
    await world.clock.advance(60_000);
    await waitAt(copy);
    await deleteFiles(...others.slice(0, 5));
    expect(world.engine.changeQuestions(world.libraryId())).toMatchObject([{ kind: 'removal', count: 5 }]);
    expect(Object.values(world.states()).filter((state) => state === 'needsYou')).toHaveLength(5);
  });

  it('was moved only, as far as can be known while the service is away', async () => {
    world.hold(pump, 'the drawing');
    await world.open();
    await world.close();
    world.disk.rename(pump, copy);
    world.service.setAway(true);
    await world.start();
    await world.clock.advance(120_000);
    expect(world.states()).toEqual({ [copy]: 'draft' });
    expect(await reasonOf(copy)).toMatchObject({ code: 'notConfirmed' });
  });

  it('is in no conflict any more with a version that the service has lost', async () => {
    await world.open();
    world.service.setAway(true);
    world.save(pump, 'mine');
    await world.clock.advance(10_000);
    const bringBack = world.service.versions.takeBackup();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.service.setAway(false);
    await world.clock.advance(600_000);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    world.save(half, 'unfinished');
    world.disk.on('inspect', half, () => Promise.reject(new Error('EIO')), 100_000);
    await world.clock.advance(5_000);
    bringBack();
    await world.close();
    await world.start();
    await world.clock.advance(2 * 3_600_000);
    expect(world.states()[pump]).toBe('waiting');
  });

  it('says first that the service refuses, which is for a person to mend', async () => {
    await world.open();
    await waitAt(pump);
    world.service.fail('any', 'signInFailed', 1_000);
    runner().pollSoon();
    await world.clock.advance(60_000);
    expect(await reasonOf(pump)).toMatchObject({ code: 'signInRefused' });
  });

  it('says that the secret is missing, and not that the service refuses, where there is none', async () => {
    await world.open();
    await waitAt(pump);
    world.service.fail('any', 'secretMissing', 1_000);
    runner().pollSoon();
    await world.clock.advance(60_000);
    const { files } = await world.engine.statusReader.explain([`/library/${pump}`]);
    const why = files[0]?.explanation;
    if (!why) throw new Error('Nothing explains it.');
    expect(why.actions).toEqual(['enter-client-secret']);
    const words = putIntoWords(why, englishSpeaker(world.clock.now()));
    expect(words.reason).toBe('Not sent: there is no client secret for the address of the service yet.');
  });

  it('says first that the service cannot be reached', async () => {
    await world.open();
    world.service.setAway(true);
    await waitAt(pump);
    await world.clock.advance(120_000);
    expect(await reasonOf(pump)).toMatchObject({ code: 'offline', operation: 'upload' });
  });
});
