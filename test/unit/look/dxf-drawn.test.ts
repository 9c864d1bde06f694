import { describe, expect, it } from 'vitest';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import { drawScene } from '../../../electron/look/draw/draw-scene.ts';
import type { DrawingScene, DrawnText } from '../../../shared/rpc/scene.ts';
import { hasSamples, readSample } from '../cad/sample-files.ts';
import { useDrawings } from './dxf-drawing.ts';
import { dxfEntity, dxfFile, type DxfPair } from './dxf-file.ts';

const { drawing, entitiesOf } = useDrawings();
const textsOf = async (...args: Parameters<typeof dxfFile>): Promise<readonly DrawnText[]> =>
  (await entitiesOf(...args)).flatMap(({ texts }) => texts);
const points = (...flat: readonly number[]): DxfPair[] =>
  flat.map((value, at) => [at % 2 === 0 ? 10 : 20, value] as const);
const near = (value: number): unknown => expect.closeTo(value, 9) as unknown;

/** A hatch with its edges, each as its groups. */
function hatch(pattern: readonly DxfPair[], ...edges: readonly (readonly DxfPair[])[]): DxfPair[] {
  const base: DxfPair[] = [[10, 0], [20, 0], [30, 0], ...pattern.filter(([code]) => code === 70)];
  const rest = pattern.filter(([code]) => code !== 70);
  return dxfEntity('HATCH', ...base, [71, 0], [91, edges.length], ...edges.flat(), [75, 0], [76, 1], ...rest, [98, 0]);
}

const square = (low: number, high: number): DxfPair[] => [
  [92, 2],
  [72, 0],
  [73, 1],
  [93, 4],
  ...points(low, low, high, low, high, high, low, high),
  [97, 0],
];

