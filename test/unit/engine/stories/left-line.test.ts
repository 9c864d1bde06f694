import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.open();
});
afterEach(() => (world.isRunning() ? world.crash() : undefined));

describe('a file that was given another class while its first version was refused', () => {
  it('is not said to have versions under the class before: the service has none', async () => {
    const sending = world.service.hold('storeMetadata');
    world.save(pump, 'first');
    await world.clock.advance(10_000);
    await sending.arrived;
    await assignClass(world, pump, 'EC000009');
    await world.clock.advance(10_000);
    world.service.fail('storeMetadata', 'rightMissing', 1);
    sending.letGo();
    await world.clock.advance(60_000);
    expect(world.service.versions.keys()).toEqual([keyOf('EC000009')]);
    const { files } = await world.engine.statusReader.explain([`/library/${pump}`]);
    expect(files[0]?.explanation.leftKey).toBeUndefined();
  });
});
