import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Explanation } from '../../../../shared/rpc/explanation.ts';
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

const ignore = (ignorePatterns: string[]) => world.engine.saveLibrarySettings(world.libraryId(), { ignorePatterns });
const history = (): readonly string[] => world.service.versions.history(key);
const runner = () => world.engine.runnerOf(world.libraryId());

async function reasonOf(path: string): Promise<Explanation['reason'] | undefined> {
  const { files } = await world.engine.statusReader.explain([`/library/${path}`]);
  return files[0]?.explanation.reason;
}

/** The drawing was moved and saved there, while another file of its classes is half written. */
async function moveAndSave(text = 'saved elsewhere'): Promise<void> {
  world.save(half, 'unfinished');
  await world.clock.advance(5_000);
  world.disk.rename(pump, copy);
  world.disk.write(copy, text);
  world.watcher.hint('');
  await world.clock.advance(120_000);
}

describe('a file that stands elsewhere than the one that both sides know', () => {
  it('is not sent as its successor while that one is still to be read', async () => {
    world.hold(pump, 'the drawing');
    await world.open();
    await ignore([`${folder.slice(0, 8)}*/`]);
    await world.idle();
    world.hold(copy, 'an older draft');
    world.disk.write(pump, 'the drawing, saved again');
    await ignore([]);
    await world.idle();
    expect(history()).toEqual(['0.1 the drawing']);
    expect(world.states()).toEqual({ [pump]: 'doublyClaimed', [copy]: 'doublyClaimed' });
  });

  it('is not sent as the successor of an upload whose answer was lost either', async () => {
    await world.open();
    world.service.fail('storeMetadata', 'lostAnswer');
    world.service.afterServing('storeMetadata', async () => void world.service.setAway(true));
    world.save(pump, 'the drawing');
    await world.clock.advance(30_000);
    await ignore([`${folder.slice(0, 8)}*/`]);
    await world.clock.advance(30_000);
    world.hold(copy, 'an older draft');
    world.disk.write(pump, 'the drawing, unfinished');
    world.service.setAway(false);
    await ignore([]);
    await world.clock.advance(600_000);
    expect(history()).toEqual(['0.1 the drawing']);
  });

  describe('with another one half written', () => {
    beforeEach(async () => {
      world.hold(pump, 'the drawing');
      await world.open();
    });

    const ends: Readonly<Record<string, () => unknown>> = {
      'is deleted': () => world.disk.delete(half),
      'is renamed to what no program reads': () => world.disk.rename(half, `${half}.bak`),
      'is moved to another class': () => world.disk.rename(half, 'EC000002/MC000001/half.rfa'),
      'is ignored': () => ignore(['half.rfa']),
      'is finished, and of a newer version of the program': () => world.save(half, 'whole program:Revit/2026'),
      'is said to belong to nothing': () => runner().relink(() => new Map([[half, 'unassigned' as const]])),
      'is deleted while nothing runs': async () => {
        await world.close();
        world.disk.delete(half);
        await world.start();
      },
    };
    for (const [how, end] of Object.entries(ends)) {
      it(`is sent once that one ${how}`, async () => {
        await moveAndSave();
        expect(history()).toEqual(['0.1 the drawing']);
        expect(await reasonOf(copy)).toEqual({ code: 'afterOtherFile', path: half });
        await end();
        world.watcher.hint('');
        await world.idle();
        expect(history()).toEqual(['0.1 the drawing', '0.2 saved elsewhere']);
      });
    }

    it('is not asked about again and again when it went back to earlier bytes', async () => {
      world.save(pump, 'the drawing, saved again');
      await world.idle();
      await moveAndSave('the drawing');
      expect(history()).toEqual(['0.1 the drawing', '0.2 the drawing, saved again']);
      expect(world.service.callsOf('findCurrentMetadata')).toBeLessThan(5);
      expect(world.states()).toMatchObject({ [copy]: 'waiting' });
    });

    it('is published once it was sent', async () => {
      await moveAndSave();
      expect(world.publish([key], 'mine')).toBe(1);
      await world.clock.advance(120_000);
      expect(world.queued()).toMatchObject([{ state: 'retrying', error: { code: 'draft-not-sent' } }]);
      world.disk.delete(half);
      world.watcher.hint('');
      await world.idle();
      expect(history()).toEqual(['0.1 the drawing', '0.2 saved elsewhere', '1.0 saved elsewhere']);
    });

    it('is published once it was sent, also when it was queued before the other one came', async () => {
      const { arrived, letGo } = world.service.hold('findCurrentMetadata');
      world.disk.rename(pump, copy);
      world.disk.write(copy, 'saved elsewhere');
      world.watcher.hint('');
      await world.clock.until(() => world.queued().length > 0, 'it is queued');
      await arrived;
      world.publish([key], 'mine');
      world.save(half, 'unfinished');
      await world.clock.advance(5_000);
      letGo();
      await world.clock.advance(60_000);
      expect(history()).toEqual(['0.1 the drawing']);
      world.disk.delete(half);
      world.watcher.hint('');
      await world.idle();
      expect(history()).toEqual(['0.1 the drawing', '0.2 saved elsewhere', '1.0 saved elsewhere']);
    });

    it('is not spoken of by what was queued for it before', async () => {
      world.service.fail('storeFile', 'internalError', 100);
      world.save(pump, 'the drawing, saved again');
      await world.clock.advance(60_000);
      await moveAndSave();
      expect(world.queued()).toEqual([]);
      expect(await reasonOf(copy)).toEqual({ code: 'afterOtherFile', path: half });
    });
  });

  it('is not sent as its successor while that one stands, unread, in the place of a newer version’s file', async () => {
    const known = `${folder}/known.rfa`;
    await world.open();
    world.save(pump, 'program:Revit/2026 drawing');
    world.save(known, 'program:Revit/2025 upgraded');
    await world.idle();
    world.disk.delete(pump);
    world.disk.rename(known, pump);
    world.disk.write(pump, 'program:Revit/2025 upgraded, unfinished');
    world.disk.write(copy, 'program:Revit/2025 an older draft', world.clock.now() - 3_600_000);
    world.watcher.hint('');
    await world.clock.advance(120_000);
    expect(history()).toEqual(['0.1 program:Revit/2025 upgraded']);
  });

  it('does not wait for a file that cannot take part and is never read', async () => {
    world.hold(pump, 'the drawing');
    const odd = `${folder}/odd\\name.rfa`;
    world.hold(odd, 'bytes');
    await world.open();
    const links = { version: 1, files: { [odd]: { etimClassCode: 'EC000001', etimModelCode: 'MC000001' } } };
    world.disk.write('.cadlibrary.json', JSON.stringify(links));
    world.watcher.hint('');
    await world.idle();
    world.disk.rename(pump, copy);
    world.disk.write(copy, 'saved elsewhere');
    world.watcher.hint('');
    await world.idle();
    expect(history()).toEqual(['0.1 the drawing', '0.2 saved elsewhere']);
  });
});

