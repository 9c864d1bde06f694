import { afterEach, expect, it, vi } from 'vitest';
import { createNeedsTeller } from '../../../electron/entry/commands/tell-needs.ts';
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
