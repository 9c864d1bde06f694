import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const folder = 'EC000001/MC000001';
const pump = `${folder}/pump.rfa`;
const odd = `${folder}/back\\slash.dwg`;

let world: World;
beforeEach(() => {
  world = createWorld();
  world.disk.write(pump, 'bytes');
});
afterEach(() => world.close());

const forPerson = (): [string, string][] =>
  world.engine.statusReader
    .overview()
    .libraries.flatMap((library) => library.forPerson)
    .map(({ path, explanation: { reason } }) => [path, reason.code]);

async function lookAgain(): Promise<void> {
  world.watcher.hint('');
  await world.clock.advance(10_000);
  await world.idle();
}

describe('a folder that cannot be read', () => {
  const below = 'EC000002/MC000001/valve.rfa';

  it('is told while that lasts: what is known below it is not called up to date, and all else goes on', async () => {
    world.disk.write(below, 'other bytes');
    await world.open();
    world.publish([keyOf('EC000001'), keyOf('EC000002')], 'first issue');
    await world.idle();
    world.disk.fail('list', 'EC000002/MC000001', 'file-unreadable', 1);
    await lookAgain();
    const folder = 'EC000002/MC000001';
    expect(world.states()).toEqual({ [folder]: 'needsYou', [below]: 'unconfirmed', [pump]: 'upToDate' });
    expect(forPerson()).toEqual([[`/library/${folder}`, 'cannotTakePart']]);
    expect(world.engine.statusReader.overview().libraries[0]?.files).toEqual({
      needsYou: 1,
      unconfirmed: 1,
      upToDate: 1,
    });
    expect(world.engine.fileList.get('en', world.libraryId(), folder)).toMatchObject({ kind: 'folder' });
    const { files: explained } = await world.engine.statusReader.explain([`/library/${below}`]);
    expect(explained[0]?.explanation.reason).toMatchObject({ code: 'notConfirmed', because: 'notScannedLately' });
    await world.clock.advance(310_000);
    await world.idle();
    expect(world.states()).toEqual({ [below]: 'upToDate', [pump]: 'upToDate' });
    expect(forPerson()).toEqual([]);
  });
});

describe('a name with a backslash, which other systems take for a folder,', () => {
  it('keeps a file from being synced and nothing else, and is told', async () => {
    world.disk.write(odd, 'other bytes');
    await world.open();
    expect(world.states()).toEqual({ [odd]: 'needsYou', [pump]: 'draft' });
    expect(forPerson()).toEqual([[`/library/${odd}`, 'cannotTakePart']]);
    world.disk.write(odd, 'saved again');
    await lookAgain();
    expect(world.states()).toEqual({ [odd]: 'needsYou', [pump]: 'draft' });
  });

  it('is no longer told once the file has another name, under which it is synced', async () => {
    world.disk.write(odd, 'other bytes');
    await world.open();
    world.disk.delete(odd);
    world.disk.write(`${folder}/slash.dwg`, 'other bytes');
    await lookAgain();
    expect(world.states()).toEqual({ [pump]: 'draft', [`${folder}/slash.dwg`]: 'draft' });
    expect(forPerson()).toEqual([]);
  });

  it('keeps a folder with all that is in it from being synced, and is told', async () => {
    world.disk.write('valves\\old/EC000002/MC000001/valve.rfa', 'other bytes');
    await world.open();
    expect(world.states()).toEqual({ 'valves\\old': 'needsYou', [pump]: 'draft' });
    expect(forPerson()).toEqual([['/library/valves\\old', 'cannotTakePart']]);
  });

  it('is not taken for a lack of classes', async () => {
    world.disk.write('EC000001/back\\slash.dwg', 'other bytes');
    await world.open();
    expect(world.states()).toEqual({ 'EC000001/back\\slash.dwg': 'needsYou', [pump]: 'draft' });
    expect(world.engine.fileList.counts().unassigned).toBe(0);
  });
});
