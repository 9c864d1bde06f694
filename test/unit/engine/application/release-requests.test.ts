import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FilesById } from '../../../../electron/engine/application/files-by-id.ts';
import { createReleaseRequests } from '../../../../electron/engine/application/release-requests.ts';
import { sql } from '../../../../electron/engine/state/sql.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';
const key = keyOf('EC000001');
const valveKey = keyOf('EC000002');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'first');
  await world.open();
});
afterEach(() => world.close());

/** Releases of files that are named by their paths. */
const ofPaths = () =>
  createReleaseRequests(world.engine, {
    of: (path: string) => ({ libraryId: world.libraryId(), keeper: world.engine.keeperOf(world.libraryId()), path }),
  } as FilesById);

const publish = (keys = [key]) =>
  createReleaseRequests(world.engine, {} as never).publishKeys(keys, 'with the new hole');

const waiting = (): number[] => world.engine.queue.releases(world.libraryId()).map(({ entryId }) => entryId);

const savedSince = { queued: [], refused: [{ named: key, error: { code: 'file-changed-meanwhile' } }] };

describe('a release asked for within the moment after a save', () => {
  it('is refused before anything told of the save, and the draft of before is not released', async () => {
    await world.idle();
    world.disk.write(pump, 'second');
    expect(await publish()).toMatchObject(savedSince);
    await world.idle();
    expect(await publish()).toMatchObject({ queued: [expect.any(Number)], refused: [] });
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second', '1.0 second']);
  });

  it('is refused while the file is being saved', async () => {
    await world.idle();
    world.save(pump, 'second');
    await world.clock.advance(1_000);
    expect(await publish()).toMatchObject(savedSince);
    await world.idle();
    expect(world.service.callsOf('release')).toBe(0);
  });

  it('is queued once for a file that it names twice', async () => {
    await world.idle();
    expect(await publish([key, key])).toMatchObject({ queued: [expect.any(Number)], already: 0 });
  });

  it('is queued for the other files that it names, and says which one was refused', async () => {
    world.save(valve, 'as it was read');
    await world.idle();
    world.disk.write(pump, 'second');
    expect(await publish([key, valveKey])).toMatchObject({ ...savedSince, queued: [expect.any(Number)] });
    await world.idle();
    expect(world.service.versions.history(valveKey)).toEqual(['0.1 as it was read', '1.0 as it was read']);
  });
});

describe('a release of several files, of which one is saved while the others are looked at', () => {
  beforeEach(async () => {
    world.save(valve, 'valve');
    await world.idle();
    let isSaved = false;
    world.disk.on('stat', valve, async () => {
      if (isSaved) return;
      isSaved = true;
      world.save(pump, 'half an idea');
      await world.idle();
    });
  });

  it.each([
    ['the window', () => publish([key, valveKey]), key],
    ['a command', () => ofPaths().publish([pump, valve], 'as agreed'), pump],
  ])('is of none of the bytes that came after the order of %s', async (_, order, named) => {
    expect(await order()).toMatchObject({
      queued: [expect.any(Number)],
      refused: [{ named, error: { code: 'file-changed-meanwhile' } }],
    });
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 half an idea']);
    expect(world.service.versions.history(valveKey)).toEqual(['0.1 valve', '1.0 valve']);
  });
});

describe('what came of a release of several files', () => {
  it('names each that is refused, with its reason, and counts those that wait already', async () => {
    world.save(valve, 'valve');
    world.save('EC000003/MC000001/tap.rfa', 'tap');
    world.save('EC000003/MC000001/tap2.rfa', 'other tap');
    await world.idle();
    world.service.setAway(true);
    const first = await ofPaths().publish([valve], 'first comment');
    const answer = await ofPaths().publish([pump, valve, 'EC000003/MC000001/tap.rfa', 'pmup.rfa'], 'second comment');
    expect(answer.queued).toHaveLength(1);
    expect(answer.already).toBe(1);
    expect(answer.refused.map(({ named, error }) => [named, error.code])).toEqual([
      ['pmup.rfa', 'unknown-item'],
      ['EC000003/MC000001/tap.rfa', 'several-files'],
    ]);
    expect(waiting()).toEqual([...first.queued, ...answer.queued]);
  });

  it('is nothing of a file that was not read yet, whatever a colleague left on the service', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'unfinished of a colleague');
    world.save(pump, 'my new one');
    await world.idle();
    await world.engine.removeLibrary(world.libraryId());
    const asked: ReturnType<typeof publish>[] = [];
    world.disk.on('hash', pump, async () => {
      asked.push(publish());
      await asked.at(-1);
    });
    await world.addLibrary();
    await world.idle();
    expect(await asked[0]).toMatchObject(savedSince);
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 unfinished of a colleague']);
  });

  it('says of a key that no library holds that nothing is published of it', async () => {
    expect(await publish([keyOf('EC000009')])).toMatchObject({
      queued: [],
      refused: [{ named: keyOf('EC000009'), error: { code: 'unknown-item' } }],
    });
  });
});

