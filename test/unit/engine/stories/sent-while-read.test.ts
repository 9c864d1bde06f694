import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

const fileCount = 1_060;
/** So many are written before the last is read: 128, and four times as many. */
const writtenBefore = 640;
const dayMs = 86_400_000;
const pathOf = (n: number): string => `EC${String(n).padStart(6, '0')}/MC000001/part.rfa`;
const numbers = Array.from({ length: fileCount }, (_, index) => index + 1);

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const sent = (): number => world.service.versions.keys().length;

/** The first file takes long to be read. @returns lets it be read */
function holdUpReading(): () => void {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  world.disk.on('hash', pathOf(1), () => held);
  return () => goOn();
}

describe('while files of a library are still read', () => {
  it('those that are new on both sides go out', async () => {
    for (const n of numbers) world.hold(pathOf(n), `drawing ${n}`);
    const goOn = holdUpReading();
    await world.start();
    await world.addLibrary();
    await world.clock.advance(10_000);
    expect(sent()).toBe(writtenBefore);
    goOn();
    await world.idle();
    expect(sent()).toBe(fileCount);
  });

  it('none is forgotten where the folder cannot be proven for a moment', async () => {
    for (const n of numbers) world.hold(pathOf(n), `drawing ${n}`);
    world.disk.on('hash', pathOf(fileCount / 2), async () =>
      world.disk.fail('readText', '.cadlibrary/library.json', 'file-unreadable'),
    );
    await world.open();
    await world.clock.advance(60_000);
    expect(sent()).toBe(fileCount);
  });

  it('nothing goes out before the service was heard', async () => {
    for (const n of numbers) world.hold(pathOf(n), `drawing ${n}`);
    const goOn = holdUpReading();
    world.service.setAway(true);
    await world.start();
    await world.addLibrary();
    await world.clock.advance(10_000);
    expect(world.queued()).toEqual([]);
    goOn();
    world.service.setAway(false);
    await world.idle();
    expect(sent()).toBe(fileCount);
  });

  it('a flood of older files is not let through in parts', async () => {
    for (const n of numbers) world.disk.write(pathOf(n), `old ${n}`, world.clock.now() - dayMs);
    await world.open();
    for (const n of numbers) world.hold(pathOf(n), `new ${n}`);
    world.watcher.hint('');
    await world.clock.advance(120_000);
    const before = world.service.callsOf('storeFile');
    // As many as pass without a question are read early, and as many late.
    for (const n of numbers) {
      const isOld = n <= 30 || n > fileCount - 30;
      world.disk.write(pathOf(n), `${isOld ? 'old' : 'new'} ${n}`);
      if (isOld) world.disk.setDate(pathOf(n), world.clock.now() - dayMs);
    }
    const goOn = holdUpReading();
    world.watcher.hint('');
    await world.clock.advance(120_000);
    expect(world.service.callsOf('storeFile')).toBe(before);
    goOn();
    await world.clock.advance(120_000);
    expect(world.service.callsOf('storeFile')).toBe(before);
    expect(world.engine.changeQuestions(world.libraryId())).toMatchObject([{ kind: 'rollback', count: 60 }]);
  });
});