describe('a hatch', () => {
  it('that is solid is a filled area with its holes, and its edges are lines', async () => {
    const [entity] = await entitiesOf([hatch([[70, 1]], square(0, 10), square(4, 6))]);
    expect(entity?.fills.map((rings) => rings.map((ring) => [...ring]))).toEqual([
      [
        [0, 0, 10, 0, 10, 10, 0, 10, 0, 0],
        [4, 4, 6, 4, 6, 6, 4, 6, 4, 4],
      ],
    ]);
    expect(entity?.lines.map(({ length }) => length)).toEqual([10, 10]);
  });

  it('with a pattern has its lines, from edge to edge and not in its holes', async () => {
    const family: DxfPair[] = [
      [70, 0],
      [78, 1],
      [53, 0],
      [43, 0],
      [44, 1],
      [45, 0],
      [46, 4],
      [79, 0],
    ];
    const [entity] = await entitiesOf([hatch(family, square(0, 10), square(4, 6))]);
    expect(entity?.fills).toEqual([]);
    expect(entity?.lines.map((line) => [...line])).toEqual([
      [0, 1, 10, 1].map(near),
      [0, 5, 4, 5].map(near),
      [6, 5, 10, 5].map(near),
      [0, 9, 10, 9].map(near),
    ]);
  });

  it('has the dashes of its pattern where they begin', async () => {
    const family: DxfPair[] = [
      [70, 0],
      [78, 1],
      [53, 90],
      [43, 5],
      [44, 1],
      [45, -100],
      [46, 0],
      [79, 2],
      [49, 2],
      [49, -1],
    ];
    const [entity] = await entitiesOf([hatch(family, square(0, 10))]);
    expect(entity?.lines.map((line) => [...line])).toEqual([
      [5, 1, 5, 3].map(near),
      [5, 4, 5, 6].map(near),
      [5, 7, 5, 9].map(near),
    ]);
  });

  it('with an edge of lines and arcs follows them, whichever way they run', async () => {
    const edge: DxfPair[] = [
      [92, 1],
      [93, 2],
      // The straight side runs from right to left, and the arc over it clockwise from left to right.
      ...([
        [72, 1],
        [10, 10],
        [20, 0],
        [11, 0],
        [21, 0],
      ] as const),
      ...([
        [72, 2],
        [10, 5],
        [20, 0],
        [40, 5],
        [50, 180],
        [51, 360],
        [73, 0],
      ] as const),
      [97, 0],
    ];
    const [entity] = await entitiesOf([hatch([[70, 1]], edge)]);
    const ys = [...(entity?.lines[0] ?? [])].filter((_, at) => at % 2 === 1);
    expect(Math.max(...ys)).toBeCloseTo(5, 9);
    expect(Math.min(...ys)).toBeCloseTo(0, 9);
  });

  it('as dense as a grey area is its edge, without counting its lines', async () => {
    const family: DxfPair[] = [
      [70, 0],
      [78, 1],
      [53, 45],
      [43, 0],
      [44, 0],
      [45, 1e-12],
      [46, 1e-12],
      [79, 0],
    ];
    const [entity] = await entitiesOf([hatch(family, square(0, 1e6))]);
    expect(entity?.lines.map(({ length }) => length)).toEqual([10]);
  });

  it('is filled in the picture, and its holes are not', async () => {
    const { rgba, width } = drawScene(await drawing(dxfFile([hatch([[70, 1]], square(0, 10), square(4, 6))])), 100);
    const opacityAt = (x: number, y: number): number => rgba[(y * width + x) * 4 + 3] ?? 0;
    expect(opacityAt(25, 50)).toBeGreaterThan(60);
    expect(opacityAt(25, 50)).toBeLessThan(200);
    expect(opacityAt(50, 50)).toBe(0);
  });

  it('is the same where lines of its pattern graze its edge, and another one where its pattern is', async () => {
    const family: DxfPair[] = [
      [70, 0],
      [41, 1],
      [78, 1],
      [53, 0],
      [43, 0],
      [44, 0],
      [45, 0],
      [46, 5],
      [79, 0],
    ];
    const drawn = (high: number, pattern: readonly DxfPair[]) =>
      drawing(dxfFile([hatch([[2, 'ANSI31'], ...pattern], [[5, 'A1'], ...square(0, high)])]));
    const [on, below] = [await drawn(10, family), await drawn(9.999_999_999_9, family)];
    const linesOf = ({ entities }: DrawingScene): number => entities[0]?.lines.length ?? 0;
    expect(linesOf(on)).not.toBe(linesOf(below));
    expect(compareScenes(on, below)?.comparison).toMatchObject({ changes: [], unchanged: 1 });
    const wider = family.map(([code, value]): DxfPair => (code === 41 ? [41, 2] : [code, value]));
    const { changes } = compareScenes(on, await drawn(10, wider))?.comparison ?? {};
    expect(changes?.map(({ kind }) => kind)).toEqual(['changed']);
  });

  it('that is no longer filled has changed', async () => {
    const drawn = (isFilled: 0 | 1) => drawing(dxfFile([hatch([[70, isFilled]], [[5, 'A1'], ...square(0, 10)])]));
    const { changes } = compareScenes(await drawn(1), await drawn(0))?.comparison ?? {};
    expect(changes?.map(({ kind, type }) => [kind, type])).toEqual([['changed', 'HATCH']]);
    expect(changes?.[0]).toMatchObject({ before: { counts: { lines: 1, areas: 1 } }, after: { counts: { lines: 1 } } });
  });
});

