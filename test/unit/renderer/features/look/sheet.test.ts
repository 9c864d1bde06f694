import type { BufferGeometry, Line, LineBasicMaterial, Material } from 'three';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { buildModel } from '../../../../../renderer/features/look/build-model.ts';
import { standardViews } from '../../../../../renderer/features/look/gaze.ts';
import { show, showDifference, type Painter } from '../../../../../renderer/features/look/shown.ts';
import { boxPart, drawingOf, lineEntity, modelOf } from '../../../look/made-scenes.ts';

/** What it is typed with is only in browsers. */
const sheetModule = new URL('../../../../../renderer/features/look/sheet.ts', import.meta.url).href;
const { createSheet } = (await import(sheetModule)) as { readonly createSheet: (canvas: unknown) => Painter };

/** A path as a browser keeps it: in single precision. */
class SinglePath {
  readonly points: (readonly [x: number, y: number])[] = [];
  moveTo(x: number, y: number): void {
    this.points.push([Math.fround(x), Math.fround(y)]);
  }
  lineTo(x: number, y: number): void {
    this.moveTo(x, y);
  }
}

/** A canvas that remembers where on it, in pixels, the points of its paths came. */
function fakeCanvas() {
  const stroked: (readonly [x: number, y: number])[] = [];
  let transform = [1, 0, 0, 1, 0, 0];
  const context = {
    setTransform: (...numbers: readonly number[]) => (transform = numbers.map(Math.fround)),
    stroke: ({ points }: SinglePath) => {
      const [a = 0, , , d = 0, e = 0, f = 0] = transform;
      stroked.push(...points.map(([x, y]) => [Math.fround(a * x + e), Math.fround(d * y + f)] as const));
    },
  };
  const canvas = { width: 0, height: 0, getContext: () => context };
  return { canvas, stroked };
}

afterEach(() => vi.unstubAllGlobals());

describe('a drawing on the screen', () => {
  it('has its lines where they are, hundreds of kilometres from its corner and seen from near by', () => {
    vi.stubGlobal('Path2D', SinglePath);
    const { canvas, stroked } = fakeCanvas();
    const sheet = createSheet(canvas);
    const [x, y] = [155_000_000.4, 463_000_000.7];
    const scene = drawingOf(lineEntity('1', [0, 0, 1, 1]), lineEntity('2', [x, y, x + 1, y + 2]));
    sheet.show([show({ ...scene, bounds: { min: [0, 0, 0], max: [x + 1, y + 2, 0] } })]);
    const gaze = { ...standardViews.top, target: [x, y, 0] as const, span: 10 };
    sheet.draw({ gaze, width: 1000, height: 1000, density: 1, cut: undefined });
    const [from, to] = stroked.slice(-2);
    expect(from?.[0]).toBeCloseTo(500, 1);
    expect(from?.[1]).toBeCloseTo(500, 1);
    expect(to?.[0]).toBeCloseTo(600, 1);
    expect(to?.[1]).toBeCloseTo(300, 1);
  });
});

describe('a model on the screen', () => {
  it('has each part at its place in double precision, and the points of the part around that', () => {
    const part = { ...boxPart('far', [1, 2, 3]), place: [5_000_000.001, 0, 0] as const };
    const { parts } = buildModel(show(modelOf(part)));
    expect(parts.map(({ position }) => position.toArray())).toEqual([[5_000_000.001, 0, 0]]);
  });

  it('has lines and points in the colour of what became of them, like surfaces', () => {
    const thin = { name: 'thin', place: [0, 0, 0] as const, meshes: [], wires: [new Float32Array(6)], children: [] };
    const shown = show(modelOf({ ...thin, dots: new Float32Array(9) }));
    const { parts, paint } = buildModel(shown);
    const colours = (): unknown[] =>
      (parts[0]?.children ?? []).map((child) =>
        (child as Line<BufferGeometry, LineBasicMaterial>).material.color.getHex(),
      );
    paint({ ...shown, colourOf: () => [1, 0, 0, 1] });
    expect(colours()).toEqual([0xff0000, 0xff0000]);
    paint(shown);
    expect(colours()).toEqual([0x738091, 0x738091]);
  });

  it('has what changed in front of what is gone, and both in front of what stayed, in one plane', () => {
    const [plate, pad] = [boxPart('plate', [9, 9, 1]), boxPart('pad', [2, 2, 1])];
    const marks = { before: ['unchanged', 'removed'], after: ['unchanged', 'changed', 'added'] } as const;
    const shown = showDifference(modelOf(plate, pad), modelOf(plate, pad, pad), marks);
    const [after = [], before = []] = shown.map((one) => {
      const { parts, surfacesOf, paint } = buildModel(one);
      paint(one);
      return parts.flatMap((part) => surfacesOf(part).map(({ material }) => (material as Material).polygonOffsetUnits));
    });
    const [stayed, changed, added] = after;
    const seenFirst = [added, changed, before[1], stayed];
    expect(seenFirst).toEqual(seenFirst.toSorted((a = 0, b = 0) => a - b));
    expect(new Set(seenFirst).size).toBe(4);
  });
});
