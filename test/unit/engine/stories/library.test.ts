import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeDisk } from '../../../fakes/engine/disk.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'bytes');
  await world.open();
});
afterEach(() => world.close());

const runner = () => world.engine.runnerOf(world.libraryId());

describe('a library whose folder is not there', () => {
  it('is paused and nothing of it counts as removed; it goes on when the folder is back', async () => {
    world.disk.setMounted(false);
    world.watcher.hint(pump);
    world.watcher.hint('');
    await world.clock.advance(3_600_000);
    expect(runner().state).toBe('paused');
    expect(runner().problem).toMatchObject({ code: 'library-missing' });
    expect(world.states()).toEqual({ [pump]: 'draft' });
    world.disk.setMounted(true);
    await world.clock.advance(30_000);
    await world.idle();
    expect(runner().problem).toBeUndefined();
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('is paused without keeping the app busy', async () => {
    world.disk.setMounted(false);
    world.watcher.hint('');
    await world.clock.advance(20_000);
    const before = world.clock.timersRun();
    await world.clock.advance(60_000);
    expect(world.clock.timersRun() - before).toBeLessThan(30);
  });

  it('is watched again when it is back: what is saved then is sent soon', async () => {
    world.disk.setMounted(false);
    world.watcher.hint('');
    world.watcher.lose();
    await world.clock.advance(60_000);
    world.disk.setMounted(true);
    await world.clock.advance(30_000);
    world.save(pump, 'second');
    await world.clock.advance(10_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes', '0.2 second']);
  });

  it('is watched, and given the time of its drive, when that is connected after the start', async () => {
    await world.close();
    world.disk.setMounted(false);
    world.disk.setDriveKind('unknown');
    await world.start();
    world.watcher.lose();
    await world.clock.advance(60_000);
    world.disk.setMounted(true);
    world.disk.setDriveKind('network');
    await world.clock.advance(30_000);
    expect(runner().quietTimeMs()).toBe(10_000);
    world.save(pump, 'second');
    await world.clock.advance(20_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes', '0.2 second']);
  });

  it('is watched again when what watched it failed at a moment at which nobody looked', async () => {
    world.watcher.fail();
    world.save(pump, 'while nothing was heard');
    await world.clock.advance(20_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes', '0.2 while nothing was heard']);
    world.save(pump, 'third');
    await world.clock.advance(20_000);
    expect(world.service.versions.history(key)).toContain('0.3 third');
    expect(world.watcher.begun()).toBe(2);
  });

  it('is not looked through all the time where it cannot be watched', async () => {
    world.watcher.setBroken(true);
    world.watcher.fail();
    await world.clock.advance(24 * 3_600_000);
    expect(world.watcher.begun()).toBeGreaterThan(20);
    expect(world.watcher.begun()).toBeLessThan(40);
    world.watcher.setBroken(false);
    await world.clock.advance(3_600_000);
    world.save(pump, 'second');
    await world.clock.advance(20_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes', '0.2 second']);
  });

  it('gets nothing written into its empty mount point', async () => {
    world.disk.empty();
    world.service.versions.publishElsewhere(recordOf('EC000002'), 'theirs');
    runner().pollSoon();
    await world.clock.advance(120_000);
    expect(world.disk.paths()).toEqual([]);
    expect(world.disk.ownPaths()).toEqual([]);
    world.watcher.hint('');
    await world.clock.advance(120_000);
    expect(runner().problem).toMatchObject({ code: 'library-unproven' });
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.disk.paths()).toEqual([]);
  });

  it('is not taken for another library that lies there now', async () => {
    world.disk.empty();
    world.disk.write('.cadlibrary/library.json', '{"libraryId":"of somebody else"}');
    world.watcher.hint('');
    await world.clock.advance(120_000);
    expect(runner().problem).toMatchObject({ code: 'library-unproven' });
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });
});

describe('a library whose folder has lost its marker', () => {
  const marker = '.cadlibrary/library.json';

  it('goes on once a person says that it is the library, and removes nothing by that', async () => {
    const before = world.disk.text(marker);
    world.disk.delete(marker);
    world.watcher.hint('');
    await world.clock.advance(20_000);
    expect(runner().problem).toMatchObject({ code: 'library-unproven' });
    await world.engine.confirmLibrary(world.libraryId());
    await world.idle();
    expect(runner().problem).toBeUndefined();
    expect(world.disk.text(marker)).toBe(before);
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes']);
  });

  it('takes over the marker it holds by now, and keeps it over a restart', async () => {
    world.disk.write(marker, '{"libraryId":"of another computer"}');
    world.watcher.hint('');
    await world.clock.advance(20_000);
    await world.engine.confirmLibrary(world.libraryId());
    await world.idle();
    await world.close();
    await world.start();
    await world.idle();
    expect(runner().problem).toBeUndefined();
    expect(world.disk.text(marker)).toContain('of another computer');
  });

  it('stays paused while its folder is not there', async () => {
    world.disk.setMounted(false);
    await expect(world.engine.confirmLibrary(world.libraryId())).rejects.toMatchObject({ code: 'library-missing' });
  });
});

describe('a library whose folder could not be given a marker', () => {
  beforeEach(async () => {
    await world.close();
    world = createWorld();
    world.hold(pump, 'bytes');
    world.disk.setReadOnly(true);
    await world.open();
    world.disk.setReadOnly(false);
  });

  it('gives none to an empty mount point in its place, where all its files would count as removed', async () => {
    const mountPoint = createFakeDisk(world.clock);
    world.mountInstead(mountPoint);
    world.watcher.hint('');
    await world.clock.advance(3_700_000);
    expect([world.states(), mountPoint.ownPaths()]).toEqual([{ [pump]: 'needsYou' }, []]);
    world.mountInstead(undefined);
    world.watcher.hint('');
    await world.clock.advance(60_000);
    expect(runner().problem).toBeUndefined();
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('gets one once a scan sees a file of it as it was, which proves later what is gone', async () => {
    world.watcher.hint('');
    await world.clock.advance(10_000);
    expect(world.disk.ownPaths()).toContain('.cadlibrary/library.json');
    expect(world.knowsMarker()).toBe(true);
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(60_000);
    expect(world.states()).toEqual({ [pump]: 'removedHere' });
  });
});

describe('a library whose folder was moved', () => {
  it('goes on where it is now, without a file being read again or sent', async () => {
    const hashed = () => world.disk.operations.filter(({ operation }) => operation === 'hash').length;
    const before = hashed();
    await world.engine.relocateLibrary(world.libraryId(), '/elsewhere/valves');
    await world.idle();
    expect(runner().context.library).toMatchObject({ root: '/elsewhere/valves', name: 'valves' });
    expect(hashed()).toBe(before);
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes']);
    await world.close();
    await world.start();
    await world.idle();
    expect(runner().context.library.root).toBe('/elsewhere/valves');
  });

  it('stays where it was when the other folder is not it', async () => {
    world.disk.write('.cadlibrary/library.json', '{"libraryId":"of somebody else"}');
    const move = world.engine.relocateLibrary(world.libraryId(), '/elsewhere');
    await expect(move).rejects.toMatchObject({ code: 'library-unproven' });
    expect(runner().context.library.root).toBe('/library');
  });
});

describe('a copy of a library that is still in its own folder', () => {
  it('does not take its place: what was saved since is sent, and what came since does not count as removed', async () => {
    const copy = world.mountBeside('/copy');
    await world.clock.advance(1_000);
    const marker = '.cadlibrary/library.json';
    copy.write(marker, world.disk.text(marker) ?? '');
    copy.write(pump, 'bytes');
    world.service.setAway(true);
    world.save(pump, 'saved since');
    await world.clock.advance(60_000);
    const relocated = world.engine.relocateLibrary(world.libraryId(), '/copy');
    await expect(relocated).rejects.toMatchObject({ code: 'library-still-there' });
    world.service.setAway(false);
    world.service.versions.publishElsewhere(recordOf('EC000002', 'valve'), 'theirs');
    await world.clock.advance(600_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes', '0.2 saved since']);
    expect(Object.values(world.states())).toEqual(['draft', 'draft']);
  });
});

describe('a folder that cannot be listed', () => {
  it('takes none of its files away', async () => {
    world.disk.fail('list', 'EC000001/MC000001', 'file-unreadable', 1_000);
    world.watcher.hint('');
    await world.clock.advance(3_600_000);
    expect(world.states()).toEqual({ [pump.slice(0, pump.lastIndexOf('/'))]: 'needsYou', [pump]: 'draft' });
  });
});

describe('a library that cannot be written to', () => {
  it('is uploaded from, and what should arrive is shown as needing somebody', async () => {
    world.disk.setReadOnly(true);
    world.save('EC000003/MC000001/valve.rfa', 'new');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    runner().pollSoon();
    await world.clock.advance(60_000);
    expect(world.service.versions.history(keyOf('EC000003'))).toEqual(['0.1 new']);
    expect(world.disk.text(pump)).toBe('bytes');
    expect(world.states()[pump]).toBe('needsYou');
    const [entry] = world.queued();
    expect(entry).toMatchObject({ state: 'needsAttention', error: { code: 'folder-not-writable' } });
  });
});

describe('a full disk', () => {
  it('leaves the old file and nothing else; the newer one arrives when there is room', async () => {
    world.disk.setFreeBytes(2);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    runner().pollSoon();
    await world.clock.advance(60_000);
    expect(world.disk.text(pump)).toBe('bytes');
    expect(world.disk.paths()).toEqual([pump]);
    world.disk.setFreeBytes(Infinity);
    await world.idle(600_000);
    expect(world.disk.text(pump)).toBe('theirs');
  });
});

describe('another service', () => {
  it('gets every file, and nothing that waits for the first one is dropped or published elsewhere', async () => {
    world.service.setAway(true);
    world.save(pump, 'changed');
    world.save('EC000002/MC000001/valve.rfa', 'valve');
    await world.clock.advance(10_000);
    world.publish([key], 'for the fair');
    await world.connect('second');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 changed']);
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 valve']);
    expect(world.states()[pump]).toBe('draft');
    await world.connect('first');
    world.service.setAway(false);
    await world.clock.advance(600_000);
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes', '0.2 changed', '1.0 changed']);
    expect(world.queued()).toEqual([]);
  });

  it('is not taken for the first when it is the first again', async () => {
    await world.connect('second');
    await world.idle();
    world.save(pump, 'changed');
    await world.idle();
    await world.connect('first');
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 bytes', '0.2 changed']);
  });

  it('does not get what the answer of the first one was about', async () => {
    const { arrived, letGo } = world.service.hold('findCurrentMetadata');
    world.save(pump, 'changed');
    await Promise.all([arrived, world.clock.advance(5_000)]);
    const switching = world.connect('second');
    letGo();
    await switching;
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 changed']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });
});

describe('an app that is started again', () => {
  it('does not read the files again that did not change', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000002'), 'theirs');
    runner().pollSoon();
    await world.idle();
    await world.close();
    const before = world.disk.operations.length;
    await world.start();
    await world.idle();
    expect(world.disk.operations.slice(before).filter(({ operation }) => operation === 'hash')).toEqual([]);
  });
});
