import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FileSort } from '../../../../shared/rpc/file-sort.ts';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

const files = {
  'EC000001/MC000001/Pump.rfa': 'a long text of a pump',
  'EC000002/MC000002/deep/axle.rfa': 'mid',
  'EC000003/MC000003/boiler.rfa': 'x',
};

let world: World;
beforeEach(async () => {
  world = createWorld();
  for (const [path, text] of Object.entries(files)) world.hold(path, text);
  await world.open();
});
afterEach(() => world.close());

const listed = (sort?: FileSort) => {
  const { rows, groups } = world.engine.fileList.list({
    ...{ languageCode: 'en', filter: 'all', search: '', offset: 0, limit: 10, sort },
  });
  return { names: rows.map(({ name }) => name), groups: groups.length };
};

describe('the list of files', () => {
  it('comes by class with its groups, where no order is asked for', () => {
    expect(listed()).toEqual({ names: ['Pump.rfa', 'axle.rfa', 'boiler.rfa'], groups: 3 });
  });

  it('says how many of those that are filed under no class have none', async () => {
    world.save('loose.rfa', 'of no class');
    world.save('EC000004/MC000004/plan.skp', 'of a program that the library is not for');
    await world.idle();
    const { groups } = world.engine.fileList.list({
      ...{ languageCode: 'en', filter: 'all', search: '', offset: 0, limit: 10 },
    });
    expect(groups.at(-1)).toMatchObject({ count: 2, unassigned: 1 });
    expect(groups.filter(({ unassigned }) => unassigned > 0)).toHaveLength(1);
  });

  it('comes by name, whatever its folder and the case of its letters, without groups', () => {
    const names = ['axle.rfa', 'boiler.rfa', 'Pump.rfa'];
    expect(listed({ column: 'name', descending: false })).toEqual({ names, groups: 0 });
    expect(listed({ column: 'name', descending: true }).names).toEqual(names.toReversed());
  });

  it('comes by size, and by version as numbers', async () => {
    expect(listed({ column: 'size', descending: true }).names).toEqual(['Pump.rfa', 'axle.rfa', 'boiler.rfa']);
    for (let save = 2; save <= 10; save += 1) {
      world.save('EC000003/MC000003/boiler.rfa', `save ${save}`);
      await world.idle();
    }
    world.save('EC000001/MC000001/Pump.rfa', 'another pump');
    await world.idle();
    // 0.1, 0.2 and 0.10
    expect(listed({ column: 'version', descending: false }).names).toEqual(['axle.rfa', 'Pump.rfa', 'boiler.rfa']);
  });

  it('takes any column, and says the rest of it in pages that do not overlap', () => {
    for (const column of ['state', 'class', 'program', 'changed'] as const)
      expect(listed({ column, descending: false }).names.toSorted()).toEqual(['Pump.rfa', 'axle.rfa', 'boiler.rfa']);
  });
});
