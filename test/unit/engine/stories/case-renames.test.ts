import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld({ names: 'folding' });
});
afterEach(() => world.close());

const history = () => world.service.versions.history(keyOf('EC000001'));

describe('a file of which only the case of its name changes, on a disk that does not tell cases apart', () => {
  const [before, now] = ['EC000001/MC000001/pump.rfa', 'EC000001/MC000001/Pump.rfa'];
  beforeEach(async () => {
    world.hold(before, 'bytes');
    await world.open();
    world.disk.rename(before, now);
    for (const path of [before, now]) world.watcher.hint(path);
    await world.clock.advance(60_000);
  });

  it('is one file, under its new name', () => {
    expect(world.states()).toEqual({ [now]: 'draft' });
  });

  it('has its next save sent soon', async () => {
    world.save(now, 'second');
    await world.clock.advance(60_000);
    expect(history()).toEqual(['0.1 bytes', '0.2 second']);
  });
});

it('a save that is told under a name of another case is one of the file that is there', async () => {
  const pump = 'EC000001/MC000001/pump.rfa';
  world.hold(pump, 'bytes');
  await world.open();
  world.disk.write(pump, 'second');
  world.watcher.hint('EC000001/MC000001/PUMP.rfa');
  await world.clock.advance(60_000);
  expect(world.states()).toEqual({ [pump]: 'draft' });
  expect(history()).toEqual(['0.1 bytes', '0.2 second']);
});

describe('a folder of which only the case of its name changes, on a disk that does not tell cases apart', () => {
  const [before, now] = ['Pumps/EC000001/MC000001/pump.rfa', 'pumps/EC000001/MC000001/pump.rfa'];
  beforeEach(async () => {
    world.hold(before, 'bytes');
    await world.open();
    world.disk.rename(before, 'elsewhere.rfa');
    const folders = ['Pumps/EC000001/MC000001', 'Pumps/EC000001', 'Pumps'];
    for (const folder of folders) await world.disk.port.library().removeEmptyFolder(folder);
    world.disk.rename('elsewhere.rfa', now);
    world.watcher.hint('');
    await world.clock.advance(120_000);
  });

  it('has no file that is there twice, also after missing files were looked for once more', () => {
    expect(world.states()).toEqual({ [now]: 'draft' });
  });

  it('has the next save of a file in it sent soon', async () => {
    world.save(now, 'second');
    await world.clock.advance(60_000);
    expect(history()).toEqual(['0.1 bytes', '0.2 second']);
  });

  it('has no file that a person could give up by picking its name of before', async () => {
    await expect(world.engine.picks.pick(world.libraryId(), before)).rejects.toMatchObject({ code: 'unknown-item' });
    await world.clock.advance(60_000);
    expect(world.states()).toEqual({ [now]: 'draft' });
  });
});

describe('what was said of a file under another case of its path, on a disk that does not tell cases apart', () => {
  const linksOf = (path: string) =>
    JSON.stringify({ version: 1, files: { [path]: { etimClassCode: 'EC000002', etimModelCode: 'MC000001' } } });

  it('goes before what its path says', async () => {
    world.hold('EC000001/MC000001/pump.rfa', 'bytes');
    world.disk.write('.cadlibrary.json', linksOf('EC000001/MC000001/Pump.rfa'));
    await world.open();
    expect(history()).toEqual([]);
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 bytes']);
  });

  it('holds for a file that is in step, and nothing is read or sent again', async () => {
    const [here, theirs] = ['Pumps/pump.rfa', 'pumps/pump.rfa'];
    world.hold(here, 'bytes');
    world.disk.write('.cadlibrary.json', linksOf(here));
    await world.open();
    const { context } = world.engine.runnerOf(world.libraryId());
    world.disk.write('.cadlibrary.json', linksOf(theirs));
    expect(await context.readLinks()).toEqual([]);
    world.save(here, 'second');
    await world.idle();
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 bytes', '0.2 second']);
    // Nor by a start, which knows the spelling that was read last.
    await world.close();
    await world.start();
    await world.idle();
    expect(world.states()).toEqual({ [here]: 'draft' });
    expect(await world.engine.runnerOf(world.libraryId()).context.readLinks()).toEqual([]);
  });
});
