import { describe, expect, it } from 'vitest';
import { measureDistances } from '../../../electron/look/compare/surface-distance.ts';
import type { ModelScene } from '../../../shared/rpc/scene.ts';
import { boxPart, drawingOf, lineEntity, modelOf } from './made-scenes.ts';

const box = (at: readonly [number, number, number] = [0, 0, 0], width = 100): ModelScene =>
  modelOf(boxPart('box', [width, 100, 100], at));
const flat = (parts: readonly (readonly Float32Array[])[]): number[] => parts.flat().flatMap((mesh) => [...mesh]);

/** A square of 100 in the plane, with a square hole in its middle. */
function plate(hole = 0): ModelScene {
  const [low, high] = [50 - hole / 2, 50 + hole / 2];
  const corners = [0, 0, 100, 0, 100, 100, 0, 100, low, low, high, low, high, high, low, high];
  const positions = Float32Array.from(
    corners.flatMap((value, at) => (at % 2 === 0 ? [value, corners[at + 1] ?? 0, 0] : [])),
  );
  const ring = [0, 1, 2, 3].flatMap((at) => [at, (at + 1) % 4, 4 + at, (at + 1) % 4, 4 + ((at + 1) % 4), 4 + at]);
  const mesh = { positions, indices: Uint32Array.from(hole > 0 ? ring : [0, 1, 2, 0, 2, 3]), faceCount: 1 };
  return modelOf({ name: 'plate', place: [0, 0, 0], meshes: [mesh], wires: [], children: [] });
}

describe('how far two surfaces are apart', () => {
  it('is nothing for the same surface, also when its triangles lie elsewhere in the tree', () => {
    const { summary, field } = measureDistances(
      modelOf(boxPart('a', [10, 10, 10]), boxPart('b', [5, 5, 5], [50, 0, 0])),
      {
        ...modelOf(boxPart('b', [5, 5, 5], [50, 0, 0]), boxPart('a', [10, 10, 10])),
      },
    );
    expect(summary).toEqual({ greatest: 0, mean: 0 });
    expect(field.parts.map((meshes) => meshes.map(({ length }) => length))).toEqual([[8], [8]]);
  });

  it('is the way to the nearest point, not to the nearest corner', () => {
    const { summary, field } = measureDistances(box(), box([0, 0, 0], 130));
    expect(flat(field.parts).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 30, 30, 30, 30]);
    expect(summary.greatest).toBe(30);
    expect(summary.mean).toBeGreaterThan(0);
    expect(summary.mean).toBeLessThan(30);
    // A box inside another one touches none of its corners.
    const inside = measureDistances(box(), modelOf(boxPart('inside', [10, 10, 10], [45, 45, 45])));
    expect(flat(inside.field.parts)).toEqual(Array.from({ length: 8 }, () => 45));
  });

  it('sees a hole between the corners', () => {
    const [whole, holed] = [plate(), plate(40)];
    expect(measureDistances(whole, holed).summary.greatest).toBeGreaterThan(18);
    expect(measureDistances(whole, holed).summary.greatest).toBeLessThanOrEqual(20);
  });

  it('counts where each scene has its origin', () => {
    const moved: ModelScene = { ...box(), origin: [0, 0, 40] };
    expect(measureDistances(box(), moved).summary.greatest).toBe(40);
    expect(measureDistances(box(), { ...box([0, 0, -40]), origin: [0, 0, 40] }).summary.greatest).toBe(0);
  });

  it('tells of what is gone as well, which no corner of the newer one is far from', () => {
    const more = modelOf(boxPart('box', [100, 100, 100]), boxPart('far', [10, 10, 10], [500, 0, 0]));
    const { summary, field } = measureDistances(more, box());
    expect(Math.max(...flat(field.parts))).toBe(0);
    expect(summary.greatest).toBe(410);
    // A small part of what there is, and some 400 away; from the other side nothing is.
    expect(summary.mean).toBeGreaterThan(1);
    expect(measureDistances(box(), more).summary).toEqual(summary);
  });

  it('is refused between what has no surface', () => {
    const drawing = drawingOf(lineEntity('1', [0, 0, 1, 1]));
    const wire = modelOf({ name: 'wire', place: [0, 0, 0], meshes: [], wires: [new Float32Array(6)], children: [] });
    for (const other of [drawing, wire, modelOf()]) {
      expect(() => measureDistances(box(), other)).toThrow(expect.objectContaining({ code: 'look-no-surface' }));
      expect(() => measureDistances(other, box())).toThrow(expect.objectContaining({ code: 'look-no-surface' }));
    }
  });
});
