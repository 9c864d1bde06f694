import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

const listed = () =>
  world.engine.fileList
    .list({ languageCode: 'en', filter: 'all', search: '', offset: 0, limit: 50 })
    .rows.map(({ path }) => path);

/** Has the library removed just when theirs takes the place of the file that stands there. */
const removeWhileReplacing = async (order: () => Promise<unknown>): Promise<void> => {
  let removed: Promise<unknown> | undefined;
  world.disk.on('replace', pump, () => void (removed = world.engine.removeLibrary(world.libraryId())));
  await order();
  await removed;
  expect(removed).toBeDefined();
  await world.clock.advance(3_600_000);
};

describe('a file that is put into a library while that is removed', () => {
  it('stays in the folder, and not in the list, where it was added', async () => {
    world.hold(pump, 'mine');
    await world.open();
    const place = { libraryId: world.libraryId(), path: pump, ifThere: 'replace' } as const;
    await removeWhileReplacing(() => world.engine.additions.add(place, { bytes: bytesOf('added'), sizeBytes: 5 }));
    expect(world.disk.text(pump)).toBe('added');
    expect(listed()).toEqual([]);
  });

  it('is not said to be sent where it was put back', async () => {
    world.hold(pump, 'mine');
    await world.open();
    world.service.versions.publishElsewhere(recordOf('EC000001'), 'theirs');
    world.engine.runnerOf(world.libraryId()).pollSoon();
    await world.idle();
    const { rows } = await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 10 });
    let told: unknown;
    await removeWhileReplacing(async () => {
      told = await world.engine.earlierCopies.restore(rows[0]?.backupId ?? '', rows[0]?.bytesTag ?? '');
    });
    expect(world.disk.text(pump)).toBe('mine');
    expect(told).toEqual({ path: pump, next: 'unread' });
    expect(listed()).toEqual([]);
  });
});
