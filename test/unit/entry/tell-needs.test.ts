import { afterEach, expect, it, vi } from 'vitest';
import { createNeedsTeller } from '../../../electron/entry/commands/tell-needs.ts';
import { linksFileName } from '../../../electron/engine/tree/library-links.ts';
import { assignClass } from '../../fakes/engine/assign-class.ts';
import { createWorld, type World } from '../../fakes/engine/world.ts';

let world: World;
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

it('names a file without a class once, and not again because its library waits for its folder', async () => {
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  world = createWorld();
  world.hold('loose.rfa', 'of no class');
  await world.open();
  const tell = createNeedsTeller(world.engine, world.libraryId(), false);
  tell();
  expect(said).toEqual([expect.stringContaining('  loose.rfa: without a class. Not sent')]);
  world.disk.setMounted(false);
  world.watcher.hint('');
  await world.clock.advance(3_600_000);
  expect(world.engine.runnerOf(world.libraryId()).problem).toMatchObject({ code: 'library-missing' });
  tell();
  expect(said).toHaveLength(1);
});

it('says once that links cannot be written, as long as that is so', async () => {
  const said: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  const pump = 'EC000001/MC000001/pump.rfa';
  world = createWorld();
  world.hold(pump, 'bytes');
  await world.open();
  const tell = createNeedsTeller(world.engine, world.libraryId(), false);
  await assignClass(world, pump, 'EC000009');
  await world.idle();
  world.disk.fail('writeText', linksFileName, 'disk-full', 1e6);
  world.disk.rename(pump, 'other.rfa');
  world.watcher.hint('');
  await world.clock.advance(120_000);
  tell();
  world.save('EC000002/MC000001/valve.rfa', 'bytes');
  await world.clock.advance(120_000);
  tell();
  expect(said).toEqual([expect.stringContaining('could not be written to the library')]);
});
