import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linksFileName } from '../../../../electron/engine/tree/library-links.ts';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.open();
});
afterEach(() => (world.isRunning() ? world.crash() : undefined));

const links = () => Object.fromEntries(world.engine.runnerOf(world.libraryId()).context.links());

describe('a link that was changed again while the links file is written', () => {
  it('is still there after a crash: a file that was renamed and renamed back keeps the class a person gave it', async () => {
    const home = 'EC000001/MC000001/pump.rfa';
    const away = 'EC000001/MC000001/pump old.rfa';
    world.save(home, 'pump');
    await world.idle();
    await assignClass(world, home, 'EC000009');
    await world.idle();
    expect(world.service.versions.keys()).toContain(keyOf('EC000009'));

    // The move is noted, and about to be written to the links file.
    const runner = world.engine.runnerOf(world.libraryId());
    world.disk.rename(home, away);
    runner.scanSoon();
    await world.clock.until(() => links()[away] !== undefined, 'the link went along');

    // It is moved back. That is committed, and the disk takes long to flush it: meanwhile the links file is written.
    const { promise: isFlushed, resolve: letFlush } = Promise.withResolvers<void>();
    world.afterTogether = () => {
      world.afterTogether = undefined;
      return isFlushed;
    };
    const written = Promise.withResolvers<void>();
    world.disk.after('writeText', linksFileName, () => written.resolve());
    world.disk.rename(away, home);
    runner.scanSoon();
    await world.clock.advance(2_000);
    await written.promise;
    letFlush();
    await world.clock.advance(100);
    expect(links()[home]).toMatchObject({ etimClassCode: 'EC000009' });
    world.crash();
    await world.start();
    await world.idle();
    world.save(home, 'pump, saved again');
    await world.idle();
    expect(world.service.versions.history(keyOf('EC000009'))).toEqual(['0.1 pump', '0.2 pump, saved again']);
    expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 pump']);
    expect(links()[home]).toMatchObject({ etimClassCode: 'EC000009' });
  });
});
