import { basename } from 'node:path';
import rhino3dm, { type File3dm } from 'rhino3dm';
import { describe, expect, it } from 'vitest';
import { compareFiles } from '../../../electron/look/compare-files.ts';
import { partsOf, type Scene } from '../../../shared/rpc/scene.ts';
import { comparisonInWords } from '../../../shared/words/comparison-in-words.ts';
import { createFormats, type Language } from '../../../shared/words/formats.ts';
import { hasSamples, readSample } from '../cad/sample-files.ts';
import { dxfEntity, dxfFile, dxfLine, dxfPoints, type DxfPair } from './dxf-file.ts';
import { editStatement } from './edit-statements.ts';
import { useLookFolder } from './look-folder.ts';
import { createReadingHere } from './reading-here.ts';

const folder = useLookFolder();
const reading = createReadingHere();
const read = (name: string, content: string | Uint8Array): Promise<Scene> => reading.read(folder.put(name, content));

/** What is drawn: the types of entities, or of each part its type or name and how many triangles it has. */
const drawn = (scene: Scene): string[] =>
  scene.kind === 'drawing'
    ? scene.entities.map(({ type }) => type)
    : partsOf(scene.root).map(({ part: { name, type, meshes } }) =>
        `${type ?? name} ${meshes.reduce((sum, { indices }) => sum + indices.length / 3, 0)}`.trim(),
      );

const told = (scene: Scene) => [drawn(scene), scene.notShown, scene.damaged];
const widthOf = ({ bounds }: Scene): number | undefined => bounds && bounds.max[0] - bounds.min[0];

const facet = (x: number | string): string => `facet\nvertex 0 0 0\nvertex ${x} 0 0\nvertex 0 1 0\nendfacet\n`;
const stl = (...facets: readonly (number | string)[]): string => `solid one\n${facets.map(facet).join('')}endsolid\n`;
const obj = (...corners: readonly (number | string)[]): string =>
  ['v 0 0 0', 'v 0 1 0', ...corners.flatMap((x, at) => [`v ${x} 0 0`, `f 1 ${at + 3} 2`]), ''].join('\n');

describe('what has a coordinate that is no number, or that no drawing has', () => {
  it.each(['1e308', '-1e13', 'NaN', 'Infinity', 'x'])('is left out, and the rest is drawn: %s', async (x) => {
    const files = {
      'one.stl': [stl(1, x, 2), ['one 2'], 'facet'],
      'one.obj': [obj(1, x, 2), ['2'], 'face'],
      'one.dxf': [dxfFile([dxfLine(x, 0, 1, 1), dxfLine(0, 0, 2, 1)]), ['LINE'], 'LINE'],
    } as const;
    for (const [name, [content, rest, kind]] of Object.entries(files)) {
      const scene = await read(name, content);
      expect(told(scene), name).toEqual([rest, [kind], 1]);
      expect(widthOf(scene), name).toBe(2);
    }
  });

  it('is left out of bytes as of text', async () => {
    const bytes = Buffer.alloc(84 + 3 * 50);
    bytes.writeUInt32LE(3, 80);
    [NaN, 7, -Infinity].forEach((x, at) => {
      bytes.writeFloatLE(x, 84 + at * 50 + 24);
      bytes.writeFloatLE(1, 84 + at * 50 + 40);
    });
    const scene = await read('binary.stl', bytes);
    expect(told(scene)).toEqual([['1'], ['facet'], 2]);
    expect(widthOf(scene)).toBe(7);
  });

  it('is a solid of its own, so that the others are drawn', async () => {
    const scene = await read('solids.stl', stl(NaN) + stl(1).replace('one', 'two'));
    expect(told(scene)).toEqual([['two 1'], ['facet'], 1]);
  });

  it('is no matter where nothing is drawn there', async () => {
    const scene = await read('unused.obj', `v NaN 0 0\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 2 3 4\n`);
    expect(told(scene)).toEqual([['1'], undefined, undefined]);
  });
});

describe('an object of a drawing with a number that is none', () => {
  const circle = (...pairs: readonly DxfPair[]): DxfPair[] => dxfEntity('CIRCLE', ...pairs);
  const spline = dxfEntity('SPLINE', [71, 1], [40, 'x'], [40, 0], [40, 1], [40, 1], ...dxfPoints(0, 0, 1, 1));
  it.each([
    ['a text', dxfEntity('TEXT', [1, 'here'], [10, 0], [20, 0], [40, 'x'])],
    ['a circle', circle([10, 0], [20, 0], [40, 'x'])],
    ['a circle without a centre', circle([40, 1])],
    ['a curve of a line', dxfEntity('LWPOLYLINE', [10, 0], [20, 0], [42, 'x'], [10, 1], [20, 0])],
    ['a spline', spline],
  ])('is left out, and nothing is made up in its place: %s', async (_, entity) => {
    const scene = await read('numbers.dxf', dxfFile([entity, dxfLine(0, 0, 1, 1)]));
    expect(told(scene)).toEqual([['LINE'], [entity[0]?.[1]], 1]);
  });

  it('is left out of its block, and counts once in however many places the block stands', async () => {
    const insert = (x: number): DxfPair[] => dxfEntity('INSERT', [2, 'mark'], [10, x], [20, 0]);
    const block = { mark: [dxfLine('x', 0, 1, 1), dxfLine(0, 0, 1, 1)] };
    const scene = await read('block.dxf', dxfFile([insert(0), insert(9)], block));
    expect(told(scene)).toEqual([['INSERT', 'INSERT'], ['LINE'], 1]);
    expect(widthOf(scene)).toBe(10);
  });

  it('is the insert, where it is the insert that takes its block there', async () => {
    const insert = dxfEntity('INSERT', [2, 'mark'], [10, 0], [20, 0], [41, 1e300], [42, 1]);
    const scene = await read('insert.dxf', dxfFile([insert, dxfLine(0, 0, 1, 1)], { mark: [dxfLine(0, 0, 1, 1)] }));
    expect(told(scene)).toEqual([['LINE'], ['INSERT'], 1]);
  });
});

