import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linksFileName } from '../../../../electron/engine/tree/library-links.ts';
import { assignClass, namedClass } from '../../../fakes/engine/assign-class.ts';
import { colleagueSays } from '../../../fakes/engine/colleague-says.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

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
  world.engine.runnerOf(world.libraryId()).scanSoon();
  await world.clock.advance(120_000);
};
const history = (code: string): string[] => world.service.versions.history(keyOf(code));

describe('a links file that was away when it was looked at last', () => {
  it('is read by the next start where it is back, with what a colleague said, when the app is closed', async () => {
    const before = world.disk.text(linksFileName) ?? '';
    world.disk.delete(linksFileName);
    await look();
    // The drive that replaces it in two steps tells nobody of the second one.
    world.disk.write(linksFileName, before);
    colleagueSays(world, pump, 'EC000007');
    await world.close();
    await world.start();
    await world.idle();
    await look();
    expect(world.engine.runnerOf(world.libraryId()).context.files.get(pump)?.key).toBe(keyOf('EC000007'));
    world.save(pump, 'again');
    await look();
    expect({ nine: history('EC000009'), seven: history('EC000007') }).toEqual({
      nine: ['0.1 bytes'],
      seven: ['0.1 bytes', '0.2 again'],
    });
  });
});

describe('a link that is changed while a links file that was away for long is written again', () => {
  it('is still there after a crash', async () => {
    const { context } = world.engine.runnerOf(world.libraryId());
    world.disk.delete(linksFileName);
    for (let minute = 0; minute < 8; minute += 2) await look();
    const { promise: isFlushed } = Promise.withResolvers<void>();
    const noted = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    world.disk.on('writeText', linksFileName, async () => {
      // What a person puts back there is of another class, which is committed. The disk takes long to flush it.
      world.afterTogether = () => {
        noted.resolve();
        return isFlushed;
      };
      void context.changeLinks(new Map([[pump, namedClass('EC000005')]]));
      await noted.promise;
    });
    world.disk.after('writeText', linksFileName, () => written.resolve());
    await look();
    await look();
    await written.promise;
    await world.clock.advance(100);
    world.afterTogether = undefined;
    world.crash();
    await world.start();
    await world.idle();
    expect(Object.fromEntries(world.engine.runnerOf(world.libraryId()).context.links())[pump]).toMatchObject({
      etimClassCode: 'EC000005',
    });
  });
});
