import { afterEach, describe, expect, it } from 'vitest';
import { createDyingWorld } from '../../../fakes/engine/dying-world.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const link = { etimClassCode: 'EC000001', etimModelCode: 'MC000001' };
const linksFile = '.cadlibrary.json';

let world: World;
afterEach(() => world.close());

describe('a file whose classes a person named', () => {
  for (const nth of [1, 2]) {
    it(`is given them also when the app dies at change ${nth} of the state after that`, async () => {
      const { dieAtChange, startAgain, ...dying } = createDyingWorld();
      world = dying.world;
      world.hold('pump.rfa', 'a pump');
      await world.open();
      expect(world.states()).toEqual({ 'pump.rfa': 'unassigned' });
      world.disk.after('writeText', linksFile, () => dieAtChange(nth));
      void world.engine.runnerOf(world.libraryId()).relink(() => new Map([['pump.rfa', link]]));
      await startAgain();
      expect(world.states()).toEqual({ 'pump.rfa': 'draft' });
      expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 a pump']);
    });
  }

  it('is given them also when they are named while the file is being read', async () => {
    world = createWorld();
    await world.open();
    world.disk.on('hash', 'EC000002/MC000001/pump.rfa', () =>
      world.engine.runnerOf(world.libraryId()).relink(() => new Map([['EC000002/MC000001/pump.rfa', link]])),
    );
    world.hold('EC000002/MC000001/pump.rfa', 'a pump');
    world.watcher.hint('EC000002/MC000001/pump.rfa');
    await world.idle();
    expect(world.service.versions.keys()).toEqual([keyOf('EC000001')]);
  });
});

describe('a links file that another computer wrote', () => {
  it('is followed also when the app dies right after it was read', async () => {
    const { dieAtChange, startAgain, ...dying } = createDyingWorld();
    world = dying.world;
    world.hold('pump.rfa', 'a pump');
    await world.open();
    world.disk.write(linksFile, JSON.stringify({ version: 1, files: { 'pump.rfa': link } }));
    world.disk.after('readText', linksFile, () => dieAtChange(1));
    world.engine.runnerOf(world.libraryId()).scanSoon();
    await startAgain();
    expect(world.states()).toEqual({ 'pump.rfa': 'draft' });
  });
});

describe('an unassigned file among others', () => {
  const [beside, loose] = ['Valves/ball valve.dwg', 'Valves/ball valve.rfa'];

  it('is told what it may be, and stays unassigned before a person says yes', async () => {
    world = createWorld();
    world.hold(beside, 'program:AutoCAD/2025');
    world.hold(loose, 'a valve');
    world.hold('elsewhere.rfa', 'something else');
    await world.open();
    const { relink } = world.engine.runnerOf(world.libraryId());
    await relink(() => new Map([[beside, link]]));
    await world.idle();
    const { files } = await world.engine.statusReader.explain([
      '/library/Valves/ball valve.rfa',
      '/library/elsewhere.rfa',
    ]);
    expect(files.map(({ suggestion }) => suggestion)).toEqual([
      {
        etimClassCode: 'EC000001',
        etimClassVersion: '1',
        modellingClassCode: 'MC000001',
        modellingClassVersion: '1',
        because: { code: 'sameName', path: beside },
      },
      undefined,
    ]);
    expect(world.states()).toMatchObject({ [loose]: 'unassigned' });
    expect(world.service.versions.keys()).toEqual([keyOf('EC000001', 'AutoCAD/2025')]);
  });

  it('is told nothing that only files of other folders speak for', async () => {
    world = createWorld();
    world.hold('Valves/small/a.dwg', 'program:AutoCAD/2025');
    world.hold(loose, 'a valve');
    await world.open();
    await world.engine.runnerOf(world.libraryId()).relink(() => new Map([['Valves/small/a.dwg', link]]));
    await world.idle();
    const { files } = await world.engine.statusReader.explain(['/library/Valves/ball valve.rfa']);
    expect(files[0]).toMatchObject({ explanation: { reason: { code: 'unassigned' } } });
    expect(files[0]?.suggestion).toBeUndefined();
  });

  it('names those of its folder that can have the same classes: of another program or language', async () => {
    world = createWorld();
    for (const path of ['Valves/plan.dwg', loose, 'Valves/other.rfa', 'Valves/ball valve.nl.rfa', 'Pumps/pump.dwg'])
      world.hold(path, path);
    await world.open();
    const { library } = world.engine.runnerOf(world.libraryId()).context;
    const beside = world.engine.explainer.unassignedBeside(library, loose);
    expect(beside.map(({ path }) => path)).toEqual(['Valves/ball valve.nl.rfa', 'Valves/plan.dwg']);
    expect(new Set(beside.map(({ place }) => place)).size).toBe(2);
  });
});