describe('a spline with weights', () => {
  /** A quarter of a circle of radius 10, exactly. */
  const knots = [0, 0, 0, 1, 1, 1].map((knot): DxfPair => [40, knot]);
  const corners = [
    [10, 0, 1],
    [10, 10, Math.SQRT1_2],
    [0, 10, 1],
  ] as const;
  const radiiOf = (line: Float64Array | undefined): number[] =>
    Array.from({ length: (line?.length ?? 0) / 2 }, (_, at) =>
      Math.hypot(line?.[at * 2] ?? 0, line?.[at * 2 + 1] ?? 0),
    );

  it('is the arc that it stands for', async () => {
    const weights = corners.map(([, , weight]): DxfPair => [41, weight]);
    const controls = corners.flatMap(([x, y]) => points(x, y));
    const [entity] = await entitiesOf([dxfEntity('SPLINE', [70, 12], [71, 2], ...knots, ...weights, ...controls)]);
    const radii = radiiOf(entity?.lines[0]);
    expect(radii.length).toBeGreaterThan(10);
    expect(radii).toEqual(radii.map(() => near(10)));
  });

  it('is that arc on the edge of a hatch too', async () => {
    const controls = corners.flatMap(([x, y, weight]): DxfPair[] => [...points(x, y), [42, weight]]);
    const edge: DxfPair[] = [
      [92, 1],
      [93, 1],
      [72, 4],
      [94, 2],
      [73, 1],
      [74, 0],
      [95, 6],
      [96, 3],
      ...knots,
      ...controls,
    ];
    const [entity] = await entitiesOf([hatch([[70, 1]], [...edge, [97, 0]])]);
    const radii = radiiOf(entity?.lines[0]);
    expect(radii.length).toBeGreaterThan(10);
    expect(radii).toEqual(radii.map(() => near(10)));
  });
});

describe('a block', () => {
  const line = dxfEntity('LINE', ...points(0, 0), [11, 1], [21, 1]);
  const insert = (name: string, ...more: readonly DxfPair[]) =>
    dxfEntity('INSERT', [2, name], ...points(0, 0), ...more);

  const lineOn = (layer: string): DxfPair[] => dxfEntity('LINE', [8, layer], ...points(0, 0), [11, 5], [21, 5]);

  it('has as many copies as its insert says, and too many are refused', async () => {
    const copied = (columns: number, rows: number): Promise<DrawingScene> =>
      drawing(dxfFile([insert('mark', [70, columns], [71, rows], [44, 10], [45, 10])], { mark: [line] }));
    const { entities, bounds } = await copied(200, 100);
    expect(entities[0]?.lines.length).toBe(20_000);
    expect(bounds?.max).toEqual([1991, 991, 0]);
    expect((await copied(-1, 1e13)).entities).toEqual([]);
    await expect(copied(32_000, 32_000)).rejects.toMatchObject({ code: 'look-limit' });
  });

  const layers = (...records: readonly (readonly [name: string, flags: number, colour: number])[]): DxfPair[] => [
    [2, 'LAYER'],
    [70, 1],
    ...records.flatMap(([name, flags, colour]): DxfPair[] => [
      [0, 'LAYER'],
      [2, name],
      [70, flags],
      [62, colour],
    ]),
  ];

  it('has on each layer what its members have there, so that a layer that is off can be shown, and nothing that it hides', async () => {
    const members = [line, dxfEntity('LINE', [60, 1], ...points(0, 0), [11, 500], [21, 500]), lineOn('OFF')];
    const entities = await entitiesOf([insert('mark', [5, '1A'])], { mark: members }, [layers(['Off', 0, -3])]);
    expect(entities).toMatchObject([
      { handle: '1A', layer: '0', lines: [[0, 0, 1, 1]].map((numbers) => Float64Array.from(numbers)) },
      { handle: '1A', layer: 'Off', lines: [[0, 0, 5, 5]].map((numbers) => Float64Array.from(numbers)) },
    ]);
  });

  it('and a layer are another one than those that differ only in their capitals, unless there is no other', async () => {
    const blocks = { a: [lineOn('Wall')], A: [lineOn('wall'), line] };
    const drawn = await drawing(
      dxfFile([insert('a'), insert('A'), insert('A')], blocks, [layers(['Wall', 0, 1], ['wall', 0, -3])]),
    );
    expect(drawn.layers.map(({ name, isVisible }) => [name, isVisible])).toEqual([
      ['Wall', true],
      ['wall', false],
    ]);
    expect(drawn.entities.map(({ layer }) => layer)).toEqual(['Wall', 'wall', '0', 'wall', '0']);
    const [otherwise] = await entitiesOf([insert('MARK', [8, 'PIPES'])], { mark: [line] }, [layers(['pipes', 0, 1])]);
    expect(otherwise?.layer).toBe('pipes');
  });

  it('on a layer that is off shows what it has on others, and on one that is frozen nothing', async () => {
    const inserts = [insert('outer', [8, 'x'])];
    const blocks = { outer: [insert('inner', [8, 'x'])], inner: [lineOn('y'), line] };
    const layersOfLines = async (...x: readonly [string, number, number]): Promise<string[]> =>
      (await entitiesOf(inserts, blocks, [layers(x, ['y', 0, 1])])).map(({ layer }) => layer);
    expect(await layersOfLines('x', 0, -1)).toEqual(['x', 'y']);
    expect(await layersOfLines('x', 1, 1)).toEqual(['x']);
  });

  it('that is in more blocks than are followed is named', async () => {
    const blocks = Array.from(
      { length: 20 },
      (_, at) => [`b${at}`, at === 19 ? [line] : [insert(`b${at + 1}`)]] as const,
    );
    expect((await drawing(dxfFile([line, insert('b0')], Object.fromEntries(blocks)))).notShown).toEqual(['INSERT']);
  });
});

