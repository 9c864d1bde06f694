import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { absenceGraceMs, createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const folder = 'EC000001/MC000001';
const drawing = `${folder}/plan.dwg`;
const backup = `${folder}/plan.bak`;
const key = keyOf('EC000001', 'AutoCAD/2025');

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

async function open(): Promise<void> {
  world.hold(drawing, 'first');
  await world.open();
}

const scanNow = async (): Promise<void> => {
  world.engine.runnerOf(world.libraryId()).scanSoon();
  await world.clock.advance(500);
};

describe('a drawing that is missing for a moment while its program saves', () => {
  it('is looked for again before it counts as removed, also when nobody tells that it is back', async () => {
    await open();
    world.disk.rename(drawing, backup);
    await scanNow();
    world.disk.write(drawing, 'second');
    await world.clock.advance(absenceGraceMs - 1_000);
    expect(world.states()).toEqual({ [drawing]: 'missing' });
    await world.idle();
    expect(world.states()).toEqual({ [drawing]: 'draft' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
  });

  it('comes back with the same bytes without being sent again', async () => {
    await open();
    world.disk.rename(drawing, backup);
    world.watcher.hint(drawing);
    await world.clock.advance(5_000);
    world.disk.rename(backup, drawing);
    world.watcher.hint(drawing);
    await world.idle();
    expect(world.states()).toEqual({ [drawing]: 'draft' });
    expect(world.service.callsOf('storeFile')).toBe(1);
  });

  it('keeps the link by which it has its class', async () => {
    const loose = 'loose/plan.dwg';
    world.hold(loose, 'first');
    await world.open();
    const { context, relink } = world.engine.runnerOf(world.libraryId());
    await relink(() => new Map([[loose, { etimClassCode: 'EC000001', etimModelCode: 'MC000001' }]]));
    await world.idle();
    world.disk.rename(loose, 'loose/plan.bak');
    world.watcher.hint('loose/plan.bak');
    world.watcher.hint(loose);
    await world.clock.advance(1_000);
    world.save(loose, 'second');
    await world.idle();
    expect([...context.links().keys()]).toEqual([loose]);
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
  });

  it('may come back in other letters where the disk does not tell them apart', async () => {
    world = createWorld({ names: 'folding' });
    await open();
    world.disk.rename(drawing, backup);
    world.watcher.hint(drawing);
    await world.clock.advance(1_000);
    const inCapitals = `${folder}/PLAN.DWG`;
    world.save(inCapitals, 'second');
    await world.clock.advance(absenceGraceMs);
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
    expect(Object.values(world.states())).toEqual(['draft']);
  });
});

describe('a drawing whose program crashed when only the backup was there', () => {
  it('counts as removed once it did not come back, and its backup is never taken for it', async () => {
    await open();
    world.disk.rename(drawing, backup);
    world.disk.write(`${folder}/SAV1A2B.tmp`, 'second');
    for (const path of [drawing, backup, `${folder}/SAV1A2B.tmp`]) world.watcher.hint(path);
    await world.clock.advance(absenceGraceMs - 1_000);
    expect(world.states()).toEqual({ [drawing]: 'missing' });
    await world.idle();
    expect(world.states()).toEqual({ [drawing]: 'removedHere' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
  });

  it('is itself again when its designer gives the backup its name back', async () => {
    await open();
    world.disk.rename(drawing, backup);
    world.watcher.hint(drawing);
    await world.idle();
    world.disk.rename(backup, drawing);
    world.watcher.hint(drawing);
    await world.idle();
    expect(world.states()).toEqual({ [drawing]: 'draft' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
  });
});

describe('a drawing that is saved under another name', () => {
  const other = `${folder}/plan rev B.dwg`;

  it('and whose old file is deleted goes on as the same item, with one new version', async () => {
    await open();
    world.save(other, 'second');
    await world.clock.advance(3_000);
    world.disk.delete(drawing);
    world.watcher.hint(drawing);
    await world.idle();
    expect(world.states()).toEqual({ [other]: 'draft' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first', '0.2 second']);
  });

  it('without a change is not sent again', async () => {
    await open();
    world.save(other, 'first');
    await world.clock.advance(3_000);
    world.disk.delete(drawing);
    world.watcher.hint(drawing);
    await world.idle();
    expect(world.states()).toEqual({ [other]: 'draft' });
    expect(world.service.callsOf('storeFile')).toBe(1);
  });

  it('and whose old file stays is held back with it until one goes', async () => {
    await open();
    world.save(other, 'second');
    await world.idle();
    expect(world.states()).toEqual({ [drawing]: 'doublyClaimed', [other]: 'doublyClaimed' });
    expect(world.service.versions.history(key)).toEqual(['0.1 first']);
  });
});