describe('an object of a Rhino model with a number that is none', () => {
  it('is left out by its kind', async () => {
    const rhino = await rhino3dm();
    const file: File3dm = new rhino.File3dm();
    file.objects().addPoint([NaN, 0, 0]);
    file.objects().addLine([0, 0, 0], [5, 0, 0]);
    const scene = await read('one.3dm', file.toByteArray());
    expect(told(scene)).toEqual([['0'], ['Point'], 1]);
    expect(widthOf(scene)).toBe(5);
  });
});

describe.skipIf(!hasSamples)('a part of an IFC model with a number that is none', { timeout: 60_000 }, () => {
  const wall = hasSamples ? readSample('ifc/wall-with-opening-and-window.ifc').toString('latin1') : '';
  const edited = (number: number, from: string, to: string) => read('a.ifc', editStatement(wall, number, from, to));

  it.each(['1E308', '-1E13', 'NaN'])('is left out by its class, and the rest is drawn: %s', async (x) => {
    const scene = await edited(105, '(0., 50., 0.)', `(${x}, 50., 0.)`);
    expect(told(scene)).toEqual([['IfcWallStandardCase 32'], ['IfcWindow'], 1]);
  });

  it('is the wall too, where nobody knows what is cut out of it', async () => {
    const scene = await edited(91, '(0., 300.)', '(NaN, 300.)');
    expect(told(scene)).toEqual([['IfcWindow 12'], ['IfcWallStandardCase'], 1]);
  });

  it('is named where its library makes nothing of it', async () => {
    const scene = await edited(76, '(3000., 300.)', '(NaN, 300.)');
    expect(told(scene)).toEqual([['IfcWindow 12'], ['IfcWallStandardCase'], undefined]);
  });
});

describe.skipIf(!hasSamples)('a solid of a STEP model with a number that is none', { timeout: 60_000 }, () => {
  const model = hasSamples ? readSample('step/as1-oc-214.stp').toString('latin1') : '';
  const nut = (x: string): Promise<Scene> =>
    read(
      'as1.stp',
      model.replace(/(#46 = CARTESIAN_POINT\('',\()[^,]*/, (_, start: string) => start + x),
    );

  it('is left out in all of its places, as it is out of shape where it is somewhere', async () => {
    for (const x of ['1.E308', '1.E15']) {
      const { notShown, damaged, ...scene } = await nut(x);
      expect(drawn(scene).filter((name) => name.startsWith('nut'))).toEqual([]);
      expect([drawn(scene).length, notShown, damaged]).toEqual([10, ['BREP'], 8]);
    }
  });

  it('is told of by its point, where its library makes less of it, or nothing, and says nothing', async () => {
    const gone = await nut('NaN');
    expect([drawn(gone).length, gone.notShown, gone.damaged]).toEqual([10, ['BREP', 'CARTESIAN_POINT'], 1]);
    const misread = await nut('x');
    expect([drawn(misread).length, misread.notShown, misread.damaged]).toEqual([18, ['CARTESIAN_POINT'], 1]);
  });
});

describe('a comparison in which a damaged shape was left out', () => {
  async function compared(name: string, before: string, after: string) {
    const files = [folder.put(`before ${name}`, before), folder.put(`after ${name}`, after)] as const;
    const [one, other] = files.map((path) => ({ path, fileName: basename(path) })) as [NamedFile, NamedFile];
    const { record } = await compareFiles(reading, one, other);
    const say = (language: Language) => comparisonInWords(record, language, createFormats(language));
    return { shapes: record.shapes, en: say('en'), nl: say('nl') };
  }
  type NamedFile = Parameters<typeof compareFiles>[1];

  it('does not say that nothing changed, or that what is left out came or went without saying so', async () => {
    const same = await compared('same.stl', stl(1, 'NaN'), stl(1, 'Infinity'));
    expect(same.shapes).toMatchObject({ changes: [], notShown: ['facet'], damaged: { before: 1, after: 1 } });
    expect(same.en.summary).toBe('Nothing changed in what can be shown, damaged shapes left out: 1 → 1');
    const line = dxfLine(0, 0, 1, 1);
    const gone = await compared(
      'gone.dxf',
      dxfFile([line, dxfLine(0, 0, 1, 0)]),
      dxfFile([line, dxfLine('x', 0, 1, 0)]),
    );
    expect(gone.en.summary).toBe('1 object removed, damaged shapes left out: 0 → 1');
    expect(gone.nl.summary).toBe('1 object verwijderd, beschadigde vormen weggelaten: 0 → 1');
    expect(gone.en.facts).toContain('not shown and not compared: LINE');
  });

  it('has no volume for what is left of the model', async () => {
    const corners = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv x 0 0\n';
    const solid = 'f 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n';
    const { shapes } = await compared('solid.obj', corners + solid, `${corners}${solid}o other\nf 1 2 5\n`);
    expect(shapes?.before.volume).toBeCloseTo(1 / 6);
    expect(shapes?.after.volume).toBeUndefined();
  });
});
