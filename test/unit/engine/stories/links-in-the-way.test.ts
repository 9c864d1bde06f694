import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const why = async (path: string) =>
  (await world.engine.statusReader.explain([`/library/${path}`])).files[0]?.explanation;

describe('a link in a library', () => {
  it('in the place of a folder holds up what belongs below it, says which link it is, and nothing else', async () => {
    world.hold(pump, 'mine');
    world.hold(valve, 'mine too');
    await world.open();
    world.disk.putOdd('EC000001', 'link');
    for (const code of ['EC000001', 'EC000002'])
      world.service.versions.publishElsewhere(recordOf(code), `theirs ${code}`);
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(120_000);
    expect(world.disk.text(valve)).toBe('theirs EC000002');
    expect(world.disk.text(pump)).toBe('mine');
    expect(await why(pump)).toMatchObject({ reason: { code: 'belowLink', folder: 'EC000001' } });
    world.disk.takeOdd('EC000001');
    world.watcher.hint('');
    await world.idle(600_000);
    expect(world.disk.text(pump)).toBe('theirs EC000001');
  });

  it('in the place of a file, or a folder there, leaves it counted and explained as removed, and says so', async () => {
    world.hold(pump, 'mine');
    world.hold(valve, 'mine too');
    await world.open();
    world.disk.delete(pump);
    world.disk.delete(valve);
    world.disk.putOdd(pump, 'link');
    world.disk.write(`${valve}/notes.txt`, 'a folder now');
    world.watcher.hint('');
    await world.clock.advance(120_000);
    expect(world.states()).toEqual({ [pump]: 'removedHere', [valve]: 'removedHere' });
    for (const path of [pump, valve])
      expect(await why(path)).toMatchObject({ reason: { code: 'removedHere' }, isPlaceTaken: true });
  });

  it.each([
    ['is still missed', true],
    ['counts as removed', false],
  ])('in the place of a folder of which a file %s holds up nothing beside it', async (_, atOnce) => {
    world.hold(pump, 'mine');
    world.hold(valve, 'mine too');
    await world.open();
    world.disk.delete(pump);
    world.watcher.hint('');
    if (!atOnce) await world.idle();
    world.disk.putOdd('EC000001', 'link');
    world.watcher.hint('');
    world.service.versions.publishElsewhere(recordOf('EC000002'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(120_000);
    expect(world.disk.text(valve)).toBe('theirs');
    expect(await why(pump)).toMatchObject({ reason: { code: 'belowLink', folder: 'EC000001' } });
    expect(world.states()[pump]).toBe('removedHere');
  });

  it('in the place of the app’s own folder pauses the library, and it goes on when it is gone', async () => {
    world.hold(pump, 'mine');
    await world.open();
    world.disk.putOdd('.cadlibrary', 'link');
    world.watcher.hint('');
    await world.clock.advance(60_000);
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(60_000);
    expect(world.disk.text(pump)).toBe('mine');
    expect(world.engine.statusReader.overview().libraries[0]?.paused?.reason).toMatchObject({
      code: 'libraryPaused',
      error: { code: 'link-in-library' },
    });
    world.disk.takeOdd('.cadlibrary');
    await world.clock.advance(60_000);
    await world.idle(600_000);
    expect(world.disk.text(pump)).toBe('theirs');
  });
});