describe('names in a drawing', () => {
  const layer = (name: string, ...more: readonly DxfPair[]): DxfPair[] => [
    [2, 'LAYER'],
    [70, 1],
    [0, 'LAYER'],
    [2, name],
    [70, 0],
    [62, 1],
    ...more,
  ];
  const line = (name: string): DxfPair[] => [[0, 'LINE'], [8, name], ...points(0, 0), [11, 9], [21, 9]];

  it('of blocks and layers are the same in capitals and small letters', async () => {
    const insert: DxfPair[] = [[0, 'INSERT'], [8, 'pipes'], [2, 'valve'], ...points(5, 5)];
    const { entities } = await drawing(dxfFile([insert], { VALVE: [line('0')] }, [layer('Pipes')]));
    expect(entities).toMatchObject([{ layer: 'Pipes', colour: [1, 0, 0, 1] }]);
    expect([...(entities[0]?.lines[0] ?? [])]).toEqual([5, 5, 14, 14]);
  });

  it('of blocks that are not there leave nothing to draw, and that is said', async () => {
    const insert = dxfEntity('INSERT', [2, 'gone'], ...points(5, 5));
    expect((await drawing(dxfFile([insert, line('0')]))).notShown).toEqual(['INSERT']);
  });

  it('of blocks that another file has are named', async () => {
    const elsewhere = dxfFile([dxfEntity('INSERT', [2, 'plan'], ...points(5, 5)), line('0')], { plan: [] });
    const { notShown } = await drawing(elsewhere.replace('2\nplan\n70\n0', '2\nplan\n70\n4\n1\nplan.dwg'));
    expect(notShown).toEqual(['XREF']);
  });

  it('of layers may have a colour that has no number', async () => {
    const { entities, layers } = await drawing(dxfFile([line('Pipes')], {}, [layer('Pipes', [420, 0x0000ff])]));
    expect(entities).toMatchObject([{ colour: [0, 0, 1, 1] }]);
    expect(layers).toMatchObject([{ name: 'Pipes', colour: [0, 0, 1, 1] }]);
  });
});

