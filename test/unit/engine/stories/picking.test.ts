import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle } from '../../../fakes/engine/clock.ts';
import { createDyingWorld } from '../../../fakes/engine/dying-world.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const copy = 'EC000001/MC000001/copy.rfa';
const third = 'EC000001/MC000001/third.rfa';
const key = keyOf('EC000001');
const classes = { etimClassCode: 'EC000002', etimModelCode: 'MC000001' };

let world: World;
const pick = (path: string) => world.engine.picks.pick(world.libraryId(), path);
const linkOf = (path: string): unknown => world.engine.runnerOf(world.libraryId()).context.links().get(path);
const rename = (from: string, to: string): void => {
  world.disk.rename(from, to);
  for (const path of [from, to]) world.watcher.hint(path);
};
const history = (): readonly string[] => world.service.versions.history(key);

async function openWith(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) world.hold(path, text);
  await world.open();
}

beforeEach(() => void (world = createWorld()));
afterEach(() => world.close());

describe('of several files with one key', () => {
  it('the picked one is sent; the others keep their bytes and names and are unassigned', async () => {
    await openWith({ [pump]: 'one', [copy]: 'two', [third]: 'three' });
    const { unassigned } = await pick(copy);
    await world.idle();
    expect(unassigned).toEqual([pump, third]);
    expect(world.states()).toEqual({ [pump]: 'unassigned', [copy]: 'draft', [third]: 'unassigned' });
    expect([pump, copy, third].map((path) => world.disk.text(path))).toEqual(['one', 'two', 'three']);
    expect(history()).toEqual(['0.1 two']);
  });

  it('nothing of the others is sent however often they are saved, until they are assigned anew', async () => {
    await openWith({ [pump]: 'one', [copy]: 'two' });
    await pick(pump);
    await world.idle();
    world.save(copy, 'two, changed');
    await world.idle();
    expect(world.service.callsOf('storeFile')).toBe(1);
    await world.engine.runnerOf(world.libraryId()).relink(() => new Map([[copy, classes]]));
    await world.idle();
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 two, changed']);
    expect(history()).toEqual(['0.1 one']);
  });

  it('one that was said a moment ago to be of another key competes no longer, and stays what it was said to be', async () => {
    await openWith({ [pump]: 'one', [copy]: 'two', [third]: 'three' });
    await world.engine.picks.assign(
      world.libraryId(),
      new Map([[third, { ...classes, etimClassCodeVersion: '1', etimModelCodeVersion: '1' }]]),
    );
    expect((await pick(pump)).unassigned).toEqual([copy]);
    expect(linkOf(third)).toMatchObject(classes);
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft', [copy]: 'unassigned', [third]: 'draft' });
  });

  it('a name of before a change of case is none of them: nothing is given up for it', async () => {
    await world.close();
    world = createWorld({ names: 'folding' });
    await openWith({ [pump]: 'one' });
    world.disk.rename(pump, 'EC000001/MC000001/PUMP.rfa');
    world.watcher.hint('EC000001/MC000001/PUMP.rfa');
    await world.clock.advance(5_000);
    await expect(pick(pump)).rejects.toMatchObject({ code: 'unknown-item' });
    world.watcher.hint('');
    await world.idle();
    expect(world.states()).toEqual({ 'EC000001/MC000001/PUMP.rfa': 'draft' });
  });

  it('the choice is in the links of the folder, where another computer reads it', async () => {
    await openWith({ [pump]: 'one', [copy]: 'two' });
    await pick(pump);
    expect(JSON.parse(world.disk.text('.cadlibrary.json') ?? '')).toEqual({
      version: 1,
      files: { [copy]: 'unassigned' },
    });
  });

  it('the choice is undone, and nothing was lost by it', async () => {
    await openWith({ [pump]: 'one', [copy]: 'two' });
    const { context, relink } = world.engine.runnerOf(world.libraryId());
    const named = { ...classes, etimClassCode: 'EC000001' };
    await relink(() => new Map([[copy, named]]));
    await world.idle();
    const { pickId } = await pick(pump);
    await world.idle();
    await world.engine.picks.undo(pickId);
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'doublyClaimed', [copy]: 'doublyClaimed' });
    expect(context.links().get(copy)).toEqual(named);
    await expect(world.engine.picks.undo(pickId)).rejects.toMatchObject({ code: 'unknown-item' });
  });

  it('the choice is undone also where a file was renamed since', async () => {
    await openWith({ [pump]: 'one', [copy]: 'two' });
    const { pickId } = await pick(pump);
    await world.idle();
    rename(copy, third);
    await world.idle();
    await world.engine.picks.undo(pickId);
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'doublyClaimed', [third]: 'doublyClaimed' });
  });

  it('undoing leaves alone what was said of a file since, and says so', async () => {
    await openWith({ [pump]: 'one', [copy]: 'two' });
    const { pickId } = await pick(pump);
    await world.idle();
    await world.engine.runnerOf(world.libraryId()).relink(() => new Map([[copy, classes]]));
    await expect(world.engine.picks.undo(pickId)).rejects.toMatchObject({ code: 'unknown-item' });
    await world.idle();
    expect(linkOf(copy)).toEqual(classes);
    expect(world.states()).toEqual({ [pump]: 'draft', [copy]: 'draft' });
  });

  it('of two choices at once the first counts: never are all of them unassigned', async () => {
    await openWith({ [pump]: 'one', [copy]: 'two' });
    const outcomes = await Promise.allSettled([pick(pump), pick(copy)]);
    await world.idle();
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(world.states()).toEqual({ [pump]: 'draft', [copy]: 'unassigned' });
  });

  it('none is picked of which no other has the key', async () => {
    await openWith({ [pump]: 'one' });
    await expect(pick(pump)).rejects.toMatchObject({ code: 'key-not-shared' });
    await expect(pick(copy)).rejects.toMatchObject({ code: 'unknown-item' });
    expect(world.disk.text('.cadlibrary.json')).toBeUndefined();
  });

  it('none is picked that is being saved: what it belongs to may be another thing then', async () => {
    await openWith({ [pump]: 'one', [copy]: 'two' });
    world.save(pump, 'one, changed');
    await settle();
    await expect(pick(pump)).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'doublyClaimed', [copy]: 'doublyClaimed' });
  });

  it('none is said to be the only one of its key that just got it and was not read since', async () => {
    await openWith({ 'one.rfa': 'one', 'two.rfa': 'two' });
    const said = { ...classes, etimClassCodeVersion: '1', etimModelCodeVersion: '1' };
    const both = new Map(['one.rfa', 'two.rfa'].map((path) => [path, said]));
    await world.engine.picks.assign(world.libraryId(), both);
    const detail = 'one.rfa has to be read first.';
    await expect(pick('one.rfa')).rejects.toMatchObject({ code: 'file-changed-meanwhile', detail });
    await world.idle();
    expect((await pick('one.rfa')).unassigned).toEqual(['two.rfa']);
  });

  it('nothing is changed where the choice cannot be recorded', async () => {
    await openWith({ [pump]: 'one', [copy]: 'two' });
    world.disk.fail('writeText', '.cadlibrary.json', 'disk-full');
    await expect(pick(pump)).rejects.toMatchObject({ code: 'disk-full' });
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'doublyClaimed', [copy]: 'doublyClaimed' });
    expect(history()).toEqual([]);
  });

  for (const nth of [1, 2]) {
    it(`the choice counts also when the app dies at change ${nth} of the state after it was recorded`, async () => {
      const { dieAtChange, startAgain, ...dying } = createDyingWorld();
      world = dying.world;
      await openWith({ [pump]: 'one', [copy]: 'two' });
      world.disk.after('writeText', '.cadlibrary.json', () => dieAtChange(nth));
      void pick(copy);
      await startAgain();
      expect(world.states()).toEqual({ [pump]: 'unassigned', [copy]: 'draft' });
      expect(history()).toEqual(['0.1 two']);
    });
  }
});

describe('a place of which somebody once said that what stands there belongs to nothing', () => {
  it('is good for a file that is fetched to it, which is known by its key again', async () => {
    const place = 'EC000001_v1/MC000001_v1/pump.ifc';
    await world.open();
    await world.engine.runnerOf(world.libraryId()).relink(() => new Map([[place, 'unassigned']]));
    world.service.versions.publishElsewhere(
      {
        application: { name: 'Revit', version: '2025' },
        etim: { classCode: 'EC000001', classCodeVersion: '1', modelCode: 'MC000001', modelCodeVersion: '1' },
        type: 'Template',
        baseFilename: 'pump',
        fileExtension: 'ifc',
      },
      'theirs',
    );
    await world.clock.advance(120_000);
    await world.idle();
    world.save(place, 'mine, after theirs');
    await world.idle();
    expect(world.states()).toEqual({ [place]: 'draft' });
    expect(history()).toEqual(['0.1 theirs', '0.2 mine, after theirs']);
  });
});
