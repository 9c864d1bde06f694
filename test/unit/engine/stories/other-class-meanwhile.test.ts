import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const file = 'pump.rfa';
const key = keyOf('EC000001');
let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());
const assign = (path: string, etimClassCode: string) => assignClass(world, path, etimClassCode);

async function openConflict(): Promise<void> {
  world.hold(file, 'base');
  await world.open();
  await assign(file, 'EC000001');
  await world.idle();
  world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
  world.save(file, 'mine');
  await world.clock.until(() => world.states()[file] === 'conflict', 'there is a conflict', 120_000);
  await world.idle();
}

describe.each(['hash', 'keepCopy'] as const)('a file that gets another class meanwhile (%s)', (at) => {
  const meanwhile = (): void => world.disk.on(at, /pump\.rfa$/, async () => void (await assign(file, 'EC000002')));
  const goOn = async (): Promise<void> => {
    await world.clock.advance(60_000);
    await world.idle();
  };

  it('is not replaced by an earlier version of what it was', async () => {
    world.hold(file, 'first');
    await world.open();
    await assign(file, 'EC000001');
    await world.idle();
    world.save(file, 'second');
    await world.idle();
    const version = world.versionAt(file, { major: 0, minor: 1 });
    meanwhile();
    const put = world.engine.earlierVersions.restoreVersion(world.libraryId(), file, version);
    put.catch(() => undefined);
    await goOn();
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 second']);
  });

  it('is not replaced by theirs, of what it was', async () => {
    await openConflict();
    meanwhile();
    await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs').catch(() => undefined);
    await goOn();
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 mine']);
  });
});

it('the class that a person gives a file counts also where undoing an answer puts another one there', async () => {
  await openConflict();
  await world.engine.resolveConflict(world.libraryId(), key, 'takeTheirs');
  await world.clock.advance(60_000);
  await world.idle();
  world.disk.on('keepCopy', /conflicts/, async () => {
    await assign(file, 'EC000002');
    await new Promise<void>((resolve) => world.clock.after(100, resolve));
  });
  const undone = world.engine.undoResolve(world.libraryId(), key);
  undone.catch(() => undefined);
  await world.clock.advance(4_000_000);
  await world.idle();
  expect(world.engine.runnerOf(world.libraryId()).context.files.get(file)?.key).toBe(keyOf('EC000002'));
});
