import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { queuedOf } from '../../../fakes/engine/queued-of.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const moved = 'EC000001/MC000001/better.rfa';
const key = keyOf('EC000001');
let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

/** Has a download be in its place, and be written down late. */
async function whilePlaced(): Promise<{ path: string; goOn: () => Promise<void> }> {
  const { promise: isWritten, resolve: letWrite } = Promise.withResolvers<void>();
  const there = () => world.disk.paths().find((path) => !path.startsWith('.') && world.disk.text(path) === 'theirs');
  world.beforeTogether = () => (there() ? isWritten : undefined);
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.clock.advance(5_000);
  expect(there()).toBeDefined();
  expect(queuedOf(world.engine)).toMatchObject([{ state: 'running' }]);
  world.beforeTogether = undefined;
  return {
    path: there() ?? '',
    goOn: async () => {
      letWrite();
      await world.clock.advance(300_000);
      await world.idle();
    },
  };
}

describe.each([true, false])('a file that was fetched (over one: %s) and is written down late', (isOver) => {
  beforeEach(async () => {
    if (isOver) world.hold(pump, 'base');
    await world.open();
  });

  it('is not said to be there when it was deleted at once', async () => {
    const { path, goOn } = await whilePlaced();
    world.watcher.hint(path);
    await world.clock.advance(10);
    world.disk.delete(path);
    world.watcher.hint(path);
    await world.clock.advance(500);
    await goOn();
    expect(world.states()).toEqual({ [path]: 'removedHere' });
  });

  it('is not said to be there twice when it was renamed at once', async () => {
    const { path, goOn } = await whilePlaced();
    world.watcher.hint(path);
    await world.clock.advance(10);
    world.disk.rename(path, moved);
    for (const one of [path, moved]) world.watcher.hint(one);
    await world.clock.advance(500);
    await goOn();
    expect(Object.keys(world.states())).toEqual([moved]);
    expect(world.states()).not.toEqual({ [moved]: 'doublyClaimed' });
  });

  it('is known by what was saved into it at once', async () => {
    const { path, goOn } = await whilePlaced();
    world.save(path, 'mine');
    await world.clock.advance(500);
    await goOn();
    expect(world.service.versions.history(key).at(-1)).toContain('mine');
  });
});

describe('a file of which a newer version is about to take the place', () => {
  const file = 'pump.rfa';
  const assign = (etimClassCode: string) => assignClass(world, file, etimClassCode);
  it.each([
    ['inspect', /part|~|tmp|cad/i],
    ['keepCopy', /backup/],
    ['hash', /pump.rfa/],
  ] as const)('is not replaced when a person gives it another class at %s', async (operation, path) => {
    world.hold(file, 'mine');
    await world.open();
    await assign('EC000001');
    await world.idle();
    let isDone = false;
    world.disk.on(operation, path, async () => {
      await assign('EC000002');
      isDone = true;
    });
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(60_000);
    await world.idle();
    expect(isDone).toBe(true);
    expect(world.disk.text(file)).toBe('mine');
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 mine']);
  });
});
