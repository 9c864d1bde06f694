import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
beforeEach(() => void (world = createWorld()));
afterEach(() => (world.isRunning() ? world.crash() : undefined));

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const look = async (): Promise<void> => {
  world.watcher.hint('');
  await world.clock.advance(120_000);
};

describe('an addition that replaced a file, and was given another class since', () => {
  it('gives nothing of that class to what it replaced, when it is taken back', async () => {
    world.hold(pump, 'a pump');
    await world.open();
    const { additionId = '' } = await world.engine.additions.add(
      { libraryId: world.libraryId(), path: pump, ifThere: 'replace' },
      { bytes: chunksOf('a valve'), sizeBytes: 7 },
    );
    // It shows something else than what stood there, and a person says so before anything is sent.
    await assignClass(world, pump, 'EC000009');
    await look();
    expect(world.service.versions.history(keyOf('EC000009'))).toEqual(['0.1 a valve']);
    await world.engine.additions.undo([additionId]);
    await look();
    await look();
    expect(world.service.versions.history(keyOf('EC000009'))).toEqual(['0.1 a valve']);
    expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 a pump']);
  });
});
