import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

/** How many of these files are on their way at once, of a service that answers none of them. */
async function sentAtOnce(texts: readonly string[], parallelTransfers: number): Promise<number> {
  let arrived = 0;
  for (const _ of texts) void world.service.hold('storeFile').arrived.then(() => (arrived += 1));
  await world.open();
  world.engine.saveSettings({ parallelTransfers });
  texts.forEach((text, index) => world.save(`EC0001${String(index).padStart(2, '0')}/MC000001/pump.rfa`, text));
  await world.clock.advance(20_000);
  return arrived;
}

const small = (index: number): string => `small ${index}`;
const large = (index: number): string => String(index).padEnd((1 << 16) + 1, ' ');
const files = (count: number, text: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => text(index));

it('begins with four large files at a time', async () => {
  expect(await sentAtOnce(files(30, large), 32)).toBe(4);
});

it('has four small files share the place of a large one', async () => {
  expect(await sentAtOnce(files(30, small), 32)).toBe(13);
});

it('takes fewer places than there are where it does not know what comes next', async () => {
  const mixed = [...files(5, small), ...files(30, large)];
  expect(await sentAtOnce(mixed, 4)).toBeLessThanOrEqual(5 + 3);
});

it('sends one at a time, however small, where a person wants no more', async () => {
  expect(await sentAtOnce(files(30, small), 1)).toBe(1);
});
