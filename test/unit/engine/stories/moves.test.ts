import { afterEach, describe, expect, it } from 'vitest';
import type { PortCall } from '../../../fakes/engine/mortal.ts';
import { createWorld, keyOf, recordOf, type World, type WorldParts } from '../../../fakes/engine/world.ts';

let world: World;
afterEach(() => world.close());

/** Calls of the engine that read the bytes of a file. */
let readings: string[];

async function open(files: Readonly<Record<string, string>>, parts: WorldParts = {}): Promise<void> {
  readings = [];
  const around = async (call: PortCall, act: () => Promise<unknown>): Promise<unknown> => {
    if (call.name === 'hash') readings.push(String(call.values[0]));
    return act();
  };
  world = createWorld({ ...parts, around });
  for (const [path, text] of Object.entries(files)) world.hold(path, text);
  await world.open();
  readings = [];
}

const uploads = (): number => world.service.calls.filter(({ id }) => id === 'storeFile').length;

async function rename(from: string, to: string): Promise<void> {
  world.disk.rename(from, to);
  world.watcher.hint('');
  await world.idle();
}

/** A symbol of a colleague: its path names a template, and only its link says what it is. */
async function fetchSymbol(): Promise<{ readonly symbol: string; readonly renamed: string }> {
  const symbol = 'EC000003_v1/MC000001_v1/pump.rfa';
  world = createWorld();
  await world.start();
  await world.addLibrary();
  await world.idle();
  world.service.versions.publishElsewhere({ ...recordOf('EC000003'), type: 'Symbol' }, 'a symbol');
  world.engine.tryNow();
  await world.idle();
  return { symbol, renamed: symbol.replace('pump', 'pump symbol') };
}

/** As the watcher tells it, of these two paths. */
function renameTold(from: string, to: string): void {
  world.disk.rename(from, to);
  for (const path of [from, to]) world.watcher.hint(path);
}

const lines = () =>
  world.service.versions
    .keys()
    .map((key) => [key, world.service.versions.history(key)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));

describe('a folder of a thousand files that is renamed', () => {
  const paths = (folder: string): string[] =>
    Array.from({ length: 1_000 }, (_, n) => `${folder}/EC${String(n).padStart(6, '0')} MC000001.rfa`);

  it('is followed without an upload and without reading a file again', async () => {
    await open(Object.fromEntries(paths('pumps').map((path) => [path, `drawing of ${path}`])));
    const before = uploads();
    const renamed = paths('pumps of 2026');
    for (const [index, path] of paths('pumps').entries()) world.disk.rename(path, renamed[index] ?? '');
    await rename(renamed[0] ?? '', renamed[0] ?? '');
    expect([uploads() - before, readings.length]).toEqual([0, 0]);
    expect(world.states()).toMatchObject({ [renamed[0] ?? '']: 'draft' });
    expect(world.engine.fileList.counts()).toMatchObject({ all: 1_000, drafts: 1_000, needsYou: 0 });
  });
});

