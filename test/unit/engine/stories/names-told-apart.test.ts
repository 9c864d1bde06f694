import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ContentKeyText } from '../../../../shared/model/content-key.ts';
import { createWorld, keyOf, recordOf, type World } from '../../../fakes/engine/world.ts';

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const classes = (etimClassCode: string) => ({
  ...{ etimClassCode, etimClassCodeVersion: '1' },
  ...{ etimModelCode: 'MC000001', etimModelCodeVersion: '1' },
});
const lookOn = async (...paths: string[]): Promise<void> => {
  for (const path of paths) world.watcher.hint(path);
  await world.clock.advance(120_000);
  await world.idle();
};
const remove = async (path: string): Promise<void> => {
  world.disk.delete(path);
  await lookOn(path);
};
const save = async (path: string, text: string): Promise<void> => {
  world.save(path, text);
  await lookOn();
};
const history = (code: string): string[] => world.service.versions.history(keyOf(code));

/** A library whose files are Dutch where nothing else is said, with files of which the first has a class from a person. */
async function openDutch(linked: string, ...others: readonly string[]): Promise<void> {
  world.disk.write('.cadlibrary.json', JSON.stringify({ version: 1, files: { [linked]: classes('EC000002') } }));
  for (const path of [linked, ...others]) world.hold(path, `bytes of ${path}`);
  await world.start();
  await world.addLibrary('/library', { languageCode: 'nl' });
  await lookOn();
}

/** Two files that this disk tells apart: what was said of one was never said of the other. */
const pairs: readonly (readonly [one: string, other: string])[] = [
  ['pump.rfa', 'Pump.rfa'],
  ['ku\u0308che.rfa', 'k\u00fcche.rfa'],
];

describe.each(pairs)('of %s and %s beside it', (one, other) => {
  const [linked, beside] = [`EC000001/MC000001/${one}`, `EC000001/MC000001/${other}`];

  const holdBoth = async (): Promise<void> => {
    world.disk.write('.cadlibrary.json', JSON.stringify({ version: 1, files: { [linked]: classes('EC000002') } }));
    world.hold(linked, 'bytes of one');
    world.hold(beside, 'bytes of the other');
    await world.open();
  };

  it('the class of one that is deleted does not go to the other', async () => {
    await holdBoth();
    await remove(linked);
    await save(beside, 'second of the other');
    expect(history('EC000001')).toEqual(['0.1 bytes of the other', '0.2 second of the other']);
    expect(history('EC000002')).toEqual(['0.1 bytes of one']);
  });

  it('the class of one that comes back is what it was, whatever was said of the other meanwhile', async () => {
    await holdBoth();
    await remove(linked);
    await world.engine.picks.assign(world.libraryId(), new Map([[beside, classes('EC000003')]]));
    await lookOn();
    await save(linked, 'second of one');
    expect(history('EC000002')).toEqual(['0.1 bytes of one', '0.2 second of one']);
    expect(history('EC000001')).toEqual(['0.1 bytes of the other']);
  });

  it.each(['together', 'after the other'])('each stays what it was where both are deleted, %s', async (how) => {
    await holdBoth();
    world.disk.delete(beside);
    if (how === 'after the other') await lookOn(beside);
    world.disk.delete(linked);
    await lookOn(linked, beside);
    await save(beside, 'the other again');
    expect(history('EC000002')).toEqual(['0.1 bytes of one']);
    expect(history('EC000001')).toEqual(['0.1 bytes of the other', '0.2 the other again']);
  });

  it('the picked one goes on being sent when the other is deleted', async () => {
    for (const path of [linked, beside]) world.hold(path, `bytes of ${path}`);
    await world.open();
    await world.engine.picks.pick(world.libraryId(), beside);
    await lookOn();
    await remove(linked);
    await save(beside, 'saved again');
    expect(world.states()).toEqual({ [beside]: 'draft' });
    expect(history('EC000001').at(-1)).toBe('0.2 saved again');
  });
});