describe('a new file', () => {
  beforeEach(() => world.open());

  it('is not sent when another one of its key appears a moment after it: a person picks one', async () => {
    world.save(pump, 'one');
    await world.clock.advance(1_500);
    world.save(copy, 'another');
    await world.idle();
    expect(history()).toEqual([]);
    expect(world.states()).toEqual({ [pump]: 'doublyClaimed', [copy]: 'doublyClaimed' });
  });

  it('is not sent either when it was queued before the other one came', async () => {
    const { arrived, letGo } = world.service.hold('findCurrentMetadata');
    world.save(pump, 'one');
    await world.clock.advance(5_000);
    await arrived;
    world.save(copy, 'another');
    await world.clock.advance(100);
    letGo();
    await world.clock.advance(100);
    expect(world.queued()).toEqual([]);
    expect(await reasonOf(pump)).toEqual({ code: 'afterOtherFile', path: copy });
    await world.idle();
    expect(history()).toEqual([]);
    expect(world.states()).toEqual({ [pump]: 'doublyClaimed', [copy]: 'doublyClaimed' });
  });

  it('waits for one of its classes that is half written, says so, and is sent once that one is gone', async () => {
    world.save(half, 'unfinished');
    world.save(pump, 'one');
    await world.clock.advance(60_000);
    expect(await reasonOf(pump)).toEqual({ code: 'afterOtherFile', path: half });
    expect(world.states()).toEqual({ [half]: 'settling', [pump]: 'waiting' });
    world.disk.delete(half);
    world.watcher.hint('');
    await world.idle();
    expect(history()).toEqual(['0.1 one']);
  });

  it('is published once that is known', async () => {
    await world.engine.saveLibrarySettings(world.libraryId(), { upload: 'onPublish' });
    world.save(half, 'unfinished');
    world.save(pump, 'one');
    await world.clock.advance(60_000);
    expect(world.publish([key], 'mine')).toBe(1);
    await world.clock.advance(60_000);
    expect(history()).toEqual([]);
    world.save(half, 'whole program:Revit/2026');
    await world.idle();
    expect(history()).toEqual(['0.1 one', '1.0 one']);
  });

  it('is sent also when the other one went while its folder could not be listed', async () => {
    const below = `${folder}/below/half.rfa`;
    world.save(below, 'unfinished');
    world.save(pump, 'one');
    await world.clock.advance(10_000);
    world.disk.fail('list', `${folder}/below`, 'file-unreadable', 3);
    world.disk.delete(below);
    world.watcher.hint('');
    await world.clock.advance(1_260_000);
    world.watcher.hint('');
    await world.clock.advance(1_200_000);
    expect(history()).toEqual(['0.1 one']);
  });

  it('is sent also when the other one went after a start at which its folder could not be listed', async () => {
    const below = `${folder}/below/half.rfa`;
    world.save(below, 'unfinished');
    world.save(pump, 'one');
    await world.clock.advance(10_000);
    await world.close();
    world.disk.fail('list', `${folder}/below`, 'file-unreadable', 3);
    await world.start();
    await world.clock.advance(60_000);
    expect(history()).toEqual([]);
    world.disk.delete(below);
    await world.clock.advance(1_200_000);
    world.watcher.hint('');
    await world.clock.advance(1_200_000);
    expect(history()).toEqual(['0.1 one']);
  });

  it('waits for the known file of a newer version of the program, which may be saved with another one', async () => {
    world.save(half, 'program:Revit/2026 known');
    await world.idle();
    world.save(half, 'program:Revit/2025 unfinished');
    world.save(pump, 'one');
    await world.clock.advance(60_000);
    expect(await reasonOf(pump)).toEqual({ code: 'afterOtherFile', path: half });
    world.save(half, 'program:Revit/2025 whole');
    await world.idle();
    expect(history()).toEqual([]);
    expect(world.states()).toEqual({ [half]: 'doublyClaimed', [pump]: 'doublyClaimed' });
  });

  it('does not wait for one of other classes, or of another program', async () => {
    world.save('EC000002/MC000001/half.rfa', 'unfinished');
    world.save(`${folder}/half.dwg`, 'unfinished');
    world.save(pump, 'one');
    await world.clock.advance(10_000);
    expect(history()).toEqual(['0.1 one']);
  });
});

