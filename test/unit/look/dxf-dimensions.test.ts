import { describe, expect, it } from 'vitest';
import { numbersOf, useDrawings } from './dxf-drawing.ts';
import { dxfEntity, dxfFile, dxfLine, dxfPoint, dxfPoints, type DxfPair } from './dxf-file.ts';

const { drawing, entitiesOf } = useDrawings();

describe('a multiline', () => {
  const corner = (x: number, y: number, ...across: readonly [number, number]): DxfPair[] => [
    ...dxfPoint(11, x, y),
    ...dxfPoint(12, 1, 0),
    ...dxfPoint(13, ...across),
  ];
  const elements: DxfPair[] = [
    [74, 2],
    [41, 0],
    [41, 0],
    [75, 0],
    [74, 4],
    [41, -1],
    [41, 0],
    [41, 3],
    [41, 5],
    [75, 0],
  ];

  it('has its lines side by side, cut where it is cut', async () => {
    const [entity] = await entitiesOf([
      dxfEntity(
        'MLINE',
        [71, 1],
        ...dxfPoints(0, 0),
        ...corner(0, 0, 0, 1),
        ...elements,
        ...corner(10, 0, 0, 1),
        ...elements,
      ),
    ]);
    expect(numbersOf(entity?.lines)).toEqual([
      [0, 0, 10, 0],
      [0, -1, 3, -1],
      [5, -1, 10, -1],
    ]);
  });

  it('that is closed comes back to its first corner', async () => {
    const corners = [corner(0, 0, 0, 1), corner(4, 0, 0, 1), corner(4, 4, 0, 1)];
    const one: DxfPair[] = [
      [74, 1],
      [41, 0],
    ];
    const [entity] = await entitiesOf([dxfEntity('MLINE', [71, 3], ...corners.flatMap((each) => [...each, ...one]))]);
    expect(numbersOf(entity?.lines).at(-1)).toEqual([4, 4, 0, 0]);
  });
});

describe('a dimension', () => {
  const block = { '*D1': [dxfLine(0, 0, 5, 0), dxfEntity('TEXT', [1, '5'], ...dxfPoints(2, 1), [40, 1])] };

  it.each(['DIMENSION', 'ARC_DIMENSION', 'LARGE_RADIAL_DIMENSION'])(
    'is the block in which it was drawn: %s',
    async (type) => {
      const { entities, notShown } = await drawing(dxfFile([dxfEntity(type, [2, '*D1'], [70, 0])], block));
      expect([entities[0]?.type, entities[0]?.texts.length, notShown]).toEqual([type, 1, undefined]);
      expect(numbersOf(entities[0]?.lines)).toEqual([[0, 0, 5, 0]]);
    },
  );

  it('that is a copy has the block of the first one in its own place', async () => {
    const [entity] = await entitiesOf([dxfEntity('DIMENSION', [2, '*D1'], ...dxfPoint(12, 0, 7))], block);
    expect(numbersOf(entity?.lines)).toEqual([[0, 7, 5, 7]]);
  });

  it('that was never drawn is named', async () => {
    const { notShown } = await drawing(dxfFile([dxfEntity('DIMENSION', [2, '*D2']), dxfLine(0, 0, 1, 1)], block));
    expect(notShown).toEqual(['DIMENSION']);
  });
});

describe('what has no end, hides what is behind it, or needs signs that no font has', () => {
  it('is named', async () => {
    const kinds = ['RAY', 'TOLERANCE', 'WIPEOUT', 'XLINE'];
    const { notShown } = await drawing(dxfFile([...kinds.map((kind) => dxfEntity(kind)), dxfLine(0, 0, 1, 1)]));
    expect(notShown).toEqual(kinds);
  });
});
