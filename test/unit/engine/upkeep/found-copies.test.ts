import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const key = keyOf('EC000001');

let world: World;
afterEach(() => world.close());

const copies = async () => (await world.engine.earlierCopies.list(undefined, { offset: 0, limit: 10 })).rows;
const keptPaths = (): string[] => world.disk.ownPaths().filter((path) => path.includes('/backup/'));
const kept = (): (string | undefined)[] => keptPaths().map((path) => world.disk.text(path));

async function publishElsewhere(text: string): Promise<void> {
  world.service.versions.publishElsewhere(recordOf('EC000001'), text);
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.idle();
}

describe('copies that are found in the folder of a library that begins again', () => {
  beforeEach(async () => {
    world = createWorld();
    world.hold(pump, 'one');
    await world.open();
    await publishElsewhere('two');
    await publishElsewhere('three');
    expect(kept().sort()).toEqual(['one', 'two']);
  });

  async function beginAgain(): Promise<void> {
    await world.loseState();
    await world.open();
    expect(await copies()).toMatchObject([{ reason: 'unknown' }, { reason: 'unknown' }]);
  }

  it('stay for their days, and then go if the service has them', async () => {
    const [first = ''] = keptPaths();
    world.disk.write(first, 'never sent');
    await beginAgain();
    await world.days(29);
    expect(kept()).toHaveLength(2);
    await world.days(10);
    expect(kept()).toEqual(['never sent']);
    expect(await copies()).toMatchObject([{ isOnService: false, clearedAtMs: undefined }]);
  });

  it('are read once, and one that cannot be read holds up no other', async () => {
    await beginAgain();
    const [unreadable = '', readable = ''] = keptPaths();
    world.disk.fail('read', unreadable, 'file-in-use', Infinity);
    const { backups } = world.engine.keeperOf(world.libraryId()).context;
    await world.days(1);
    expect(backups.get(unreadable)).toMatchObject({ key: undefined, sha256: undefined });
    expect(backups.get(readable)).toMatchObject({ key });
    expect(backups.found()).toHaveLength(1);
  });

  it('come back to where their file was moved', async () => {
    await beginAgain();
    await world.days(1);
    const moved = `moved/${pump}`;
    world.disk.rename(pump, moved);
    for (const path of [pump, moved]) world.watcher.hint(path);
    await world.idle();
    const [copy] = await copies();
    expect(await world.engine.earlierCopies.restore(copy?.backupId ?? '')).toMatchObject({ path: moved });
    await world.idle();
    expect(world.states()).toEqual({ [moved]: 'draft' });
  });
});
