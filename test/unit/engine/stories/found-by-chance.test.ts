import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../fakes/engine/clock.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

describe('a save at the very moment a download was put in place', () => {
  it('is sent as what it is, and does not count as the download', async () => {
    world.hold(pump, 'mine, first');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs then');
    // Of the same size, so that nothing but its date tells them apart.
    world.disk.after('replace', pump, () => world.disk.write(pump, 'mine, again'));
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.idle();
    world.watcher.hint(pump);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 mine, first', '0.2 theirs then', '0.3 mine, again']);
  });
});

describe('a second file of a key', () => {
  it('is not sent while the first one is only gone for a moment', async () => {
    world.hold(pump, 'the drawing');
    await world.open();
    const copy = 'EC000001/MC000001/copy.rfa';
    world.save(copy, 'an older draft');
    await world.idle();
    world.disk.rename(pump, 'EC000001/MC000001/pump.bak');
    world.watcher.hint(pump);
    await world.clock.advance(10_000);
    world.save(pump, 'the drawing, saved again');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 the drawing']);
    expect(world.states()).toEqual({ [pump]: 'doublyClaimed', [copy]: 'doublyClaimed' });
  });
});

describe('a release whose request was lost', () => {
  it('can be taken back when somebody else made a newer draft meanwhile', async () => {
    world.hold(pump, 'first');
    await world.open();
    world.service.fail('release', 'lostRequest');
    world.publish([key], 'mine');
    await world.clock.until(() => world.engine.gate.state === 'serviceDown', 'the request was lost');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    await world.idle();
    const [entry] = world.queued();
    expect(entry).toMatchObject({ state: 'needsAttention', error: { code: 'newer-draft-on-service' } });
    world.engine.withdraw(entry?.entryId ?? 0);
    expect(world.queued()).toEqual([]);
  });
});

describe('a scan that began before a download was put in place', () => {
  it('does not count the new file as removed', async () => {
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    const arrived = Promise.withResolvers<void>();
    const scanned = world.service.hold('getFile');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await scanned.arrived;
    // The scan's last look: by then the root was listed, without the file's folder.
    world.disk.after('list', '', async () => {
      scanned.letGo();
      await arrived.promise;
    });
    world.disk.after('inspect', /EC000001_v1/, () => void setImmediate(arrived.resolve));
    world.engine.runnerOf(world.libraryId()).scanSoon();
    await world.idle();
    expect(Object.values(world.states())).toEqual(['draft']);
  });
});

describe('a release on a service that does not tell its hashes', () => {
  it('does not publish a draft of somebody else in place of the one that was meant', async () => {
    world.service.versions.tellNoHashes();
    world.hold(pump, 'first');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.publish([key], 'mine');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 theirs']);
    const [entry] = world.queued();
    expect(entry).toMatchObject({ state: 'needsAttention', error: { code: 'newer-draft-on-service' } });
  });
});

describe('a conflict whose kept copy is gone', () => {
  it('is found anew with a copy, and can be resolved then', async () => {
    world.hold(pump, 'first');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'mine');
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    for (const path of world.disk.ownPaths().filter((own) => own.includes('/conflicts/'))) world.disk.delete(path);
    const resolve = () => world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
    await expect(resolve()).rejects.toMatchObject({ code: 'other-version-gone' });
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    await resolve();
    await world.idle();
    expect(world.disk.text(pump)).toBe('theirs');
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });
});

describe('a file that is published while nobody knows its bytes yet', () => {
  it("is said to be still being saved, and nobody else's draft is released for it", async () => {
    world.hold(pump, 'mine');
    await world.open();
    await world.connect('second');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.save(pump, 'mine, being saved');
    await settle();
    expect(() => world.publish([key], 'too soon')).toThrow(/It is being saved/);
    await world.idle();
    expect(world.service.callsOf('release')).toBe(0);
  });
});
