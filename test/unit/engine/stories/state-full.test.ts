import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import { createWorld, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const valve = 'EC000002/MC000001/valve.rfa';
const loose = 'loose.rfa';

let world: World;
beforeEach(async () => {
  world = createWorld({ keepPartsFromBytes: 1_000 });
  world.hold(pump, 'first');
  await world.open();
});
afterEach(() => world.close());

/** Does something while the disk of the state is full. @returns what is told of it */
async function whileFull<T>(act: () => Promise<T>): Promise<T | { readonly code: string }> {
  world.setStateFull(true);
  const told = await act().catch((error: unknown) => ({ code: toAppError(error).code }));
  world.setStateFull(false);
  return told;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const add = (path: string, text: string) =>
  world.engine.additions.add(
    { libraryId: world.libraryId(), path, ifThere: 'ask' },
    { bytes: bytesOf(text), sizeBytes: text.length },
  );

describe('what a person does while the disk of the state is full', () => {
  it.each([valve, loose])('adds %s, and says so', async (path) => {
    const told = await whileFull(() => add(path, 'added'));
    expect({ told, there: world.disk.text(path) }).toMatchObject({ told: { outcome: 'added' }, there: 'added' });
    await world.idle(600_000);
    const { additionId } = told as { additionId?: string };
    expect(await world.engine.additions.undo([additionId ?? ''])).toBe(1);
    expect(world.disk.text(path)).toBeUndefined();
  });
});
