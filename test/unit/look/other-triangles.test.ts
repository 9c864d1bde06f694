import { describe, expect, it } from 'vitest';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import type { Colour, Part } from '../../../shared/rpc/scene.ts';
import { boxPart, modelOf } from './made-scenes.ts';
import { plateMesh, platePart, type Hole } from './made-plates.ts';

const base = [1000, 500, 10] as const;
const sheet = [300, 200, 2] as const;
/** Four holes around a middle. @param apart how far, from left to right */
const four = (apart: number, radius: number, [width, depth]: readonly [number, number, number] = base): Hole[] =>
  [-1, 1].flatMap((x) => [-1, 1].map((y): Hole => [width / 2 + (x * apart) / 2, depth / 2 + y * 0.2 * depth, radius]));

function told(before: Part, after: Part): string[] {
  const { changes } = compareScenes(modelOf(before), modelOf(after))?.comparison ?? { changes: [] };
  return changes.map(({ kind, name }) => `${kind} ${name}`);
}

const volumeOf = (part: Part) => compareScenes(modelOf(part), modelOf(part))?.comparison.before.volume;

describe('a part that is divided into other triangles', () => {
  it('is a closed plate here', () => {
    expect(volumeOf(platePart(sheet, []))).toBeCloseTo(120_000, 3);
    expect(volumeOf(platePart(sheet, [[100, 100, 5]]))).toBeLessThan(120_000 - 100);
  });

  it.each<readonly [string, Part, Part]>([
    ['four holes of 20 mm are further apart', platePart(base, four(200, 10)), platePart(base, four(280, 10))],
    ['four holes of 10 mm are further apart', platePart(base, four(200, 5)), platePart(base, four(220, 5))],
    ['one hole is elsewhere', platePart(base, [[400, 250, 5]]), platePart(base, [[300, 250, 5]])],
    ['one hole of 2 mm is elsewhere', platePart(base, [[400, 250, 1]]), platePart(base, [[450, 250, 1]])],
    ['there is a hole of 1 mm more', platePart(base, []), platePart(base, [[450, 250, 0.5]])],
    ['holes in a sheet are elsewhere', platePart(sheet, four(200, 2, sheet)), platePart(sheet, four(210, 2, sheet))],
    ['holes moved by a tenth of a millimetre', platePart(base, four(200, 5)), platePart(base, four(200.2, 5))],
    [
      'a hole in a surface without a thickness is elsewhere',
      platePart([300, 200, 0], [[100, 100, 2]]),
      platePart([300, 200, 0], [[120, 100, 2]]),
    ],
  ])('is told where %s', (_, before, after) => {
    expect(told(before, after)).toEqual(['changed plate']);
    expect(told(after, before)).toEqual(['changed plate']);
  });

  it('is the same where it has the same holes, in whatever order', () => {
    const holes: Hole[] = [...four(200, 5), [100, 100, 40]];
    expect(told(platePart(base, holes), platePart(base, holes.toReversed()))).toEqual([]);
    expect(
      told(platePart([300, 200, 0], four(90, 2, sheet)), platePart([300, 200, 0], four(90, 2, sheet).reverse())),
    ).toEqual([]);
  });

  it('is the same where the triangles of a surface look the other way', () => {
    const plate = platePart(base, four(200, 5));
    const meshes = plate.meshes.map((mesh) => ({
      ...mesh,
      indices: mesh.indices.map((_, at) => mesh.indices[at % 6 < 3 ? at - (at % 3) + 2 - (at % 3) : at] ?? 0),
    }));
    expect(told(plate, { ...platePart(base, four(200, 5).reverse()), meshes })).toEqual([]);
  });

  it('is told as moved where all of it moved', () => {
    const holes = four(200, 5);
    const before = modelOf(platePart(base, holes));
    const after = modelOf({ ...platePart(base, holes.toReversed()), place: [0, 30, 40] });
    const { changes } = compareScenes(before, after)?.comparison ?? {};
    expect(changes).toMatchObject([{ kind: 'moved', motion: { turnedDegrees: 0 } }]);
    expect(changes?.[0]?.motion?.by.map(Math.round)).toEqual([0, 30, 40]);
  });

  it('is told where its lines or points are others', () => {
    const [first, second] = [Float32Array.of(0, 0, 20, 90, 0, 20), Float32Array.of(0, 10, 20, 60, 10, 20)];
    const split = Float32Array.of(0, 0, 20, 30, 0, 20, 90, 0, 20);
    const dots = Float32Array.of(5, 5, 20, 7, 5, 20);
    const plate = boxPart('plate', [100, 100, 20]);
    expect(told({ ...plate, wires: [first] }, { ...plate, wires: [split] })).toEqual([]);
    expect(told({ ...plate, wires: [first, second] }, { ...plate, wires: [first] })).toEqual(['changed plate']);
    expect(told({ ...plate, wires: [first, split] }, { ...plate, wires: [second, first] })).toEqual(['changed plate']);
    expect(told({ ...plate, dots }, { ...plate, dots: dots.slice(3) })).toEqual(['changed plate']);
  });

  it('is told as recoloured where its colours are elsewhere', () => {
    const [red, blue]: [Colour, Colour] = [
      [1, 0, 0, 1],
      [0, 0, 1, 1],
    ];
    const half = (hole: Hole, colour: Colour) => plateMesh([300, 200, 0], [hole], colour);
    const below = (hole: Hole, colour: Colour) => {
      const mesh = half(hole, colour);
      return { ...mesh, positions: mesh.positions.map((value, at) => (at % 3 === 1 ? value - 200 : value)) };
    };
    const [hole, other]: [Hole, Hole] = [
      [100, 100, 20],
      [200, 100, 30],
    ];
    const plate = (...meshes: Part['meshes']): Part => ({ ...platePart(sheet, []), meshes });
    const before = plate(half(hole, red), below(other, blue));
    expect(told(before, plate(below(other, blue), half(hole, red)))).toEqual([]);
    expect(told(before, plate(below(other, red), half(hole, blue)))).toEqual(['recoloured plate']);
  });
});

describe('a part that is larger', () => {
  it('is told as changed, and not as scaled, where its holes kept their size', () => {
    const larger = (radius: number) => platePart([2000, 1000, 20], [[800, 500, radius]]);
    expect(told(platePart(base, [[400, 250, 1]]), larger(2))).toEqual(['scaled plate']);
    expect(told(platePart(base, [[400, 250, 1]]), larger(1))).toEqual(['changed plate']);
  });
});
