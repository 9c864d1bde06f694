import { describe, expect, it } from 'vitest';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import { createNearestPlaces } from '../../../electron/look/compare/nearest-places.ts';
import type { Point3 } from '../../../shared/rpc/scene.ts';
import { boxPart, drawingOf, lineEntity, modelOf } from './made-scenes.ts';

const many = 10_000;

describe('an assembly of thousands of equal parts', { timeout: 120_000 }, () => {
  const [bolt] = boxPart('bolt', [8, 8, 30]).meshes;
  const boltsAt = (shift: number, name: string) => {
    const at = (index: number): Point3 => [(index % 100) * 50 + shift, Math.floor(index / 100) * 50, 0];
    const part = (index: number) => ({ ...boxPart(name, [8, 8, 30]), place: at(index), meshes: bolt ? [bolt] : [] });
    const children = Array.from({ length: many }, (_, index) => part(index));
    return { ...modelOf(), root: { ...modelOf().root, children } };
  };

  it.each([
    ['of one name', 12, 'bolt'],
    ['without names', 12, ''],
    ['that are all far away', 90_000, 'bolt'],
  ])('%s is compared to the end', (_, shift, name) => {
    const { changes, unchanged } = compareScenes(boltsAt(0, name), boltsAt(shift, name))?.comparison ?? {};
    expect(unchanged).toBe(0);
    expect(changes).toHaveLength(many);
    expect(new Set(changes?.map(({ kind }) => kind))).toEqual(new Set(['moved']));
    if (shift === 12) expect(changes?.every(({ motion }) => motion?.by[0] === 12 && motion.by[1] === 0)).toBe(true);
  });
});

describe('a drawing of thousands of equal lines without handles', { timeout: 60_000 }, () => {
  it('that all moved is compared to the end, each with the one at its place in the order', () => {
    const linesAt = (shift: number) =>
      drawingOf(
        ...Array.from({ length: 5 * many }, (_, at) => {
          const [x, y] = [(at % 300) + shift, Math.floor(at / 300)];
          return lineEntity('', [x, y, x + 0.5, y + 0.5]);
        }),
      );
    const { changes = [] } = compareScenes(linesAt(0), linesAt(0.217))?.comparison ?? {};
    expect(changes).toHaveLength(5 * many);
    const ways = changes.map(
      ({ kind, motion: { by } = { by: [NaN, NaN, 0] } }) => `${kind} ${by[0].toFixed(3)} ${by[1]}`,
    );
    expect(new Set(ways)).toEqual(new Set(['moved 0.217 0']));
  });
});

describe('the nearest of many places', () => {
  it('are found as if all were looked through, also when most of them are taken', () => {
    // A row of numbers that jumps about, the same each time.
    let last = 1;
    const next = (): number => (last = (last * 48_271) % 2_147_483_647) % 100;
    const points = Array.from({ length: 500 }, (): Point3 => [next(), next(), next() % 7]);
    const nearest = createNearestPlaces([...points.keys()], (place) => points[place] as Point3);
    const left = new Set(points.keys());
    while (left.size > 0) {
      const from: Point3 = [next(), next(), 3];
      const away = (place: number): number =>
        from.reduce((sum, value, axis) => sum + (value - (points[place]?.[axis as 0] ?? 0)) ** 2, 0);
      const byHand = [...left].map(away).toSorted((a, b) => a - b);
      const found = nearest.nearest(from, 5);
      expect(found.map(away)).toEqual(byHand.slice(0, 5));
      for (const place of found.slice(0, 2)) {
        left.delete(place);
        nearest.take(place);
      }
    }
    expect(nearest.nearest([0, 0, 0], 5)).toEqual([]);
  });
});
