import { afterEach, expect, it } from 'vitest';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';

let world: World;
afterEach(() => world.close());

it('a file that comes and goes does not keep others that are gone from being looked for once more', async () => {
  world = createWorld();
  world.hold(pump, 'bytes');
  world.hold(valve, 'valve');
  await world.open();
  const lose = async (path: string, thenMs: number): Promise<void> => {
    world.disk.delete(path);
    world.watcher.hint(path);
    await world.clock.advance(thenMs);
  };
  await lose(pump, 1_000);
  await lose(valve, 4_000);
  world.save(pump, 'again');
  await world.clock.advance(5_000);
  await lose(pump, 5_000);
  // It comes back, and the watcher misses that.
  world.disk.write(valve, 'valve, saved');
  const states = new Set<string | undefined>();
  for (let second = 0; second < 40; second += 1) {
    await world.clock.advance(1_000);
    states.add(world.states()[valve]);
  }
  expect(states).not.toContain('removedHere');
  expect(world.states()[valve]).toBe('draft');
});
