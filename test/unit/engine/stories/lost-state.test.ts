import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pathOf = (code: string): string => `${code}/MC000001/pump.rfa`;
const [equal, differing, removed, fresh] = ['EC000001', 'EC000002', 'EC000003', 'EC000004'] as const;

let world: World;
beforeEach(async () => {
  world = createWorld();
  for (const code of [equal, differing, removed]) world.hold(pathOf(code), `bytes of ${code}`);
  await world.open();
});
afterEach(() => world.close());

describe('an engine whose state is lost', () => {
  it('recognises what is equal, sends nothing twice, removes nothing and overwrites nothing', async () => {
    const marker = world.disk.text('.cadlibrary/library.json');
    await world.loseState();
    world.hold(pathOf(differing), 'changed meanwhile');
    world.hold(pathOf(fresh), 'new');
    world.disk.delete(pathOf(removed));
    world.service.versions.publishElsewhere(recordOf('EC000005'), 'theirs');
    await world.open();
    expect(world.states()).toMatchObject({
      [pathOf(equal)]: 'draft',
      [pathOf(differing)]: 'conflict',
      [pathOf(fresh)]: 'draft',
    });
    expect(world.service.versions.history(keyOf(equal))).toEqual(['0.1 bytes of EC000001']);
    expect(world.service.versions.history(keyOf(differing))).toEqual(['0.1 bytes of EC000002']);
    expect(world.disk.text(pathOf(differing))).toBe('changed meanwhile');
    // Nobody knows any more that it was taken away: it comes back rather than counting as removed.
    expect(world.disk.paths().map((path) => world.disk.text(path))).toContain('bytes of EC000003');
    expect(Object.values(world.states())).not.toContain('removedHere');
    expect(world.disk.text('.cadlibrary/library.json')).toBe(marker);
  });
});
