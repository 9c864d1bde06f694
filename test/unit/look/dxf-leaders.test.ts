import { describe, expect, it } from 'vitest';
import { numbersOf, useDrawings } from './dxf-drawing.ts';
import { dxfBlockRecord, dxfEntity, type dxfFile, dxfPoints, dxfTick, type DxfPair } from './dxf-file.ts';

const { entitiesOf } = useDrawings();
const near = (value: number): unknown => expect.closeTo(value, 9) as unknown;

describe('a leader', () => {
  const straight = (...pairs: readonly DxfPair[]): DxfPair[] =>
    dxfEntity('LEADER', [71, 1], [72, 0], ...dxfPoints(0, 0, 10, 0, 15, 5), ...pairs);
  const style = (...pairs: readonly DxfPair[]): DxfPair[] => [[0, 'DIMSTYLE'], [2, 'Small'], ...pairs];
  /** What the entity says otherwise than its style. */
  const otherwise = (...pairs: readonly DxfPair[]): DxfPair[] => [
    [1001, 'ACAD'],
    [1000, 'DSTYLE'],
    [1002, '{'],
    ...pairs,
    [1002, '}'],
  ];
  const arrowLength = async (...args: Parameters<typeof dxfFile>): Promise<number | undefined> =>
    (await entitiesOf(...args))[0]?.fills[0]?.[0]?.[2];

  it('is a line with an arrow at its first point', async () => {
    const [entity] = await entitiesOf([straight()]);
    const arrow = [0, 0, 0.18, 0.03, 0.18, -0.03, 0, 0].map(near);
    expect(numbersOf(entity?.lines)).toEqual([[0, 0, 10, 0, 15, 5], arrow]);
    expect(entity?.fills.map(numbersOf)).toEqual([[arrow]]);
  });

  it('without an arrow is its line alone, and a curved one goes through its points', async () => {
    const [entity] = await entitiesOf([dxfEntity('LEADER', [71, 0], [72, 1], ...dxfPoints(0, 0, 10, 4, 20, 0))]);
    expect(entity?.fills).toEqual([]);
    const line = [...(entity?.lines[0] ?? [])];
    expect(line.length).toBeGreaterThan(20);
    expect(line.slice(16, 18)).toEqual([near(10), near(4)]);
  });

  it('has the arrow of its dimension style, however its name is spelt, and its own size before that', async () => {
    const records = [style([40, 4], [41, 0.5])];
    expect(await arrowLength([straight([3, 'SMALL'])], {}, records)).toBeCloseTo(2, 9);
    expect(await arrowLength([straight([3, 'Other'])], {}, records)).toBeCloseTo(0.18, 9);
    const own = otherwise([1070, 41], [1040, 0.25], [1070, 40], [1040, 8]);
    expect(await arrowLength([straight([3, 'Small'], ...own)], {}, records)).toBeCloseTo(2, 9);
    expect(await arrowLength([straight([3, 'Small'], ...otherwise([1070, 41], [1040, 1]))], {}, records)).toBe(4);
  });

  it('whose style leaves the scale to layouts has the arrow as long as it says', async () => {
    expect(await arrowLength([straight([3, 'Small'])], {}, [style([40, 0], [41, 0.5])])).toBeCloseTo(0.5, 9);
  });

  it.each(['1e308', '-5', 'NaN', 'x'])(
    'has an arrow that its line has room for, whatever its style says: %s',
    async (size) => {
      const length = await arrowLength([straight([3, 'Small'])], {}, [style([40, 1e300], [41, size])]);
      expect(length).toBe(5);
    },
  );

  it('ends with the block that its style has for arrows', async () => {
    const records = [dxfBlockRecord('a1', '_Tick'), style([40, 1], [41, 2], [341, 'A1'])];
    const [entity] = await entitiesOf([straight([3, 'Small'])], dxfTick, records);
    expect(entity?.fills).toEqual([]);
    // The line begins behind the block, which lies turned around, for it stands for an arrow to the right.
    expect(numbersOf(entity?.lines)).toEqual([[2, 0, 10, 0, 15, 5].map(near), [2, 2, 0, 0].map(near)]);
  });
});