it.each(['folding', 'exact'] as const)(
  'one file that was called otherwise for a while is one, on a disk whose names are %s',
  async (names) => {
    await world.close();
    world = createWorld({ names });
    const [first, second] = ['EC000001/MC000001/Pump.rfa', 'EC000001/MC000001/pump.rfa'];
    world.hold(first, 'one');
    await world.open();
    await remove(first);
    world.disk.write('.cadlibrary.json', JSON.stringify({ version: 1, files: { [second]: classes('EC000002') } }));
    world.disk.write(second, 'two');
    await lookOn('');
    await remove(second);
    await save(first, 'three');
    expect([history('EC000001'), history('EC000002')]).toEqual([['0.1 one'], ['0.1 two', '0.2 three']]);
  },
);

it('a file that was told apart and given a class goes on without a language in another class folder', async () => {
  const [linked, beside] = ['EC000001/MC000001/pump.rfa', 'EC000001/MC000001/Pump.rfa'];
  await openDutch(linked, beside);
  await remove(linked);
  await world.engine.picks.assign(world.libraryId(), new Map([[beside, classes('EC000004')]]));
  await lookOn();
  const to = 'EC000003/MC000001/Pump.rfa';
  world.disk.rename(beside, to);
  await lookOn(beside, to);
  expect(world.versionAt(to, { major: 0, minor: 1 }).key).toBe(keyOf('EC000003'));
});

it('what was said of a file without its language goes on without one in another class folder', async () => {
  const [from, to] = ['EC000001/MC000001/a.rfa', 'EC000003/MC000001/a.rfa'];
  await openDutch(from);
  world.disk.rename(from, to);
  await lookOn(from, to);
  expect(world.versionAt(to, { major: 0, minor: 1 }).key).toBe(keyOf('EC000003'));
});

it('a file of no class stays so when one of almost its name is deleted that had a class', async () => {
  world.disk.write('.cadlibrary.json', JSON.stringify({ version: 1, files: { 'x/pump.rfa': classes('EC000002') } }));
  world.hold('x/pump.rfa', 'a pump');
  world.hold('x/Pump.rfa', 'of no class');
  await world.open();
  await remove('x/pump.rfa');
  await save('x/Pump.rfa', 'of no class, saved');
  expect(history('EC000002')).toEqual(['0.1 a pump']);
  expect(world.states()).toMatchObject({ 'x/Pump.rfa': 'unassigned' });
});

it('two products of one service whose files are called almost alike stay two when one is deleted here', async () => {
  const symbols = keyOf('EC000001').replace('Template', 'Symbol') as ContentKeyText;
  await world.open();
  world.service.versions.publishElsewhere({ ...recordOf('EC000001', 'pump'), type: 'Symbol' }, 'symbol');
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.idle();
  world.service.versions.publishElsewhere(recordOf('EC000001', 'Pump'), 'template');
  world.engine.runnerOf(world.libraryId()).pollSoon();
  await world.idle();
  const pathOf = (name: string): string => world.disk.paths().find((path) => path.endsWith(`/${name}.rfa`)) ?? '';
  const template = pathOf('Pump');
  await remove(pathOf('pump'));
  await save(template, 'template, saved');
  expect(world.service.versions.history(symbols)).toEqual(['0.1 symbol']);
  expect(history('EC000001')).toEqual(['0.1 template', '0.2 template, saved']);
});

it.each([
  ['its library', 'Pump.rfa', 'nl'],
  ['its name', 'Pump_de.rfa', 'de'],
])(
  'a file that has its language from %s keeps that when one of almost its name is deleted',
  async (_of, name, language) => {
    const [linked, beside] = [`EC000001/MC000001/${name.toLowerCase()}`, `EC000001/MC000001/${name}`];
    await openDutch(linked, beside);
    await remove(linked);
    await save(beside, 'saved again');
    const key = world.versionAt(beside, { major: 0, minor: 1 }).key;
    expect(key).toBe(`${keyOf('EC000001')}@${language}`);
    expect(world.service.versions.history(key)).toEqual([`0.1 bytes of ${beside}`, '0.2 saved again']);
  },
);
