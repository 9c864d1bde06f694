import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { createDyingWorld } from '../../../fakes/engine/dying-world.ts';
import { linksIn } from '../../../fakes/engine/links-in.ts';
import { createWorld, keyOf, type World } from '../../../fakes/engine/world.ts';

const link = { etimClassCode: 'EC000001', etimModelCode: 'MC000001' };
const linksFile = '.cadlibrary.json';

let world: World;
afterEach(() => world.close());

/** A file whose classes a person says. @returns what takes that back */
async function assignPump(): Promise<string> {
  world = createWorld();
  world.hold('pump.rfa', 'a pump');
  await world.open();
  const named = { ...link, etimClassCodeVersion: '1', etimModelCodeVersion: '1' };
  const assignId = await world.engine.picks.assign(world.libraryId(), new Map([['pump.rfa', named]]));
  await world.idle();
  return assignId ?? '';
}

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

  it.each([
    ['renamed', 'pump one.rfa', () => world.disk.rename('pump.rfa', 'pump one.rfa')],
    ['saved as another file', 'pump.rfa', () => (world.disk.delete('pump.rfa'), world.disk.write('pump.rfa', 'anew'))],
  ] as const)('is unassigned again where that is taken back, also after it was %s', async (_how, path, change) => {
    const assignId = await assignPump();
    change();
    world.watcher.hint('');
    await world.idle();
    await world.engine.picks.undo(assignId);
    await world.idle();
    expect(world.states()).toEqual({ [path]: 'unassigned' });
  });

  it('keeps them where it was renamed and saved as another file since, and that is said', async () => {
    const assignId = await assignPump();
    world.disk.rename('pump.rfa', 'pump one.rfa');
    world.watcher.hint('');
    await world.idle();
    world.disk.delete('pump one.rfa');
    world.save('pump one.rfa', 'anew');
    await world.idle();
    await expect(world.engine.picks.undo(assignId)).rejects.toMatchObject({
      code: 'unknown-item',
      detail: expect.stringContaining('renamed and saved since') as unknown,
    });
    expect(world.states()).toEqual({ 'pump one.rfa': 'draft' });
  });

  it('is said to stay where something else was said of it since, and others are taken back', async () => {
    world = createWorld();
    for (const name of ['pump', 'valve']) world.hold(`${name}.rfa`, name);
    await world.open();
    const say = (etimClassCode: string, ...paths: readonly string[]) => {
      const named = { ...link, etimClassCode, etimClassCodeVersion: '1', etimModelCodeVersion: '1' };
      return world.engine.picks.assign(world.libraryId(), new Map(paths.map((path) => [path, named])));
    };
    const assignId = await say('EC000005', 'pump.rfa', 'valve.rfa');
    await say('EC000007', 'valve.rfa');
    expect(await world.engine.picks.undo(assignId ?? '')).toBe(1);
    const links = world.engine.runnerOf(world.libraryId()).context.links();
    expect([...links.keys()]).toEqual(['valve.rfa']);
    // The same once more is nothing that could be taken back.
    expect(await say('EC000007', 'valve.rfa')).toBeUndefined();
  });

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

  it('keeps what a newer app wrote, when other files are assigned here', async () => {
    world = createWorld();
    world.hold('pump.rfa', 'a pump');
    world.hold('valve.rfa', 'a valve');
    await world.open();
    const theirs = { version: 1, note: 'newer', files: { 'pump.rfa': { ...link, newer: 'field' } } };
    world.disk.write(linksFile, JSON.stringify(theirs));
    await world.engine.runnerOf(world.libraryId()).relink(() => new Map([['valve.rfa', 'unassigned']]));
    const files = { ...theirs.files, 'valve.rfa': 'unassigned' };
    expect(JSON.parse(world.disk.text(linksFile) ?? '')).toEqual({ ...theirs, files });
  });
});

