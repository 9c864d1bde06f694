import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queueRecordOf } from '../../../../electron/engine/application/queue-record.ts';
import type { FileRecord } from '../../../../shared/rpc/file-records.ts';
import { englishSpeaker } from '../../../../shared/words/explanations/english-speaker.ts';
import { putIntoWords } from '../../../../shared/words/explanations/put-into-words.ts';
import { settle } from '../../../fakes/engine/clock.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');
const commentOf = ({ input }: { readonly input: unknown }) => (input as { body: { comments: string } }).body.comments;

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.open();
});
afterEach(() => (world.isRunning() ? world.close() : undefined));

const history = (of = key): readonly string[] => world.service.versions.history(of);
const publish = (comment = 'for the fair'): number => world.publish([key], comment);
const released = () => world.service.calls.filter(({ id }) => id === 'release').map(commentOf);
const queued = () => world.queued().map(({ intent, error }) => [intent.operation, error?.code]);
const drafts = (): number => world.engine.fileList.counts().drafts;
const set = (settings: object) => world.engine.saveLibrarySettings(world.libraryId(), settings);

function row(path = pump): FileRecord | undefined {
  return world.engine.fileList.get('en', world.libraryId(), path);
}

async function goOffline(): Promise<void> {
  world.service.setAway(true);
  await world.clock.advance(120_000);
}

async function goOnline(): Promise<void> {
  world.service.setAway(false);
  await world.clock.advance(600_000);
}

async function saveOffline(text = 'one'): Promise<void> {
  await goOffline();
  world.save(pump, text);
  await world.clock.advance(20_000);
}

async function why(path = pump): Promise<string> {
  const { files } = await world.engine.statusReader.explain([`/library/${path}`]);
  const explanation = files[0]?.explanation;
  if (!explanation) throw new Error('Nothing explains it.');
  const { reason, release } = putIntoWords(explanation, englishSpeaker(world.clock.now()));
  return `${reason} ${release}`.trim();
}

describe('a file that was saved offline', () => {
  it('can be published at once, and goes out once, as it was, with its comment', async () => {
    await saveOffline();
    expect(row()).toMatchObject({ state: 'waiting', isPublishable: true });
    expect(drafts()).toBe(1);
    expect(publish()).toBe(1);
    expect(row()).toMatchObject({ state: 'releaseQueued', isPublishable: false, release: 'these' });
    expect(drafts()).toBe(0);
    expect(await why()).toMatch(/^Offline: .* It goes out as the next release by itself\.$/);
    await goOnline();
    expect(history()).toEqual(['0.1 one', '1.0 one']);
    expect(released()).toEqual(['for the fair']);
    expect(row()).toMatchObject({ state: 'upToDate', isPublishable: false });
    expect(world.engine.activity.list(10).filter(({ kind }) => kind === 'released')).toMatchObject([
      { title: 'pump.rfa', version: '1.0', comment: 'for the fair' },
    ]);
  });

  it('can be published as the successor of what the service has', async () => {
    world.save(pump, 'zero');
    await world.idle();
    await saveOffline();
    publish();
    await goOnline();
    expect(history()).toEqual(['0.1 zero', '0.2 one', '1.0 one']);
  });

  it('can be published where the library sends nothing before that', async () => {
    await set({ upload: 'onPublish' });
    await saveOffline();
    expect(row()).toMatchObject({ state: 'notSent', isPublishable: true });
    publish();
    await world.clock.advance(20_000);
    expect(row()).toMatchObject({ state: 'releaseQueued', isPublishable: false });
    await goOnline();
    expect(history()).toEqual(['0.1 one', '1.0 one']);
    expect(released()).toEqual(['for the fair']);
  });

  it('is not published where the release was withdrawn, and can be again', async () => {
    await saveOffline();
    publish();
    world.engine.withdraw(world.engine.queue.releaseOf(world.libraryId(), key)?.entryId ?? 0);
    expect(row()).toMatchObject({ state: 'waiting', isPublishable: true });
    await goOnline();
    expect(history()).toEqual(['0.1 one']);
    expect(row()).toMatchObject({ state: 'draft', isPublishable: true });
  });

  it('is taken back while it waits, and stays published once it went out', async () => {
    const queuedId = () => world.engine.queue.releaseOf(world.libraryId(), key)?.entryId ?? 0;
    await saveOffline();
    publish();
    const taken = queuedId();
    expect(world.engine.withdraw(taken)).toEqual({ withdrawn: 1, sent: 0, gone: 0 });
    expect(row()).toMatchObject({ state: 'waiting', isPublishable: true });
    publish();
    const stays = queuedId();
    expect(world.engine.withdraw(taken)).toEqual({ withdrawn: 0, sent: 0, gone: 1 });
    await goOnline();
    expect(history()).toEqual(['0.1 one', '1.0 one']);
    expect(world.engine.withdraw(stays)).toEqual({ withdrawn: 0, sent: 0, gone: 1 });
    expect(history()).toEqual(['0.1 one', '1.0 one']);
  });

  it('keeps its release over a restart without the service', async () => {
    await saveOffline();
    publish();
    await world.close();
    await world.start();
    await world.clock.advance(60_000);
    expect(row()).toMatchObject({ state: 'releaseQueued' });
    await goOnline();
    expect(history()).toEqual(['0.1 one', '1.0 one']);
    expect(released()).toEqual(['for the fair']);
  });
});

