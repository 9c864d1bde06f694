import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linksFileName } from '../../../../electron/engine/tree/library-links.ts';
import { toAppError } from '../../../../shared/errors/app-error.ts';
import { assignClass } from '../../../fakes/engine/assign-class.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

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

const copies = async () => (await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 9 })).rows;

describe('what a person does while the disk of the state is full', () => {
  it.each([valve, loose])('adds %s, and says so', async (path) => {
    const told = await whileFull(() => add(path, 'added'));
    expect({ told, there: world.disk.text(path) }).toMatchObject({ told: { outcome: 'added' }, there: 'added' });
    await world.idle(600_000);
    const { additionId } = told as { additionId?: string };
    expect(await world.engine.additions.undo([additionId ?? ''])).toBe(1);
    expect(world.disk.text(path)).toBeUndefined();
  });

  it('puts a copy back only where that can be written down', async () => {
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.idle();
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(120_000);
    const [copy] = await copies();
    const told = await whileFull(() => world.engine.earlierCopies.restore(copy?.backupId ?? '', copy?.bytesTag));
    expect({ told, there: world.disk.text(pump) }).toEqual({ told: { code: 'disk-full' }, there: undefined });
    await world.clock.advance(30_000);
    expect(await copies()).toEqual([expect.objectContaining({ backupId: copy?.backupId })]);
  });

  it('puts a copy of no class back only where that can be written down', async () => {
    const first = { libraryId: world.libraryId(), path: loose };
    world.hold(loose, 'loose');
    world.watcher.hint(loose);
    await world.clock.advance(60_000);
    await world.engine.additions.add({ ...first, ifThere: 'replace' }, { bytes: bytesOf('looser'), sizeBytes: 6 });
    await world.clock.advance(60_000);
    world.disk.delete(loose);
    world.watcher.hint(loose);
    await world.clock.advance(120_000);
    const [copy] = await copies();
    const told = await whileFull(() => world.engine.earlierCopies.restore(copy?.backupId ?? '', copy?.bytesTag));
    expect({ told, there: world.disk.text(loose) }).toEqual({ told: { code: 'disk-full' }, there: undefined });
  });

  it('puts a version back only where that can be written down', async () => {
    world.save(pump, 'second');
    await world.idle();
    const version = world.versionAt(pump, { major: 0, minor: 1 });
    world.disk.delete(pump);
    world.watcher.hint(pump);
    await world.clock.advance(120_000);
    const told = await whileFull(() => world.engine.earlierVersions.restoreVersion(world.libraryId(), pump, version));
    expect({ told, there: world.disk.text(pump) }).toEqual({ told: { code: 'disk-full' }, there: undefined });
  });

  it('gives a file a class, and says so', async () => {
    const told = await whileFull(() => assignClass(world, pump, 'EC000009'));
    // As the watcher tells it.
    world.watcher.hint(linksFileName);
    await world.clock.advance(60_000);
    await world.idle(600_000);
    const key = world.engine.runnerOf(world.libraryId()).context.files.get(pump)?.key;
    expect({ told, key }).toEqual({ told: expect.any(String) as string, key: keyOf('EC000009') });
  });
});
