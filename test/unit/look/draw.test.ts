import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { compareScenes } from '../../../electron/look/compare/compare-scenes.ts';
import { toPng, type Picture } from '../../../electron/look/draw/canvas.ts';
import { drawComparison } from '../../../electron/look/draw/draw-comparison.ts';
import { drawScene } from '../../../electron/look/draw/draw-scene.ts';
import type { Scene } from '../../../shared/rpc/scene.ts';
import { boxPart, drawingOf, lineEntity, modelOf } from './made-scenes.ts';

type Point = readonly [red: number, green: number, blue: number, opacity: number];

function pointsOf({ rgba }: Picture): Point[] {
  return Array.from({ length: rgba.length / 4 }, (_, at) => [...rgba.subarray(at * 4, at * 4 + 4)] as unknown as Point);
}

const share = (picture: Picture, isWanted: (point: Point) => boolean): number =>
  pointsOf(picture).filter(isWanted).length / (picture.width * picture.height);

const isSeen = ([, , , opacity]: Point): boolean => opacity > 200;
const isRed = ([red, green, blue, opacity]: Point): boolean =>
  opacity > 100 && red > green + 40 && red > blue + 40 && green < 0.6 * red;
const isGreen = ([red, green, blue, opacity]: Point): boolean => opacity > 100 && green > red + 40 && green > blue + 25;

describe('the picture of a model', () => {
  it('fills its frame and leaves the corners free', () => {
    const picture = drawScene(modelOf(boxPart('cube', [10, 10, 10])), 64);
    expect(share(picture, isSeen)).toBeGreaterThan(0.4);
    expect(share(picture, isSeen)).toBeLessThan(0.8);
    expect(pointsOf(picture)[0]).toEqual([0, 0, 0, 0]);
  });

  it('shows the front, the right and the top, and the top the brightest', () => {
    const { width, rgba } = drawScene(modelOf(boxPart('cube', [10, 10, 10])), 96);
    const at = (x: number, y: number): number => rgba[(Math.round(y * width) * width + Math.round(x * width)) * 4] ?? 0;
    const [top, front, right] = [at(0.5, 0.25), at(0.3, 0.6), at(0.7, 0.6)];
    expect(top).toBeGreaterThan(front);
    expect(front).toBeGreaterThan(right);
  });

  it('shows what is nearest, in whatever order it is drawn', () => {
    const near = boxPart('near', [10, 10, 10], [10, -10, 10], [1, 0, 0, 1]);
    const far = boxPart('far', [10, 10, 10], [0, 0, 0], [0, 1, 0, 1]);
    for (const parts of [
      [near, far],
      [far, near],
    ]) {
      const picture = drawScene(modelOf(...parts), 64);
      expect(share(picture, isRed)).toBeGreaterThan(0.4);
      expect(share(picture, isGreen)).toBe(0);
    }
  });

  it('of nothing is empty', () => {
    expect(share(drawScene(modelOf(), 16), ([, , , opacity]) => opacity > 0)).toBe(0);
  });

  it('is a PNG', () => {
    const picture = drawScene(modelOf(boxPart('cube', [1, 1, 1])), 32);
    const { width, height, data } = PNG.sync.read(toPng(picture));
    expect([width, height]).toEqual([32, 32]);
    expect([...data]).toEqual([...picture.rgba]);
  });
});

describe('the picture of a comparison', () => {
  const draw = (before: Scene, after: Scene): Picture => {
    const compared = compareScenes(before, after);
    const picture = compared && drawComparison(before, after, compared, 64);
    if (!picture) throw new Error('Nothing was drawn.');
    return picture;
  };
  const stayed = boxPart('stayed', [10, 10, 10]);
  const other = boxPart('other', [10, 10, 10], [30, 0, 0]);

  it('shows in green what was added and in red what is gone', () => {
    const added = draw(modelOf(stayed), modelOf(stayed, other));
    expect([share(added, isGreen) > 0.05, share(added, isRed)]).toEqual([true, 0]);
    const gone = draw(modelOf(stayed, other), modelOf(stayed));
    expect([share(gone, isGreen), share(gone, isRed) > 0.05]).toEqual([0, true]);
  });

  it('shows what changed behind what stayed', () => {
    const wall = boxPart('wall', [60, 1, 60], [-20, -30, -20]);
    const picture = draw(modelOf(wall), modelOf(wall, boxPart('hidden', [10, 10, 10], [0, 0, 0])));
    expect(share(picture, ([red, green, , opacity]) => opacity > 100 && green > red + 15)).toBeGreaterThan(0.01);
  });

  it('shows all of what changed in the plane of what stayed', () => {
    const pad = boxPart('pad', [20, 30, 10], [0, -7, 0]);
    const greenOn = (height: number): number => {
      const plate = boxPart('plate', [61, 59, height], [-20, -20, 0]);
      return share(draw(modelOf(plate), modelOf(plate, pad)), ([red, green]) => green > 150 && red < 0.55 * green);
    };
    expect(greenOn(9.5)).toBeGreaterThan(0.03);
    expect(greenOn(10)).toBeCloseTo(greenOn(9.5), 2);
  });

  it('of drawings shows lines in the same colours', () => {
    const first = lineEntity('1', [0, 0, 100, 0]);
    const picture = draw(
      drawingOf(first, lineEntity('2', [0, 50, 100, 50])),
      drawingOf(first, lineEntity('3', [50, 0, 50, 100])),
    );
    expect(share(picture, isGreen)).toBeGreaterThan(0);
    expect(share(picture, isRed)).toBeGreaterThan(0);
  });
});