describe('a file that is saved again before its release went', () => {
  beforeEach(async () => {
    await saveOffline();
    publish('one is ready');
    world.save(pump, 'two');
    await world.clock.advance(20_000);
  });

  it('says so, and can be published as it is now instead', async () => {
    expect(row()).toMatchObject({ state: 'waiting', isPublishable: true, release: 'earlier' });
    expect(row()?.toRelease).toBeUndefined();
    expect(await why()).toContain('A release of an earlier save is queued');
    expect(publish('two is ready')).toBe(1);
    expect(row()).toMatchObject({ state: 'releaseQueued', release: 'these' });
    await goOnline();
    expect(history()).toEqual(['0.1 two', '1.0 two']);
    expect(released()).toEqual(['two is ready']);
  });

  it('is not published as it was not asked for: a person is asked, and can publish it then', async () => {
    await goOnline();
    expect(history()).toEqual(['0.1 two']);
    expect(queued()).toEqual([['release', 'newer-draft-on-service']]);
    const toRelease = { draft: '0.1', release: '1.0' };
    expect(row()).toMatchObject({ state: 'needsYou', isPublishable: true, toRelease });
    publish('two is ready');
    await world.idle();
    expect(history()).toEqual(['0.1 two', '1.0 two']);
  });
});

describe('a crash around a release of what is still to be sent', () => {
  for (const operation of ['findCurrentMetadata', 'storeFile', 'storeMetadata', 'listVersions', 'release'] as const) {
    for (const moment of ['before', 'after'] as const) {
      it(`${moment} the service did ${operation} makes one release`, async () => {
        await saveOffline();
        publish();
        if (moment === 'after') world.service.afterServing(operation, () => world.crashNow());
        else void world.service.hold(operation).arrived.then(() => world.crash());
        await goOnline();
        expect(world.isRunning()).toBe(false);
        await settle();
        await world.start();
        await world.idle();
        expect(history()).toEqual(['0.1 one', '1.0 one']);
        expect(released().at(-1)).toBe('for the fair');
      });
    }
  }

  for (const operation of ['storeMetadata', 'release'] as const) {
    it(`is no different from a lost answer to ${operation}`, async () => {
      await saveOffline();
      publish();
      world.service.fail(operation, 'lostAnswer');
      await goOnline();
      expect(history()).toEqual(['0.1 one', '1.0 one']);
      expect(released()).toHaveLength(1);
    });
  }
});

describe('a release that meets a version of somebody else', () => {
  beforeEach(async () => {
    world.save(pump, 'zero');
    await world.idle();
    await saveOffline('mine');
    publish();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await goOnline();
  });

  it('waits in the conflict, and the file says so', async () => {
    expect(row()).toMatchObject({ state: 'conflict', release: 'these', isPublishable: false });
    expect(queued()).toEqual([['release', 'draft-not-sent']]);
    expect(await why()).toContain('A release of it is queued and waits for that.');
    expect(history()).toEqual(['0.1 zero', '0.2 theirs']);
  });

  it('is listed as what waits for a choice, until one is made', async () => {
    const [entry] = world.queued();
    if (!entry) throw new Error('Nothing is queued.');
    const shown = () => ({ nowMs: world.clock.now(), serviceId: entry.serviceId });
    const listed = () => queueRecordOf(entry, world.engine, shown());
    expect(listed()).toMatchObject({ operation: 'release', state: 'waiting', inConflict: true });
    expect([listed().error, listed().nextTryAtMs]).toEqual([undefined, undefined]);
    await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
    expect(listed().inConflict).toBeUndefined();
  });

  it('goes out where mine is kept', async () => {
    await world.engine.resolveConflict(world.libraryId(), key, 'keepMine');
    await world.clock.advance(120_000);
    expect(history()).toEqual(['0.1 zero', '0.2 theirs', '0.3 mine', '1.0 mine']);
  });

  it('does not publish theirs where that is taken', async () => {
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    await world.clock.advance(120_000);
    expect(history()).toEqual(['0.1 zero', '0.2 theirs']);
    expect(queued()).toEqual([['release', 'newer-draft-on-service']]);
  });
});

