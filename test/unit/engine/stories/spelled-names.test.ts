import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld({ names: 'decomposing' });
});
afterEach(() => world.close());

it('a download on a disk that stores accents apart is known by the name that the disk gave it', async () => {
  await world.open();
  world.service.versions.publishElsewhere(recordOf('EC000001', 'p\u00f6mp'), 'program:Revit/2026 theirs');
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.idle();
  const spelled = 'EC000001_v1/MC000001_v1/po\u0308mp.rfa';
  expect(world.states()).toEqual({ [spelled]: 'draft' });
  const link = JSON.parse(world.disk.text('.cadlibrary.json') ?? '{}') as { readonly files: object };
  expect(Object.keys(link.files)).toEqual([spelled]);
  // Nobody plans while no service is there: what a scan finds has to be what is known.
  await world.connect(undefined);
  world.engine.runnerOf(world.libraryId()).scanSoon();
  await world.clock.advance(60_000);
  await world.connect('first');
  await world.idle();
  expect(world.states()).toEqual({ [spelled]: 'draft' });
  expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 program:Revit/2026 theirs']);
});

it('a download on a disk that tells spellings apart has no folder listed to see how its name is spelled', async () => {
  const listed: unknown[] = [];
  const exact = createWorld({
    around({ port, name, values }, act) {
      if (port === 'disk' && name === 'list') listed.push(values[0]);
      return act();
    },
  });
  onTestFinished(() => exact.close());
  await exact.open();
  exact.service.versions.publishElsewhere(recordOf('EC000001', 'p\u00f6mp'), 'theirs');
  exact.engine.runnerOf(exact.libraryId()).pollSoon();
  await exact.idle();
  expect(exact.states()).toEqual({ 'EC000001_v1/MC000001_v1/p\u00f6mp.rfa': 'draft' });
  expect(listed).not.toContain('EC000001_v1/MC000001_v1');
});

it('what a colleague said of a file holds where the disk stores its accents apart, until somebody says otherwise', async () => {
  const [theirs, here] = ['k\u00fcche.rfa', 'ku\u0308che.rfa'];
  const linkOf = (code: string) => ({ etimClassCode: code, etimModelCode: 'MC000001' });
  const links = () => (JSON.parse(world.disk.text('.cadlibrary.json') ?? '{}') as { readonly files: object }).files;
  await world.open();
  world.save(here, 'program:Revit/2025 mine');
  await world.idle();
  expect(world.states()).toEqual({ [here]: 'unassigned' });
  world.save('.cadlibrary.json', JSON.stringify({ version: 1, files: { [theirs]: linkOf('EC000001') } }));
  world.engine.runnerOf(world.libraryId()).scanSoon();
  await world.idle();
  expect(world.states()).toEqual({ [here]: 'draft' });
  expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 program:Revit/2025 mine']);
  const { engine } = world;
  const named = {
    etimClassCode: 'EC000002',
    etimClassCodeVersion: '1',
    etimModelCode: 'MC000001',
    etimModelCodeVersion: '1',
  };
  await engine.picks.assign(world.libraryId(), new Map([[here, named]]));
  await world.idle();
  expect(Object.keys(links())).toEqual([here]);
  const said = Object.values(links())[0] as object;
  expect(world.service.versions.history(keyOf('EC000002'))).toEqual(['0.1 program:Revit/2025 mine']);
  // A colleague's app writes the same under its own spelling: it goes along when the file is moved here.
  for (const spelled of [here, theirs]) {
    world.save('.cadlibrary.json', JSON.stringify({ version: 1, files: { [spelled]: said } }));
    world.engine.runnerOf(world.libraryId()).scanSoon();
    await world.idle();
  }
  const moved = 'moved/ku\u0308che.rfa';
  world.disk.rename(here, moved);
  world.engine.runnerOf(world.libraryId()).scanSoon();
  await world.idle();
  await world.clock.advance(30_000);
  expect(links()).toEqual({ [moved]: said });
});

it('a name that is too long for where the library lies is cut here, and stays whole on the service', async () => {
  world.disk.setLongestPath(70);
  await world.open();
  const named = recordOf('EC000001', 'centrifugal pump of stainless steel with flanges');
  world.service.versions.publishElsewhere(named, 'theirs');
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.idle();
  const [path = ''] = Object.keys(world.states());
  expect(path).toBe('EC000001_v1/MC000001_v1/centrifugal pump of stainless st….rfa');
  expect(`/library/${path}`.length).toBeLessThanOrEqual(70);
  world.save(path, 'mine');
  await world.idle();
  expect(world.service.versions.history(keyOf('EC000001'))).toEqual(['0.1 theirs', '0.2 mine']);
  const remote = world.engine.runnerOf(world.libraryId()).context.trees()?.remote(keyOf('EC000001'));
  expect(remote).toMatchObject({ baseFilename: 'centrifugal pump of stainless steel with flanges' });
});
