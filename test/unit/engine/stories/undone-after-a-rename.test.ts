import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const copy = 'EC000001/MC000001/pump (mine).rfa';
const renamed = 'EC000001/MC000001/better name.rfa';
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

const undo = () => world.engine.undoResolve(world.libraryId(), key);

async function answer(choice: 'takeTheirs' | 'keepBoth' | 'keepMine'): Promise<void> {
  await world.engine.resolveConflict(world.libraryId(), key, choice);
  await world.idle();
}

async function rename(from: string): Promise<void> {
  world.disk.rename(from, renamed);
  for (const path of [from, renamed]) world.watcher.hint(path);
  await world.idle();
}

describe('an answer to a conflict', () => {
  it.each(['takeTheirs', 'keepBoth'] as const)('is undone where the file stands now: %s', async (choice) => {
    await answer(choice);
    await rename(pump);
    expect(await undo()).toEqual({ reopened: true });
    await world.idle();
    expect(world.states()).toEqual({ [renamed]: 'conflict' });
    expect(world.disk.text(renamed)).toBe('mine');
    await answer('keepMine');
    expect(world.states()).toEqual({ [renamed]: 'draft' });
    expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs', '0.3 mine']);
  });

  it('stays where mine cannot take the place of the renamed file', async () => {
    await answer('takeTheirs');
    await rename(pump);
    world.disk.fail('replace', renamed, 'file-in-use');
    await expect(undo()).rejects.toMatchObject({ code: 'file-in-use' });
    await world.idle();
    expect(world.states()).toEqual({ [renamed]: 'draft' });
    expect(world.disk.text(renamed)).toBe('theirs');
  });

  it('stays where the copy of mine was renamed, which is said', async () => {
    await answer('keepBoth');
    await rename(copy);
    const detail = `${copy} was renamed or removed since. Everything stays as it is.`;
    await expect(undo()).rejects.toMatchObject({ code: 'file-changed-meanwhile', detail });
    expect(world.states()).toEqual({ [pump]: 'draft', [renamed]: 'unassigned' });
  });

  it('stays where the file was removed, which is said', async () => {
    await answer('takeTheirs');
    world.disk.delete(pump);
    const detail = `${pump} was renamed or removed since. Everything stays as it is.`;
    await expect(undo()).rejects.toMatchObject({ code: 'file-changed-meanwhile', detail });
  });
});
