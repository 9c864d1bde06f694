import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

const composed = 'EC000001/MC000001/Kühler.rfa'.normalize('NFC');
const decomposed = 'EC000002/MC000001/Kühler groß.rfa'.normalize('NFD');

let world: World;
beforeEach(async () => {
  world = createWorld();
  world.hold(composed, 'a');
  world.hold(decomposed, 'b');
  world.hold('EC000003/MC000001/Pump.rfa', 'c');
  await world.open();
});
afterEach(() => world.close());

it.each(['kühler', 'KÜHLER', 'Kühler'.normalize('NFD')])(
  'names are found however they and the search are written: %s',
  (search) => {
    const query = { languageCode: 'en', filter: 'all', search, offset: 0, limit: 9 } as const;
    const { total, rows } = world.engine.fileList.list(query);
    expect(rows.map(({ path }) => path)).toEqual([composed, decomposed]);
    expect(total).toBe(2);
    const { files } = world.engine.keeperOf(world.libraryId()).context;
    expect(files.keyedWith(search).map(({ path }) => path)).toEqual([composed, decomposed]);
  },
);