describe('a links file that is away', () => {
  it('takes no file to the product that its path names, however long it is away', async () => {
    world = createWorld();
    world.hold('EC000001/MC000001/pump.rfa', 'a pump');
    await world.start();
    const classes = { etimClassCode: 'EC000002', etimClassCodeVersion: '1' };
    const model = { etimModelCode: 'MC000001', etimModelCodeVersion: '1' };
    const files = { 'EC000001/MC000001/pump.rfa': { ...classes, ...model } };
    world.disk.write(linksFile, JSON.stringify({ version: 1, files }));
    await world.addLibrary();
    await world.idle();
    world.disk.delete(linksFile);
    world.watcher.hint(linksFile);
    await world.idle();
    expect(world.disk.text(linksFile)).toBeUndefined();
    await world.clock.advance(3_700_000);
    await world.idle();
    expect(world.service.versions.keys()).toEqual([keyOf('EC000002')]);
    // For a colleague's computer, which knows nothing of it.
    expect(linksIn(world.disk)).toEqual(new Map(Object.entries(files)));
  });

  it('says what it says when it is back, although it could not be written again meanwhile', async () => {
    world = createWorld();
    world.hold('pump.rfa', 'a pump');
    await world.open();
    await world.engine.runnerOf(world.libraryId()).relink(() => new Map([['pump.rfa', link]]));
    await world.idle();
    world.disk.delete(linksFile);
    let isRefused = true;
    const refuse = (): void => {
      if (!isRefused) return;
      world.disk.on('writeText', linksFile, refuse);
      throw new AppError('file-in-use');
    };
    world.disk.on('writeText', linksFile, refuse);
    world.watcher.hint(linksFile);
    await world.clock.advance(2 * 3_700_000);
    isRefused = false;
    const theirs = { 'pump.rfa': { ...link, etimClassCode: 'EC000007' } };
    world.disk.write(linksFile, JSON.stringify({ version: 1, files: theirs }));
    world.watcher.hint(linksFile);
    await world.idle();
    await world.clock.advance(60_000);
    expect(linksIn(world.disk)).toEqual(new Map(Object.entries(theirs)));
    expect(world.service.versions.keys()).toContain(keyOf('EC000007'));
  });

  it('takes no links back when others are written meanwhile: they are in it again', async () => {
    world = createWorld();
    world.hold('pump.rfa', 'a pump');
    world.hold('valve.rfa', 'a valve');
    await world.open();
    const { relink } = world.engine.runnerOf(world.libraryId());
    await relink(() => new Map([['pump.rfa', link]]));
    await world.idle();
    world.disk.delete(linksFile);
    await relink(() => new Map([['valve.rfa', { ...link, etimClassCode: 'EC000002' }]]));
    expect([...linksIn(world.disk)].map(([path]) => path)).toEqual(['pump.rfa', 'valve.rfa']);
    await world.clock.advance(3_700_000);
    expect(world.states()).toEqual({ 'pump.rfa': 'draft', 'valve.rfa': 'draft' });
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

  it('is asked about together with the others of its folder and below: what each is, and which can be sent together', async () => {
    world = createWorld();
    const paths = [
      'Valves/small/ball valve symbol.dwg',
      'Valves/plan.dwg',
      loose,
      'Valves/other.rfa',
      'Valves/ball valve.nl.rfa',
      'Pumps/pump.dwg',
    ];
    for (const path of paths) world.hold(path, path);
    await world.open();
    const { library, links } = world.engine.runnerOf(world.libraryId()).context;
    const asked = world.engine.explainer.filesToAssign({
      ...{ library, links: links(), atMost: 4 },
      scope: { of: 'folder', path: loose },
    });
    expect(asked).toMatchObject({ total: 5, taken: [] });
    expect(asked.rows.map(({ path, contentType }) => [path, contentType])).toEqual([
      ['Valves/ball valve.nl.rfa', 'Template'],
      [loose, 'Template'],
      ['Valves/other.rfa', 'Template'],
      ['Valves/plan.dwg', 'Plan'],
    ]);
    const places = asked.rows.map(({ place }) => place);
    expect(places[1]).toBe(places[2]);
    expect(new Set(places).size).toBe(3);
  });

  it('shares nothing with others while its program is not one of the library, which is said', async () => {
    world = createWorld();
    for (const path of ['pump.skp', 'pump.3dm', 'pump.rfa']) world.hold(path, path);
    await world.open();
    const { library, links } = world.engine.runnerOf(world.libraryId()).context;
    const scope = { of: 'folder', path: 'pump.rfa' } as const;
    const { rows } = world.engine.explainer.filesToAssign({ library, links: links(), atMost: 4, scope });
    expect(rows.map(({ path, place, isOfOtherProgram }) => [path, place === undefined, isOfOtherProgram])).toEqual([
      ['pump.3dm', true, true],
      ['pump.rfa', false, false],
      ['pump.skp', true, true],
    ]);
  });
});

describe('many files of one class', () => {
  const folder = 'EC000001/MC000001';
  const paths = ['basin.rfa', 'basin symbol.rfa', 'basin section.rfa'].map((name) => `${folder}/${name}`);
  const classes = {
    etimClassCode: 'EC000001',
    etimClassCodeVersion: '1',
    etimModelCode: 'MC000001',
    etimModelCodeVersion: '1',
  };

  async function openRivals(): Promise<void> {
    world = createWorld();
    for (const path of paths) world.hold(path, path);
    await world.open();
    expect(Object.values(world.states())).toEqual(['doublyClaimed', 'doublyClaimed', 'doublyClaimed']);
  }

  it('are sent under a key of their own each, once a person said what kind of content each is', async () => {
    await openRivals();
    const libraryId = world.libraryId();
    const { library, links } = world.engine.runnerOf(libraryId).context;
    const scope = { of: 'rivals', path: paths[0] ?? '' } as const;
    const { rows } = world.engine.explainer.filesToAssign({ library, links: links(), scope, atMost: 10 });
    expect(rows.map(({ contentType }) => contentType)).toEqual(['Section', 'Symbol', 'Template']);
    const said = new Map(rows.map(({ path, contentType }) => [path, { ...classes, type: contentType }]));
    const assignId = await world.engine.picks.assign(libraryId, said);
    await world.idle();
    expect(Object.values(world.states())).toEqual(['draft', 'draft', 'draft']);
    expect(world.service.versions.keys().toSorted()).toEqual(
      ['Section', 'Symbol', 'Template'].map((type) => keyOf('EC000001').replace('Template', type)),
    );
    expect(await world.engine.picks.undo(assignId ?? '')).toBe(0);
    await world.idle();
    expect(world.engine.runnerOf(libraryId).context.links().size).toBe(0);
  });

  it('keep what else was said of them when their classes are named', async () => {
    await openRivals();
    const libraryId = world.libraryId();
    const [first = ''] = paths;
    const runner = world.engine.runnerOf(libraryId);
    await runner.relink(() => new Map([[first, { languageCode: 'nl', type: 'Plan' }]]));
    await world.engine.picks.assign(libraryId, new Map([[first, classes]]));
    expect(runner.context.links().get(first)).toEqual({ languageCode: 'nl', type: 'Plan', ...classes });
  });

  it('are sent although a language or a kind of content was written by hand in no valid form', async () => {
    await openRivals();
    const libraryId = world.libraryId();
    const [first = '', second = ''] = paths;
    const runner = world.engine.runnerOf(libraryId);
    const wrong = { languageCode: 'english', type: ' ', applicationName: '' };
    await runner.relink(
      () =>
        new Map([
          [first, { ...wrong, applicationVersion: '2025' }],
          [second, { languageCode: 'nl' }],
        ]),
    );
    const said = { ...classes, etimClassCode: 'EC000002' };
    await world.engine.picks.assign(
      libraryId,
      new Map([
        [first, said],
        [second, said],
      ]),
    );
    expect(runner.context.links().get(first)).toEqual({ applicationVersion: '2025', ...said });
    await world.idle();
    expect(world.states()).toMatchObject({ [first]: 'draft', [second]: 'draft' });
  });

  it('do not show the version that another one of them was sent as', async () => {
    world = createWorld();
    const [first = '', second = ''] = paths;
    world.hold(first, 'a basin');
    await world.open();
    await world.idle();
    world.hold(second, 'its symbol');
    world.watcher.hint(second);
    await world.idle();
    expect(world.states()).toEqual({ [first]: 'doublyClaimed', [second]: 'doublyClaimed' });
    const { rows } = world.engine.fileList.list({
      ...{ serviceId: 'first', languageCode: 'en', filter: 'all', search: '', offset: 0, limit: 10 },
    });
    expect(rows.map(({ path, version }) => [path, version])).toEqual([
      [second, undefined],
      [first, '0.1'],
    ]);
  });

  it('are told of by their number and the first names, however many they are', async () => {
    world = createWorld();
    for (let nth = 10; nth < 60; nth += 1) world.hold(`${folder}/basin ${nth}.rfa`, `${nth}`);
    await world.open();
    const { files } = await world.engine.statusReader.explain([`/library/${folder}/basin 30.rfa`]);
    expect(files[0]?.explanation.reason).toEqual({
      code: 'doublyClaimed',
      rivals: [10, 11, 12].map((nth) => `${folder}/basin ${nth}.rfa`),
      rivalCount: 49,
    });
  });
});
