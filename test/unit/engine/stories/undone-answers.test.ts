import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';
import { linksFileName } from '../../../../electron/engine/tree/library-links.ts';
import { linksIn } from '../../../fakes/engine/links-in.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const copy = 'EC000001/MC000001/pump (mine).rfa';
const key = keyOf('EC000001');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'base');
  await world.open();
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  world.save(pump, 'mine');
  await world.idle();
  expect(world.states()).toEqual({ [pump]: 'conflict' });
});
afterEach(() => world.close());

const inFolder = (name: string) => world.disk.ownPaths().filter((path) => path.startsWith(`.cadlibrary/${name}/`));
const answer = (choice: 'takeTheirs' | 'keepBoth' | 'keepMine') =>
  world.engine.resolveConflict(world.libraryId(), key, choice);
const undo = () => world.engine.undoResolve(world.libraryId(), key);

async function comeBack(): Promise<void> {
  world.service.setAway(false);
  world.engine.tryNow();
  await world.idle();
}

/** Everything is as it was before the person answered. */
function expectOpen(): void {
  expect(world.states()).toEqual({ [pump]: 'conflict' });
  expect(world.disk.paths().filter((path) => path !== linksFileName)).toEqual([pump]);
  expect(world.disk.text(pump)).toBe('mine');
  expect(inFolder('conflicts').map((path) => world.disk.text(path))).toEqual(['theirs']);
  expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs']);
}

describe('an answer to a conflict that is undone', () => {
  it('leaves the question open again: mine was kept, and not sent yet', async () => {
    world.service.setAway(true);
    await answer('keepMine');
    await world.clock.advance(30_000);
    expect(await undo()).toEqual({ reopened: true });
    await world.clock.advance(30_000);
    expectOpen();
    await comeBack();
    expectOpen();
  });

  it.each(['takeTheirs', 'keepBoth'] as const)('leaves the question open again: %s', async (choice) => {
    await answer(choice);
    await world.idle();
    expect(world.disk.text(pump)).toBe('theirs');
    expect(await undo()).toEqual({ reopened: true });
    await world.idle();
    expectOpen();
    // In case it is saved over: the service does not have it.
    expect(inFolder('backup').map((path) => world.disk.text(path))).toEqual(['mine']);
    expect(linksIn(world.disk).has(copy)).toBe(false);
  });

  it.each(['keepMine', 'takeTheirs', 'keepBoth'] as const)('can be given again, otherwise: %s', async (choice) => {
    world.service.setAway(true);
    for (const again of ['keepBoth', choice] as const) {
      await answer(again);
      // What is tried just now could not be taken back.
      await world.clock.advance(30_000);
      expect(await undo()).toEqual({ reopened: true });
    }
    await answer(choice);
    await comeBack();
    expect(world.disk.text(pump)).toBe(choice === 'keepMine' ? 'mine' : 'theirs');
    expect(inFolder('conflicts')).toEqual([]);
  });

  it('can be undone by the next engine too', async () => {
    await answer('keepBoth');
    await world.close();
    await world.start();
    await world.idle();
    expect(await undo()).toEqual({ reopened: true });
    await world.idle();
    expectOpen();
  });

  it('is compared with what the service has by then', async () => {
    world.service.setAway(true);
    await answer('keepMine');
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs again');
    await undo();
    await comeBack();
    expect(world.states()).toEqual({ [pump]: 'conflict' });
    expect(inFolder('conflicts').map((path) => world.disk.text(path))).toEqual(['theirs again']);
    expect(world.disk.text(pump)).toBe('mine');
  });

  it('opens the question also where the copy of theirs is gone: it is fetched again', async () => {
    world.service.setAway(true);
    await answer('keepMine');
    for (const path of inFolder('conflicts')) world.disk.delete(path);
    expect(await undo()).toEqual({ reopened: true });
    await comeBack();
    expectOpen();
  });
});

describe('an answer to a conflict that something followed', () => {
  it.each(['takeTheirs', 'keepBoth'] as const)('is undone once where two say so at once: %s', async (choice) => {
    await answer(choice);
    const undone = await Promise.allSettled([undo(), undo()]);
    expect(undone).toMatchObject([{ value: { reopened: true } }, { reason: { code: 'unknown-item' } }]);
    await world.idle();
    expectOpen();
  });

  it('stays: mine was sent, and the version is named', async () => {
    await answer('keepMine');
    await world.idle();
    expect(await undo()).toEqual({ reopened: false, version: { major: 0, minor: 3 } });
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft' });
    expect(inFolder('conflicts')).toEqual([]);
  });

  it.each(['takeTheirs', 'keepBoth'] as const)(
    'stays where a newer version arrived, and nobody is told that mine was sent: %s',
    async (choice) => {
      await answer(choice);
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs again');
      await world.clock.advance(120_000);
      await world.idle();
      expect(world.disk.text(pump)).toBe('theirs again');
      await expect(undo()).rejects.toMatchObject({ code: 'unknown-item' });
      expect([...world.disk.paths(), ...world.disk.ownPaths()].map((path) => world.disk.text(path))).toContain('mine');
    },
  );

  it('stays while mine is being sent, and whoever undoes it is not told that it was', async () => {
    let undone: unknown;
    world.service.afterServing('storeMetadata', async () => void (undone = await undo()));
    await answer('keepMine');
    await world.idle();
    expect(undone).toEqual({ reopened: false });
    expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs', '0.3 mine']);
  });

  it('stays where its answer was lost: what was asked of the service may have been done', async () => {
    world.service.fail('storeMetadata', 'lostAnswer');
    world.service.afterServing('storeMetadata', async () => void world.service.setAway(true));
    await answer('keepMine');
    await world.clock.advance(30_000);
    expect(await undo()).toEqual({ reopened: false });
    await comeBack();
    expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs', '0.3 mine']);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it.each([
    ['takeTheirs', pump],
    ['keepBoth', pump],
    ['keepBoth', copy],
  ] as const)('stays where somebody saved since (%s: %s), and what was saved stays', async (choice, path) => {
    await answer(choice);
    await world.idle();
    world.disk.write(path, 'saved since');
    await expect(undo()).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    expect(world.disk.text(path)).toBe('saved since');
    await world.idle();
    expect(world.states()[pump]).toBe('draft');
  });

  it('stays where the copy of mine got classes since: it is a file of its own, and stays in its place', async () => {
    await answer('keepBoth');
    await world.idle();
    const classes = { etimClassCode: 'EC000003', etimClassCodeVersion: '1' };
    const named = { ...classes, etimModelCode: 'MC000001', etimModelCodeVersion: '1' };
    await world.engine.picks.assign(world.libraryId(), new Map([[copy, named]]));
    await world.idle();
    await expect(undo()).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft', [copy]: 'draft' });
    expect(world.service.versions.history(keyOf('EC000003'))).toEqual(['0.1 mine']);
  });

  it('cannot be undone twice', async () => {
    await answer('takeTheirs');
    await undo();
    await expect(undo()).rejects.toMatchObject({ code: 'unknown-item' });
    expectOpen();
  });
});

