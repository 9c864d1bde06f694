import { describe, expect, it } from 'vitest';
import { readDxfShape } from '../../../electron/look/formats/dxf.ts';
import { createShapeBudget } from '../../../electron/look/formats/shape-source.ts';
import { lookLimits } from '../../../electron/look/limits.ts';
import { numbersOf, useDrawings } from './dxf-drawing.ts';
import { dxfBlockRecord, dxfEntity, dxfFile, dxfLine, dxfPoint, dxfPoints, dxfTick, type DxfPair } from './dxf-file.ts';

const { drawing, entitiesOf } = useDrawings();
const near = (value: number): unknown => expect.closeTo(value, 9) as unknown;

describe('a multileader', () => {
  const text: DxfPair[] = [
    [290, 1],
    [304, 'VALVE\\P%%c12'],
    ...dxfPoint(12, 21, 7),
    ...dxfPoint(13, 1, 0),
    [171, 1],
    [43, 0],
  ];
  const none: DxfPair[] = [[290, 0]];
  const line = (...flat: readonly number[]): DxfPair[] => [[304, 'LEADER_LINE{'], ...dxfPoints(...flat), [305, '}']];
  const side = (...lines: readonly (readonly DxfPair[])[]): DxfPair[] => [
    [302, 'LEADER{'],
    [290, 1],
    [291, 1],
    ...dxfPoint(10, 16, 6),
    ...dxfPoint(11, 1, 0),
    [40, 4],
    ...lines.flat(),
    [271, 0],
    [303, '}'],
  ];
  const multileader = (
    content: readonly DxfPair[],
    sides: readonly (readonly DxfPair[])[],
    own: readonly DxfPair[] = [],
  ) =>
    dxfEntity(
      'MULTILEADER',
      [300, 'CONTEXT_DATA{'],
      [40, 1],
      ...dxfPoint(10, 20, 5),
      [41, 2.5],
      [140, 3],
      ...content,
      ...sides.flat(),
      [301, '}'],
      [170, 1],
      [291, 1],
      [42, 1.5],
      ...own,
    );

  it('has its lines with their arrows, and its text where they end', async () => {
    const [entity] = await entitiesOf([multileader(text, [side(line(0, 6, 8, 6), line(16, 30))])]);
    const arrows = [[0, 6, 3, 6.5, 3, 5.5, 0, 6].map(near), [16, 30, 16.5, 27, 15.5, 27, 16, 30].map(near)];
    expect(numbersOf(entity?.lines)).toEqual([
      [0, 6, 8, 6, 16, 6, 20, 6],
      arrows[0],
      [16, 30, 16, 6, 20, 6],
      arrows[1],
    ]);
    expect(entity?.fills.map(numbersOf)).toEqual([[arrows[0]], [arrows[1]]]);
    expect(entity?.texts).toMatchObject([{ text: 'VALVE\nØ12', align: 'left', x: 21, y: near(4.5), height: 2.5 }]);
  });

  it('whose lines are hidden is its text, and one without a text is its lines', async () => {
    const [hidden] = await entitiesOf([multileader(text, [side(line(0, 6))], [[170, 0]])]);
    expect([hidden?.lines, hidden?.fills, hidden?.texts.length]).toEqual([[], [], 1]);
    const [bare] = await entitiesOf([multileader(none, [side(line(0, 6))])]);
    expect([bare?.lines.length, bare?.texts]).toEqual([2, []]);
  });

  it('that is curved goes smoothly through its points, and without a landing straight to its text', async () => {
    const [curve] = await entitiesOf([multileader(text, [side(line(0, 0, 8, 8))], [[170, 2]])]);
    expect(curve?.lines[0]?.length).toBeGreaterThan(20);
    const [direct] = await entitiesOf([multileader(text, [side(line(0, 6))], [[291, 0]])]);
    expect(numbersOf(direct?.lines)[0]).toEqual([0, 6, 20, 6]);
  });

  it('has the arrows that it names, each line its own', async () => {
    const records = [dxfBlockRecord('A1', '_Tick')];
    const lines = [
      side([...line(0, 6).slice(0, -1), [91, 0], [305, '}']], [...line(0, 8).slice(0, -1), [91, 1], [305, '}']]),
    ];
    const all = await entitiesOf([multileader(none, lines, [[342, 'a1']])], dxfTick, records);
    expect([all[0]?.lines.length, all[0]?.fills.length]).toEqual([4, 0]);
    const second = await entitiesOf(
      [
        multileader(none, lines, [
          [94, 1],
          [345, 'a1'],
        ]),
      ],
      dxfTick,
      records,
    );
    expect([second[0]?.lines.length, second[0]?.fills.length]).toEqual([4, 1]);
  });

  it('with a block has it in its place, and says there what it says in its attributes', async () => {
    const attdef: DxfPair[] = [
      [0, 'ATTDEF'],
      [5, 'D7'],
      [8, '0'],
      [1, '?'],
      [2, 'NUMBER'],
      [70, 0],
      ...dxfPoints(1, 1),
      [40, 2],
    ];
    const block = { mark: [dxfLine(0, 0, 1, 0), attdef] };
    const content: DxfPair[] = [
      ...none,
      [296, 1],
      [341, 'b2'],
      ...dxfPoint(15, 20, 6),
      ...dxfPoint(16, 2, 2),
      [46, Math.PI / 2],
    ];
    const own: DxfPair[] = [
      [330, 'd7'],
      [177, 1],
      [44, 0],
      [302, 'A-1'],
    ];
    const [entity] = await entitiesOf([multileader(content, [], own)], block, [dxfBlockRecord('B2', 'mark')]);
    expect(numbersOf(entity?.lines)).toEqual([[20, 6, 20, 8].map(near)]);
    expect(entity?.texts).toMatchObject([{ text: 'A-1', x: near(18), y: near(8), height: 4 }]);
  });

  it('has the same under its other name, and is not named as what cannot be drawn', async () => {
    const other = multileader(text, [side(line(0, 6))]).map(([code, value]): DxfPair => [
      code,
      code === 0 ? 'MLEADER' : value,
    ]);
    const { entities, notShown } = await drawing(dxfFile([other]));
    expect([entities[0]?.lines.length, entities[0]?.texts.length, notShown]).toEqual([2, 1, undefined]);
  });

  it('that is broken off has what is there', async () => {
    const cut = multileader(text, [side(line(0, 6))]).slice(0, -12);
    const [entity] = await entitiesOf([cut, dxfLine(0, 0, 1, 1)]);
    expect(entity?.texts).toHaveLength(1);
  });

  it('of which a point is nowhere has the drawing refused, as one whose block shows itself without end', async () => {
    const far = multileader(text, [side(line(1e300, 6))]);
    await expect(entitiesOf([far])).rejects.toMatchObject({ code: 'look-unreadable' });
    const nowhere = multileader(text, [
      side([
        [304, 'LEADER_LINE{'],
        [10, 5],
        [305, '}'],
      ]),
    ]);
    await expect(entitiesOf([nowhere])).rejects.toMatchObject({ code: 'look-unreadable' });
    const itself = multileader([...none, [296, 1], [341, 'B2'], ...dxfPoint(15, 0, 0)], []);
    const twice = { mark: [itself, itself] };
    await expect(entitiesOf([itself], twice, [dxfBlockRecord('B2', 'mark')])).resolves.toEqual([]);
  });

  it('is read or refused, whatever one number of it says', async () => {
    const content: DxfPair[] = [...text, [296, 1], [341, 'B2'], ...dxfPoint(15, 0, 0), ...dxfPoint(16, 1, 1), [46, 0]];
    const whole = multileader(
      content,
      [side(line(0, 6, 8, 6), line(16, 30))],
      [
        [94, 0],
        [345, 'A1'],
      ],
    );
    const records = [dxfBlockRecord('A1', '_Tick'), dxfBlockRecord('B2', 'mark')];
    const blocks = { ...dxfTick, mark: [dxfLine(0, 0, 1, 0)] };
    const outcomes = new Set<string>();
    for (const at of whole.keys()) {
      for (const value of ['1e308', '-1e308', 'NaN', '99999999999', '-1', '']) {
        if (typeof whole[at]?.[1] !== 'number') continue;
        const broken = whole.with(at, [whole[at]?.[0] ?? 0, value]);
        outcomes.add(await outcomeOf(dxfFile([broken], blocks, records)));
      }
    }
    expect([...outcomes].toSorted()).toEqual(['read', 'refused']);
  });
});

/** Reads a drawing in this thread. @throws Error where something of what was read is no number, or farther than any drawing is */
async function outcomeOf(text: string): Promise<'read' | 'refused'> {
  const source = { bytes: Buffer.from(text), budget: createShapeBudget(lookLimits) };
  const scene = await readDxfShape(source).catch(() => undefined);
  if (scene?.kind !== 'drawing') return 'refused';
  const found = scene.entities.flatMap(({ lines, texts }) => [
    ...lines.flatMap((one) => [...one]),
    ...texts.flatMap(({ x, y, height, angle }) => [x, y, height, angle]),
  ]);
  if (found.some((value) => !(Math.abs(value) <= 1e12))) throw new Error('It has numbers that are none.');
  return 'read';
}
