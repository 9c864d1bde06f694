import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { linksFileName, readLinks } from '../../../../electron/engine/tree/library-links.ts';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { colleagueSays } from '../../../fakes/engine/colleague-says.ts';
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

/** Removes the library while the link of a renamed file cannot be written; then a month goes by. */
async function removeUnwritten(): Promise<void> {
  let isFull = true;
  const refuse = (): void => {
    if (isFull) throw new AppError('disk-full');
  };
  world.disk.on('writeText', linksFileName, refuse, Infinity);
  world.disk.rename(pump, renamed);
  await look();
  await world.engine.removeLibrary(world.libraryId());
  isFull = false;
  await world.clock.advance(30 * 86_400_000);
}

describe('classes that were left with the marker of a removed library', () => {
  it('do not take back what a colleague said later, in the links file', async () => {
    await removeUnwritten();
    // A colleague who found the file without classes says what it is, a month later.
    colleagueSays(world, renamed, 'EC000007');
    await world.addLibrary();
    await look();
    world.save(renamed, 'again');
    await look();
    expect(readLinks(world.disk.text(linksFileName) ?? '').links.get(renamed)).toMatchObject({
      etimClassCode: 'EC000007',
    });
    expect(history('EC000009')).toEqual(['0.1 bytes']);
  });

  it('do not take back what a colleague said of a new file at the path that a file was moved from', async () => {
    await removeUnwritten();
    world.disk.write(pump, 'a fan of a colleague');
    colleagueSays(world, pump, 'EC000007');
    await world.addLibrary();
    await look();
    await look();
    expect(readLinks(world.disk.text(linksFileName) ?? '').links.get(pump)).toMatchObject({
      etimClassCode: 'EC000007',
    });
    expect(history('EC000001')).toEqual(['0.1 bytes']);
  });
});