describe('a file that is renamed', () => {
  const pump = 'EC000001/MC000001/pump.rfa';

  it('stays the same item when only the case of its name changes, on a disk that does not tell cases apart', async () => {
    await open({ [pump]: 'a pump' }, { names: 'folding' });
    await rename(pump, 'EC000001/MC000001/Pump.rfa');
    expect(world.states()).toEqual({ 'EC000001/MC000001/Pump.rfa': 'draft' });
    expect(world.service.versions.history(keyOf('EC000001'))).toHaveLength(1);
  });

  it('stays the same item when only the way its accents are written changes', async () => {
    const composed = 'EC000001/MC000001/Gerät.rfa'.normalize('NFC');
    await open({ [composed]: 'a device' });
    await rename(composed, composed.normalize('NFD'));
    expect(world.states()).toEqual({ [composed.normalize('NFD')]: 'draft' });
    expect(world.service.versions.history(keyOf('EC000001'))).toHaveLength(1);
  });

  it('takes its link along', async () => {
    await open({ 'pump.rfa': 'a pump' });
    expect(world.states()).toEqual({ 'pump.rfa': 'unassigned' });
    const link = { etimClassCode: 'EC000001', etimModelCode: 'MC000001' };
    const runner = world.engine.runnerOf(world.libraryId());
    await runner.relink(() => new Map([['pump.rfa', link]]));
    await world.idle();
    await rename('pump.rfa', 'pumps/big pump.rfa');
    expect(world.states()).toEqual({ 'pumps/big pump.rfa': 'draft' });
    expect(new Map(runner.context.links())).toEqual(new Map([['pumps/big pump.rfa', link]]));
    expect(world.disk.text('.cadlibrary.json')).toContain('pumps/big pump.rfa');
  });

  it('takes its link along also where it was saved just before, and not read since', async () => {
    const { symbol, renamed } = await fetchSymbol();
    world.save(symbol, 'a symbol, edited');
    await world.clock.advance(500);
    renameTold(symbol, renamed);
    await world.idle();
    await world.clock.advance(3_700_000);
    expect(lines()).toEqual([['Revit/2025/EC000003/1/MC000001/1/Symbol', ['0.1 a symbol', '0.2 a symbol, edited']]]);
    expect(world.states()).toEqual({ [renamed]: 'draft' });
  });

  it('keeps its link where it gets its old name back at once', async () => {
    const { symbol, renamed } = await fetchSymbol();
    world.save(symbol, 'a symbol, edited');
    await world.clock.advance(300);
    renameTold(symbol, renamed);
    await world.clock.advance(600);
    renameTold(renamed, symbol);
    await world.idle();
    await world.clock.advance(3_700_000);
    expect(lines()).toEqual([['Revit/2025/EC000003/1/MC000001/1/Symbol', ['0.1 a symbol', '0.2 a symbol, edited']]]);
    expect(world.states()).toEqual({ [symbol]: 'draft' });
  });

  it('takes its link along to the name of one that was removed', async () => {
    const { symbol } = await fetchSymbol();
    const template = symbol.replace('pump', 'template');
    world.save(template, 'a template');
    await world.clock.advance(60_000);
    world.disk.delete(template);
    world.watcher.hint(template);
    await world.clock.advance(600_000);
    renameTold(symbol, template);
    await world.clock.advance(3_700_000);
    expect(lines()).toEqual([
      ['Revit/2025/EC000003/1/MC000001/1/Symbol', ['0.1 a symbol']],
      ['Revit/2025/EC000003/1/MC000001/1/Template', ['0.1 a template']],
    ]);
    expect(world.states()).toEqual({ [template]: 'draft' });
  });

  it('takes its link along over another file, also where it was not read since it was saved', async () => {
    await open({ 'loose/a.rfa': 'a', 'loose/b.rfa': 'b' });
    const classes = (etimClassCode: string) => ({ etimClassCode, etimModelCode: 'MC000001' });
    const { relink } = world.engine.runnerOf(world.libraryId());
    await relink(() => new Map([['loose/a.rfa', classes('EC000002')]]));
    await relink(() => new Map([['loose/b.rfa', classes('EC000003')]]));
    await world.idle();
    world.save('loose/a.rfa', 'a, edited');
    await world.clock.advance(500);
    world.disk.delete('loose/b.rfa');
    renameTold('loose/a.rfa', 'loose/b.rfa');
    await world.idle();
    await world.clock.advance(3_700_000);
    expect(lines()).toEqual([
      [keyOf('EC000002'), ['0.1 a', '0.2 a, edited']],
      [keyOf('EC000003'), ['0.1 b']],
    ]);
  });

  it.each([
    ['numbered anew', ['3 4', '2 3', '1 2']],
    ['swapped', ['1 other', '2 1', 'other 2']],
  ] as const)(
    'takes its link along where several are %s that were not read since they were saved',
    async (_, names) => {
      const numbers = [1, 2, 3];
      await open(Object.fromEntries(numbers.map((number) => [`loose/${number}.rfa`, `part ${number}`])));
      const links = numbers.map((number) => {
        const classes = { etimClassCode: `EC00000${number}`, etimModelCode: 'MC000001' };
        return [`loose/${number}.rfa`, classes] as const;
      });
      await world.engine.runnerOf(world.libraryId()).relink(() => new Map(links));
      await world.idle();
      for (const number of numbers) world.save(`loose/${number}.rfa`, `part ${number}, edited`);
      await world.clock.advance(300);
      for (const [from, to] of names.map((pair) => pair.split(' '))) renameTold(`loose/${from}.rfa`, `loose/${to}.rfa`);
      await world.idle();
      await world.clock.advance(3_700_000);
      expect(lines()).toEqual(
        numbers.map((number) => [keyOf(`EC00000${number}`), [`0.1 part ${number}`, `0.2 part ${number}, edited`]]),
      );
    },
  );

  it('takes along what a person said of it while nothing ran that would have read it', async () => {
    await open({ 'new.rfa': 'a drawing' });
    const id = world.libraryId();
    await world.close();
    await world.start(() => false);
    const classes = { etimClassCode: 'EC000002', etimClassCodeVersion: '1' };
    const model = { etimModelCode: 'MC000001', etimModelCodeVersion: '1' };
    await world.engine.picks.assign(id, new Map([['new.rfa', { ...classes, ...model }]]));
    await world.close();
    world.disk.rename('new.rfa', 'new name.rfa');
    await world.start();
    await world.idle();
    await world.clock.advance(60_000);
    expect(world.states()).toEqual({ 'new name.rfa': 'draft' });
    expect(world.service.versions.keys()).toEqual([keyOf('EC000002')]);
  });

  it('stays out of the library when a person had said so, also where the watcher tells of the new name first', async () => {
    await open({ [pump]: 'a pump' });
    const runner = world.engine.runnerOf(world.libraryId());
    const copy = 'EC000002/MC000001/pump (mine).rfa';
    await runner.context.changeLinks(new Map([[copy, 'unassigned']]));
    world.hold(copy, 'my pump');
    await rename(copy, copy);
    const moved = 'archive/EC000002/MC000001/pump (mine).rfa';
    world.disk.rename(copy, moved);
    world.watcher.hint(moved);
    world.watcher.hint(copy);
    await world.idle();
    expect(world.states()).toEqual({ [pump]: 'draft', [moved]: 'unassigned' });
    expect(new Map(runner.context.links())).toEqual(new Map([[moved, 'unassigned']]));
    expect(world.service.versions.history(keyOf('EC000002'))).toEqual([]);
  });

  it('stays out of the library also where it was read at its new name before the old one was seen to be gone', async () => {
    await open({ [pump]: 'a pump' });
    const runner = world.engine.runnerOf(world.libraryId());
    const copy = 'EC000001/MC000001/pump (mine).rfa';
    await runner.context.changeLinks(new Map([[copy, 'unassigned']]));
    world.hold(copy, 'my pump');
    await rename(copy, copy);
    const moved = 'archive/EC000001/MC000001/pump (mine).rfa';
    world.disk.rename(copy, moved);
    // As when the folder cannot be looked through for a while: only the new name is known of.
    world.watcher.hint(moved);
    await world.clock.advance(20_000);
    await world.idle();
    world.watcher.hint('');
    await world.idle();
    world.disk.delete(pump);
    world.watcher.hint('');
    await world.clock.advance(60_000);
    await world.idle();
    expect(world.states()).toMatchObject({ [moved]: 'unassigned' });
    expect(new Map(runner.context.links())).toEqual(new Map([[moved, 'unassigned']]));
    expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 a pump']);
  });

  it('loses the classes of its link when it is put among the files of other classes', async () => {
    await open({ [pump]: 'a pump' });
    const runner = world.engine.runnerOf(world.libraryId());
    const link = { etimClassCode: 'EC000005', etimModelCode: 'MC000001', type: 'Detail' };
    await runner.relink(() => new Map([[pump, link]]));
    await world.idle();
    await rename(pump, 'EC000002/MC000001/pump.rfa');
    expect(new Map(runner.context.links())).toEqual(new Map([['EC000002/MC000001/pump.rfa', { type: 'Detail' }]]));
  });

  it('becomes a new item when its path names another class, and the old one is removed here', async () => {
    await open({ [pump]: 'a pump' });
    await rename(pump, 'EC000002/MC000001/pump.rfa');
    await world.clock.advance(60_000);
    await world.idle();
    expect(world.service.versions.history(keyOf('EC000002'))).toHaveLength(1);
    expect(world.states()).toMatchObject({ 'EC000002/MC000001/pump.rfa': 'draft' });
    expect(world.service.versions.history(keyOf('EC000001'))).toHaveLength(1);
  });
});

