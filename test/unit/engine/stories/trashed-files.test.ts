import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, recordOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';

let world: World;
beforeEach(() => void (world = createWorld()));
afterEach(() => world.close());

async function hint(path: string): Promise<void> {
  world.watcher.hint(path);
  await world.clock.advance(120_000);
  await world.idle();
}

describe('a file that is thrown away on a drive with a trash of its own', () => {
  it.each(['.Trashes/501/pump.rfa', '#recycle/EC000001/MC000001/pump.rfa', '$RECYCLE.BIN/S-1-5-21-1/$RABC123.rfa'])(
    'is removed here like any other, and what lies in %s gets no newer version',
    async (trashed) => {
      world.hold(pump, 'bytes');
      await world.open();
      await world.idle();
      world.disk.rename(pump, trashed);
      world.watcher.hint(trashed);
      await hint(pump);
      expect(world.states()).toEqual({ [pump]: 'removedHere' });
      world.service.versions.publishElsewhere(recordOf('EC000001'), 'a newer version of theirs');
      world.engine.runnerOf(world.libraryId()).pollSoon();
      await world.idle(600_000);
      expect([world.disk.text(trashed), world.disk.text(pump)]).toEqual(['bytes', undefined]);
    },
  );

  it('is the same item again when it is put back', async () => {
    world.hold(pump, 'bytes');
    await world.open();
    world.disk.rename(pump, '#recycle/pump.rfa');
    await hint(pump);
    world.disk.rename('#recycle/pump.rfa', pump);
    await hint(pump);
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });
});

describe('what a drive keeps for itself', () => {
  it('brings no file a rival', async () => {
    world.hold(pump, 'bytes');
    world.disk.write(`.snapshot/hourly.0/${pump}`, 'bytes of an hour ago');
    await world.open();
    await hint('');
    expect(world.states()).toEqual({ [pump]: 'draft' });
  });

  it('has nothing looked through again, however often it changes', async () => {
    world.hold(pump, 'bytes');
    world.disk.write('#recycle/Anna/pump.rfa', 'bytes');
    await world.open();
    await hint('');
    const listed = (): number => world.disk.operations.filter(({ operation }) => operation === 'list').length;
    const before = listed();
    await hint('#recycle/Anna');
    await hint('#recycle');
    expect(listed()).toBe(before);
  });

  it('is explained by its owner', async () => {
    world.disk.write('#recycle/pump.rfa', 'bytes');
    await world.open();
    const { files } = await world.engine.statusReader.explain(['/library/#recycle', '/library/#recycle/pump.rfa']);
    expect(files.map(({ explanation }) => explanation.reason)).toEqual([
      { code: 'companionFile', purpose: 'folder', program: 'Synology' },
      { code: 'inCompanionFolder', folder: '#recycle', purpose: 'folder', program: 'Synology' },
    ]);
  });

  it('is not brought into a library with the folder that it is in', async () => {
    await world.open();
    const many = world.mountBeside('/many');
    many.write('in/pump.rfa', 'x');
    many.write('in/#recycle/pump.rfa', 'x');
    const { files, skipped } = await world.engine.additions.look(['/many/in']);
    expect([files.map(({ path }) => path), skipped]).toEqual([['in/pump.rfa'], 1]);
  });
});