describe('an attribute', () => {
  const attdef = (flags: number): DxfPair[] =>
    dxfEntity('ATTDEF', [1, 'default'], [2, 'NUMBER'], [70, flags], ...points(1, 1), [40, 2]);
  const insert = [...dxfEntity('INSERT', [66, 1], [2, 'mark'], ...points(5, 5))];
  const attrib = (flags: number): DxfPair[] =>
    dxfEntity('ATTRIB', [1, 'A-%%c12'], [2, 'NUMBER'], [70, flags], ...points(6, 6), [40, 2]);

  it('is drawn where its insert has it, and what the block would say instead is not', async () => {
    const texts = await textsOf([insert, attrib(0), dxfEntity('SEQEND')], { mark: [attdef(0)] });
    expect(texts).toMatchObject([{ text: 'A-Ø12', x: 6, y: 6, height: 2, align: 'left' }]);
  });

  it('that is hidden is not drawn, and one that no insert changes is', async () => {
    expect(await textsOf([insert, attrib(1)], { mark: [attdef(1)] })).toEqual([]);
    expect(await textsOf([insert], { mark: [attdef(2)] })).toMatchObject([{ text: 'default', x: 6, y: 6 }]);
  });

  it('on layer 0 stands on the layer of its insert, like all of its block', async () => {
    const layered = insert.map(([code, value]): DxfPair => (code === 8 ? [8, 'marks'] : [code, value]));
    const entities = await entitiesOf([layered, attrib(0)], { mark: [attdef(2)] });
    expect(entities.map(({ type, layer }) => [type, layer])).toEqual([
      ['INSERT', 'marks'],
      ['ATTRIB', 'marks'],
    ]);
  });

  it('outside of a block shows its name', async () => {
    expect(await textsOf([attdef(0)])).toMatchObject([{ text: 'NUMBER' }]);
  });
});

describe('a polyline that is a surface', () => {
  const vertex = (flags: number, ...pairs: readonly DxfPair[]): DxfPair[] => dxfEntity('VERTEX', ...pairs, [70, flags]);
  const corners = [0, 0, 4, 0, 4, 4, 0, 4];
  const vertices = (flags: number): DxfPair[][] =>
    [0, 2, 4, 6].map((at) => vertex(flags, ...points(corners[at] ?? 0, corners[at + 1] ?? 0)));

  it('has the outlines of its faces, and none to the zero that stands in them', async () => {
    const faces = [
      vertex(128, ...points(0, 0), [71, 1], [72, 2], [73, -3]),
      vertex(128, ...points(0, 0), [71, 1], [72, 3], [73, 4]),
    ];
    const polyline = [dxfEntity('POLYLINE', [70, 64]), ...vertices(192), ...faces, dxfEntity('SEQEND')].flat();
    const [entity] = await entitiesOf([polyline]);
    expect(entity?.lines.map((line) => [...line])).toEqual([
      [0, 0, 4, 0, 4, 4, 0, 0],
      [0, 0, 4, 4, 0, 4, 0, 0],
    ]);
  });

  it('has its rows and columns where it is a net', async () => {
    const net = dxfEntity('POLYLINE', [70, 16], [71, 2], [72, 2]);
    const [entity] = await entitiesOf([[net, ...vertices(64), dxfEntity('SEQEND')].flat()]);
    expect(entity?.lines.map((line) => [...line])).toEqual([
      [0, 0, 4, 0],
      [4, 4, 0, 4],
      [0, 0, 4, 4],
      [4, 0, 0, 4],
    ]);
  });
});

describe.skipIf(!hasSamples)('a real drawing', () => {
  it('shows its hatches, leaders and attributes, and names what is left', async () => {
    const { entities, notShown } = await drawing(readSample('dxf/api-cw750-details.dxf'));
    const whole = entities.filter(({ belongsToPrevious }) => !belongsToPrevious);
    const shown = (type: string): number => whole.filter((entity) => entity.type === type).length;
    expect(['HATCH', 'LEADER', 'MULTILEADER', 'DIMENSION', 'ATTRIB'].map(shown)).toEqual([65, 11, 58, 293, 43]);
    expect(notShown).toEqual(['3DSOLID', 'EXTRUSION', 'LAYOUT']);
  });
});