it.each(['takeTheirs', 'keepBoth'] as const)(
  'undoing leaves everything as it is where mine cannot take its place again: %s',
  async (choice) => {
    await answer(choice);
    await world.idle();
    const before = Object.fromEntries(world.disk.ownPaths().map((path) => [path, world.disk.text(path)]));
    world.disk.fail('replace', pump, 'file-in-use');
    await expect(undo()).rejects.toMatchObject({ code: 'file-in-use' });
    await world.idle();
    expect(world.disk.text(pump)).toBe('theirs');
    expect(world.states()[pump]).toBe('draft');
    expect(Object.fromEntries(world.disk.ownPaths().map((path) => [path, world.disk.text(path)]))).toEqual(before);
    expect(await undo()).toEqual({ reopened: true });
    await world.idle();
    expectOpen();
  },
);

it('undoing waits for the program that has the copy of mine open', async () => {
  const [drawing, beside] = ['EC000002/MC000001/plan.dwg', 'EC000002/MC000001/plan (mine).dwg'];
  const drawingKey = keyOf('EC000002', 'AutoCAD/2025');
  world.hold(drawing, 'base program:AutoCAD/2018');
  world.watcher.hint(drawing);
  await world.idle();
  world.service.versions.publishElsewhere(recordOf('EC000002', 'plan', 'AutoCAD/2025'), 'theirs program:AutoCAD/2018');
  world.save(drawing, 'mine program:AutoCAD/2018');
  await world.idle();
  await world.engine.resolveConflict(world.libraryId(), drawingKey, 'keepBoth');
  await world.idle();
  const lock = 'EC000002/MC000001/plan (mine).dwl';
  world.disk.write(lock, '');
  const undoing = () => world.engine.undoResolve(world.libraryId(), drawingKey);
  await expect(undoing()).rejects.toMatchObject({ code: 'file-in-use' });
  expect(world.disk.text(beside)).toBe('mine program:AutoCAD/2018');
  world.disk.delete(lock);
  expect(await undoing()).toEqual({ reopened: true });
  expect(world.disk.text(drawing)).toBe('mine program:AutoCAD/2018');
});

describe('keeping mine, which the service refused', () => {
  it('can be undone: it was not sent', async () => {
    world.service.setLicenseAccepted(false);
    world.service.setTakesFiles(true);
    await answer('keepMine');
    await world.idle();
    expect(await undo()).toEqual({ reopened: true });
    expectOpen();
  });
});

it('an answer that is undone takes no agreement on a file that left the key for one on the file that came', async () => {
  const programs = [{ name: 'AutoCAD', version: '2025' }];
  const [former, mine] = ['EC000001_v1/MC000001_v1/pump.dwg', 'EC000001_v1/MC000001_v1/pump (2).dwg'];
  await world.close();
  world = createWorld({ programs });
  world.hold(former, 'program:AutoCAD/2025 base');
  await world.open();
  // Of a newer program than the library is for, it is of the key no more.
  world.save(former, 'program:AutoCAD/2026 newer');
  await world.idle();
  world.save(mine, 'program:AutoCAD/2025 mine');
  await world.idle();
  const left = world.states()[former];
  expect(world.states()).toEqual({ [former]: left, [mine]: 'conflict' });
  const ofDrawing = keyAt(mine);
  world.service.setAway(true);
  await world.engine.resolveConflict(world.libraryId(), ofDrawing, 'keepMine');
  await world.clock.advance(30_000);
  expect(await world.engine.undoResolve(world.libraryId(), ofDrawing)).toEqual({ reopened: true });
  await comeBack();
  expect(world.states()).toEqual({ [former]: left, [mine]: 'conflict' });
  expect(world.service.versions.history(ofDrawing)).toEqual(['0.1 program:AutoCAD/2025 base']);
});

function keyAt(path: string): ContentKeyText {
  const found = world.engine.runners()[0]?.context.files.get(path)?.key;
  if (found === undefined) throw new Error(`${path} has no key.`);
  return found;
}
