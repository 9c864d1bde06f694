import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { linksFileName } from '../../../../electron/engine/tree/library-links.ts';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const renamed = 'EC000001/MC000001/renamed.rfa';

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'bytes');
  await world.open();
  await assignClass(world, pump, 'EC000009');
  await look();
  expect(history('EC000009')).toEqual(['0.1 bytes']);
});
afterEach(() => (world.isRunning() ? world.crash() : undefined));

const look = async (): Promise<void> => {
  world.watcher.hint('');
  await world.clock.advance(120_000);
};
const history = (code: string): string[] => world.service.versions.history(keyOf(code));

/** What was saved under the renamed file's class, and not as the class of its folder. */
async function saveAgain(): Promise<void> {
  world.save(renamed, 'again');
  await look();
  expect(history('EC000001')).toEqual(['0.1 bytes']);
}

describe('a file that a person gave a class', () => {
  it('is of it still when its library is removed while the links cannot be written, and added again', async () => {
    let isFull = true;
    const refuse = (): void => {
      if (isFull) throw new AppError('disk-full');
    };
    world.disk.on('writeText', linksFileName, refuse, Infinity);
    world.disk.rename(pump, renamed);
    await look();
    await world.engine.removeLibrary(world.libraryId());
    isFull = false;
    await world.addLibrary();
    await look();
    await saveAgain();
  });
});