describe('a release asked for while its library is paused', () => {
  beforeEach(() => world.engine.saveLibrarySettings(world.libraryId(), { isPaused: true }));

  it.each([
    ['the window', () => publish(), key],
    ['a command', () => ofPaths().publish([pump], 'as agreed'), pump],
  ])('is refused with that where the file was saved since it was read, asked by %s', async (_, order, named) => {
    world.save(pump, 'second');
    const error = { code: 'library-paused', detail: `${pump} was saved since it was last read.` };
    expect(await order()).toMatchObject({ queued: [], refused: [{ named, error }] });
    expect(world.queued()).toEqual([]);
  });

  it('is refused with that where a file has to be read again that just got another class', async () => {
    world.engine.keeperOf(world.libraryId()).context.files.noteUnread(pump);
    const error = { code: 'library-paused', detail: `${pump} has to be read first.` };
    expect(await ofPaths().publish([pump], 'as agreed')).toMatchObject({ queued: [], refused: [{ error }] });
  });

  it('is queued where the file stands as it was read', async () => {
    expect(await publish()).toMatchObject({ queued: [expect.any(Number)], refused: [] });
  });
});

describe('releases that are taken back together', () => {
  let pumpId: number;
  let valveId: number;

  beforeEach(async () => {
    world.save(valve, 'valve');
    await world.idle();
    world.service.setAway(true);
    const { queued } = await publish([key, valveKey]);
    [pumpId = 0, valveId = 0] = queued;
  });

  it('are taken back each for itself, unless it may have reached the service', () => {
    const sent = sql`UPDATE queue_entry SET intent = json_set(intent, '$.sentFromMajor', 0) WHERE content_key = ${valveKey}`;
    world.database().run(sent);
    expect(ofPaths().withdrawRelease([pump, valve])).toMatchObject({ withdrawn: 1, sent: 1, gone: 0 });
    expect(waiting()).toEqual([valveId]);
  });

  it('are taken back also where another file is refused', () => {
    expect(ofPaths().withdrawRelease(['unknown.rfa', pump])).toMatchObject({
      withdrawn: 1,
      refused: [{ named: 'unknown.rfa', error: { code: 'unknown-item' } }],
    });
    expect(waiting()).toEqual([valveId]);
  });

  it('are one where a file is named twice', () => {
    expect(ofPaths().withdrawRelease([pump, pump])).toMatchObject({ withdrawn: 1, sent: 0, gone: 0 });
    expect(waiting()).toEqual([valveId]);
  });

  it('are not said to be sent where somebody else took them back before', () => {
    ofPaths().withdrawRelease([pump]);
    expect(world.engine.withdraw(pumpId, valveId)).toEqual({ withdrawn: 1, sent: 0, gone: 1 });
  });

  it('are those of one order only, whoever asked for the same file before', async () => {
    const again = await publish([key, valveKey]);
    expect(again).toEqual({ queued: [], already: 2, refused: [] });
    expect(world.engine.withdraw(...again.queued)).toEqual({ withdrawn: 0, sent: 0, gone: 0 });
    expect(waiting()).toEqual([pumpId, valveId]);
  });
});

describe('a release that is taken back while the service is asked for its versions', () => {
  it.each([
    ['answers', false],
    ['is away for an hour', true],
  ])('is not made when the service %s then', async (_, isAway) => {
    const held = world.service.holdAnswer('listVersions');
    const { queued } = await publish();
    await held.arrived;
    expect(world.engine.withdraw(...queued)).toMatchObject({ withdrawn: 1, sent: 0, gone: 0 });
    world.service.setAway(isAway);
    held.letGo();
    await world.clock.advance(3_600_000);
    world.service.setAway(false);
    world.engine.tryNow();
    await world.idle();
    expect(world.service.callsOf('release')).toBe(0);
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
    expect(world.engine.activity.list(10).map(({ kind }) => kind)).not.toContain('failed');
  });

  it('can be asked for again at once, and is made once', async () => {
    const held = world.service.holdAnswer('listVersions');
    const { queued } = await publish();
    await held.arrived;
    world.engine.withdraw(...queued);
    await publish();
    held.letGo();
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '1.0 first']);
    expect(world.service.callsOf('release')).toBe(1);
  });

  it('is said to be with the service once it was sent there', async () => {
    const held = world.service.holdAnswer('release');
    const { queued } = await publish();
    await held.arrived;
    expect(world.engine.withdraw(...queued)).toEqual({ withdrawn: 0, sent: 1, gone: 0 });
    held.letGo();
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '1.0 first']);
  });
});
