import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLastStops, type LastStops } from '../../../../electron/engine/state/settings-store.ts';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
let stops: LastStops;
beforeEach(async () => {
  world = createWorld();
  world.hold(pump, 'bytes');
  await world.open();
  stops = createLastStops(world.database());
});
afterEach(() => world.close());

describe('what stopped a run', () => {
  it('is still known when nothing runs, and is over once the library goes on', async () => {
    world.disk.setMounted(false);
    world.watcher.hint('');
    await world.clock.advance(20_000);
    const libraryId = world.libraryId();
    await world.close();
    expect(stops.library(libraryId)).toMatchObject({ error: { code: 'library-missing' } });
    world.disk.setMounted(true);
    await world.start();
    await world.idle();
    expect(stops.library(libraryId)).toBeUndefined();
  });

  it('goes on with the next run, unless it is for a person to say whether the folder is the library', async () => {
    const explained = async () => (await world.engine.statusReader.explain([`/library/${pump}`])).files[0]?.explanation;
    const stopWith = async (happen: () => unknown, mend: () => unknown) => {
      happen();
      world.watcher.hint('');
      await world.clock.advance(20_000);
      await world.close();
      await world.start(() => false);
      const { reason, next } = (await explained()) ?? {};
      mend();
      await world.close();
      await world.start();
      await world.idle();
      return [reason?.code === 'libraryPaused' && reason.error?.code, next?.code];
    };
    const marker = world.disk.text('.cadlibrary/library.json') ?? '';
    const lose = () => world.disk.delete('.cadlibrary/library.json');
    const putBack = () => world.disk.write('.cadlibrary/library.json', marker);
    expect(await stopWith(lose, putBack)).toEqual(['library-unproven', 'whenProven']);
    const unmount = () => world.disk.setMounted(false);
    const mount = () => world.disk.setMounted(true);
    expect(await stopWith(unmount, mount)).toEqual(['library-missing', 'whenRunning']);
  });

  it('is the refused sign-in, until the service accepts it', async () => {
    world.service.fail('any', 'signInFailed', 1_000_000);
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.until(() => world.engine.gate.state === 'signedOut', 'the connection is refused');
    await world.close();
    expect(stops.connection()).toMatchObject({ error: { code: 'sign-in-failed' } });
    await world.start();
    expect(stops.connection()).toMatchObject({ error: { code: 'sign-in-failed' } });
    world.service.mend();
    world.engine.tryNow();
    await world.idle();
    expect(stops.connection()).toBeUndefined();
  });

  it('is forgotten with its library', async () => {
    world.disk.setMounted(false);
    world.watcher.hint('');
    await world.clock.advance(20_000);
    const libraryId = world.libraryId();
    await world.engine.removeLibrary(libraryId);
    expect(stops.library(libraryId)).toBeUndefined();
  });
});
