import { afterEach, expect, it } from 'vitest';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const hourMs = 3_600_000;

let world: World;
afterEach(() => world.close());

it('a file that its program holds open all day is said to be so once, and tried ever less often', async () => {
  let writes = 0;
  world = createWorld({ onStateChange: (moment) => void (moment === 'before' && (writes += 1)) });
  world.hold(pump, 'bytes');
  await world.open();
  await world.clock.advance(hourMs);
  const quietFrom = writes;
  await world.clock.advance(8 * hourMs);
  const quiet = writes - quietFrom;
  world.disk.fail('inspect', pump, 'file-in-use', Infinity);
  world.save(pump, 'second');
  const [heldFrom, from] = [writes, world.disk.operations.length];
  await world.clock.advance(8 * hourMs);
  const tries = world.disk.operations.slice(from).filter(({ operation }) => operation === 'inspect').length;
  expect(world.states()).toEqual({ [pump]: 'openElsewhere' });
  // Every quarter of a minute in the end.
  expect(tries).toBeLessThan(2_500);
  expect(writes - heldFrom - quiet).toBeLessThan(100);
});
