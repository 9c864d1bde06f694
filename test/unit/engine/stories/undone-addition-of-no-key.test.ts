import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

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

describe('an addition that replaced a file that has a class from a person, and no key', () => {
  it('is taken back where that was saved by a newer program: nobody gave it other classes since', async () => {
    const pump = 'EC000001/MC000001/pump.rfa';
    world.hold(pump, 'old program:Revit/2030');
    await world.open();
    await assignClass(world, pump, 'EC000009');
    await look();
    const { additionId = '' } = await world.engine.additions.add(
      { libraryId: world.libraryId(), path: pump, ifThere: 'replace' },
      { bytes: chunksOf('a valve'), sizeBytes: 7 },
    );
    expect(await world.engine.additions.undo([additionId])).toBe(1);
    expect(world.disk.text(pump)).toBe('old program:Revit/2030');
  });
  it('is taken back where that is of a program that is not declared: nobody gave it other classes since', async () => {
    const pump = 'pump.skp';
    world.hold(pump, 'old');
    await world.open();
    await assignClass(world, pump, 'EC000009');
    await look();
    const { additionId = '' } = await world.engine.additions.add(
      { libraryId: world.libraryId(), path: pump, ifThere: 'replace' },
      { bytes: chunksOf('a valve'), sizeBytes: 7 },
    );
    expect(await world.engine.additions.undo([additionId])).toBe(1);
    expect(world.disk.text(pump)).toBe('old');
  });
});
