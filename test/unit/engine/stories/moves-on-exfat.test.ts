import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const from = 'Loose/pump.rfa';
const savedMs = 1_700_000_000_000;

let world: World;
beforeEach(async () => {
  world = createWorld({ names: 'folding' });
  world.disk.write(from, 'bytes', savedMs);
  await world.open();
  await world.idle();
  const classes = { etimClassCode: 'EC000002', etimClassCodeVersion: '1' };
  const all = { ...classes, etimModelCode: 'MC000001', etimModelCodeVersion: '1' };
  await world.engine.picks.assign(world.libraryId(), new Map([[from, all]]));
  await world.idle();
  expect(world.states()).toEqual({ [from]: 'draft' });
});
afterEach(() => world.close());

const links = () => [...world.engine.runnerOf(world.libraryId()).context.links().keys()];

async function look(...paths: readonly string[]): Promise<void> {
  for (const path of paths) world.watcher.hint(path);
  await world.clock.advance(120_000);
  await world.idle();
}

/** FAT and exFAT of Windows number a file by where its entry lies: with another name it is another number. */
function rename(to: string, text = 'bytes', modifiedMs = savedMs): void {
  world.disk.delete(from);
  world.disk.write(to, text, modifiedMs);
}

describe('a file with a link on a disk that numbers it anew when it is renamed', () => {
  it.each([
    ['another folder, by a scan', 'New/pump.rfa', ['']],
    ['another folder, as the watcher tells it', 'New/pump.rfa', ['New/pump.rfa', from]],
    ['another name', 'Loose/big pump.rfa', ['']],
    ['another case of its name', 'Loose/Pump.rfa', ['']],
  ])('takes it along to %s, and is not sent again', async (_, to, hints) => {
    rename(to);
    await look(...hints);
    expect([world.states(), links()]).toEqual([{ [to]: 'draft' }, [to]]);
    world.save(to, 'bytes, changed');
    await world.idle();
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 bytes', '0.2 bytes, changed']);
  });

  it.each([
    ['of other bytes that are as long and of that date', 'other', savedMs],
    ['of its bytes that was saved later', 'bytes', savedMs + 60_000],
  ])('leaves it where it was when a new file is one %s', async (_, text, modifiedMs) => {
    rename('New/pump.rfa', text, modifiedMs);
    await look('');
    expect([world.states(), links()]).toEqual([{ [from]: 'removedHere', 'New/pump.rfa': 'unassigned' }, [from]]);
  });

  it('gives it to none that has a class of its own', async () => {
    const copy = 'EC000003/MC000001/pump.rfa';
    world.disk.write(copy, 'bytes', savedMs);
    await look(copy);
    world.disk.delete(from);
    await look(from);
    expect([world.states(), links()]).toEqual([{ [from]: 'removedHere', [copy]: 'draft' }, [from]]);
  });

  it('keeps it while a copy of the file is there, and when the file is deleted later', async () => {
    world.disk.write('New/pump.rfa', 'bytes', savedMs);
    await look('New/pump.rfa');
    expect(links()).toEqual([from]);
    world.disk.delete(from);
    await look(from);
    expect([world.states(), links()]).toEqual([{ [from]: 'removedHere', 'New/pump.rfa': 'unassigned' }, [from]]);
  });

  it('keeps it where two files may be it', async () => {
    rename('New/pump.rfa');
    world.disk.write('Newest/pump.rfa', 'bytes', savedMs);
    await look('');
    expect(links()).toEqual([from]);
  });
});