describe('a release whose file is another matter meanwhile', () => {
  it('is not told of a file that is again as the service has it', async () => {
    world.save(pump, 'zero');
    await world.idle();
    await saveOffline();
    publish();
    world.save(pump, 'zero');
    await world.clock.advance(20_000);
    expect(row()).toMatchObject({ state: 'draft', release: 'earlier' });
    const { files } = await world.engine.statusReader.explain([`/library/${pump}`]);
    expect(files[0]?.explanation.reason.code).toBe('notConfirmed');
  });

  it('needs a person where the file has another class, and nothing else is published', async () => {
    await saveOffline();
    publish();
    const classes = { etimClassCode: 'EC000002', etimModelCode: 'MC000001' };
    await world.engine.runnerOf(world.libraryId()).relink(() => new Map([[pump, classes]]));
    await world.clock.advance(20_000);
    expect(row()).toMatchObject({ state: 'waiting', isPublishable: true });
    await goOnline();
    expect(history()).toEqual([]);
    expect(history(keyOf('EC000002'))).toEqual(['0.1 one']);
    expect(queued()).toEqual([['release', 'nothing-to-release']]);
  });

  it('needs a person where the file was removed', async () => {
    await saveOffline();
    publish();
    world.disk.delete(pump);
    world.watcher.hint('');
    await world.clock.advance(120_000);
    await goOnline();
    expect(history()).toEqual([]);
    expect(queued()).toEqual([['release', 'nothing-to-release']]);
  });

  it('is not asked of a service that is connected instead, and goes out when the first is back', async () => {
    await saveOffline();
    publish();
    await world.connect('second');
    await world.idle();
    expect(history()).toEqual(['0.1 one']);
    expect(row()).toMatchObject({ state: 'draft', isPublishable: true });
    await world.connect('first');
    await goOnline();
    expect(history()).toEqual(['0.1 one', '1.0 one']);
    expect(released()).toEqual(['for the fair']);
  });

  it('is refused while no service is set up', async () => {
    world.save(pump, 'one');
    await world.idle();
    await world.connect(undefined);
    expect(publish).toThrow('No service is set up');
  });
});

describe('what a person waits for', () => {
  it('goes first when the service answers again, before all that was saved earlier', async () => {
    await goOffline();
    const others = Array.from(
      { length: 30 },
      (_, place) => `EC0001${String(place).padStart(2, '0')}/MC000001/other.rfa`,
    );
    for (const path of others) world.save(path, `drawing ${path}`);
    world.save(pump, 'one');
    await world.clock.advance(60_000);
    publish();
    const before = world.service.calls.length;
    await goOnline();
    const sent = world.service.calls.slice(before).map(({ id }) => id);
    const [storedFirst] = world.service.calls.slice(before).filter(({ id }) => id === 'storeMetadata');
    expect(JSON.stringify(storedFirst?.input)).toContain('EC000001');
    const storedBeforeRelease = sent.slice(0, sent.indexOf('release')).filter((id) => id === 'storeMetadata');
    expect(storedBeforeRelease.length).toBeLessThanOrEqual(8);
    expect(sent.filter((id) => id === 'storeMetadata')).toHaveLength(31);
  });
});

describe('what a person asks to be published', () => {
  it('is told to whoever shows files, at once, and so is that it was taken back', async () => {
    await saveOffline();
    const told: string[] = [];
    world.engine.events.listen((event) => (event.kind === 'files' ? told.push(...event.fileIds) : undefined));
    publish();
    expect(told).toHaveLength(1);
    const [entry] = world.queued().filter(({ intent }) => intent.operation === 'release');
    world.engine.withdraw(entry?.entryId ?? 0);
    expect(told).toEqual([told[0], told[0]]);
  });
});