describe('a file that was moved and waits', () => {
  it('is not shown as removed where it stood', async () => {
    world.hold(pump, 'the drawing');
    await world.open();
    await moveAndSave();
    expect(world.states()).toEqual({ [half]: 'settling', [copy]: 'waiting' });
  });
});

describe('a new version that is fetched as a new file', () => {
  it('waits until it is known whether it is here already', async () => {
    await world.open();
    world.save(half, 'unfinished');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    runner().pollSoon();
    await world.clock.advance(30_000);
    expect(world.states()).toEqual({ [half]: 'settling' });
    world.disk.delete(half);
    world.watcher.hint('');
    await world.idle();
    expect(Object.values(world.states())).toEqual(['draft']);
  });
});

describe('a transfer that was planned anew while it failed', () => {
  it('does not stay in the queue', async () => {
    world.hold(pump, 'the drawing');
    await world.open();
    const { arrived, letGo } = world.service.hold('storeFile');
    world.save(pump, 'the drawing, saved again');
    await world.clock.advance(5_000);
    await arrived;
    world.hold(copy, 'an older draft');
    world.watcher.hint(copy);
    await world.clock.until(() => world.states()[copy] === 'doublyClaimed', 'both are known');
    world.service.fail('storeFile', 'internalError');
    letGo();
    await world.clock.advance(100);
    expect(world.queued()).toEqual([]);
    expect(history()).toEqual(['0.1 the drawing']);
  });
});
