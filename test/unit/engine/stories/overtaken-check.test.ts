import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');
let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

it.each([true, false])(
  'what a list told while the look before an upload was under way is not passed over (with metadata: %s)',
  async (takesFiles) => {
    world.service.setTakesFiles(takesFiles);
    world.service.versions.ignoreBases();
    world.hold(pump, 'base');
    await world.open();
    const { arrived, letGo } = world.service.holdAnswer('findCurrentMetadata');
    world.save(pump, 'mine');
    await world.clock.advance(10_000);
    await arrived;
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.clock.advance(1_000);
    expect(world.engine.runnerOf(world.libraryId()).context.trees()?.remote(key)?.version.minor).toBe(2);
    // A list of everything takes longer than a short file.
    const list = world.service.hold('listMetadata');
    letGo();
    await world.clock.advance(5_000);
    list.letGo();
    await world.idle();
    expect(world.service.versions.history(key)).toEqual(['0.1 base', '0.2 theirs']);
    expect(world.states()).toEqual({ [pump]: 'conflict' });
  },
);