describe('files with classes that a person named', () => {
  const classOf = (code: string) => ({
    etimClassCode: code,
    etimClassCodeVersion: '1',
    etimModelCode: 'MC000001',
    etimModelCodeVersion: '1',
  });
  const part = (n: number): string => `part ${n}.rfa`;
  const histories = (): string[][] => [1, 2, 3].map((n) => world.service.versions.history(keyOf(`EC00000${n}`)));
  const asFirstSent = [1, 2, 3].map((n) => [`0.1 bytes of ${n}`]);

  async function openThree(): Promise<void> {
    await open(Object.fromEntries([1, 2, 3].map((n) => [part(n), `bytes of ${n}`])));
    const named = [1, 2, 3].map((n) => [part(n), classOf(`EC00000${n}`)] as const);
    await world.engine.picks.assign(world.libraryId(), new Map(named));
    await world.idle();
    expect(histories()).toEqual(asFirstSent);
  }

  /** @param isTold whether the watcher tells of it, else the next scan finds it */
  async function renameAll(renames: readonly (readonly [string, string])[], isTold: boolean): Promise<void> {
    for (const [from, to] of renames) world.disk.rename(from, to);
    if (isTold) for (const path of new Set(renames.flat())) world.watcher.hint(path);
    else world.watcher.hint('');
    await world.idle();
    await world.clock.advance(60_000);
    await world.idle();
  }

  describe.each([
    ['the watcher tells of each', true],
    ['a scan finds them', false],
  ])('where %s,', (_, isTold) => {
    it('keep them when they are numbered anew', async () => {
      await openThree();
      await renameAll(
        [3, 2, 1].map((n) => [part(n), part(n + 1)] as const),
        isTold,
      );
      expect(histories()).toEqual(asFirstSent);
      expect(world.states()).toEqual({ [part(2)]: 'draft', [part(3)]: 'draft', [part(4)]: 'draft' });
      world.save(part(3), 'bytes of 2, changed');
      await world.idle();
      expect(histories()[1]).toEqual(['0.1 bytes of 2', '0.2 bytes of 2, changed']);
    });

    it('keep them when two swap their names', async () => {
      await openThree();
      const swap = [[part(1), 'x.rfa'] as const, [part(2), part(1)] as const, ['x.rfa', part(2)] as const];
      await renameAll(swap, isTold);
      expect(histories()).toEqual(asFirstSent);
      world.save(part(1), 'bytes of 2, changed');
      await world.idle();
      expect(histories()[1]).toEqual(['0.1 bytes of 2', '0.2 bytes of 2, changed']);
    });

    it('keep them when one is deleted and the others close up, and it is told that no file is of its class any more', async () => {
      await openThree();
      world.disk.delete(part(1));
      await renameAll(
        [2, 3].map((n) => [part(n), part(n - 1)] as const),
        isTold,
      );
      expect(histories()).toEqual(asFirstSent);
      expect(world.states()).toEqual({ [part(1)]: 'draft', [part(2)]: 'draft' });
      const told = world.engine.activity.list(5_000).filter(({ kind }) => kind === 'leftLine');
      expect(told).toMatchObject([{ title: part(1), key: keyOf('EC000001') }]);
      expect(world.service.calls.filter(({ id }) => id === 'getFile')).toEqual([]);
    });
  });

  it('get a new version where the last save is put aside before the next one is written', async () => {
    await openThree();
    world.disk.rename(part(1), 'part 1 before.rfa');
    world.save(part(1), 'bytes of 1, changed');
    await world.clock.advance(120_000);
    await world.idle();
    expect(histories()[0]).toEqual(['0.1 bytes of 1', '0.2 bytes of 1, changed']);
  });
});
