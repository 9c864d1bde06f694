import type { Motion } from '../../../shared/rpc/comparison.ts';
import { minus } from '../vectors.ts';
import type { MeasuredPart } from './measure-part.ts';
import { isSameShape } from './same-shape.ts';
import { eigenOf } from './symmetric-matrix.ts';

/** Relative differences up to here come from single precision and from other triangles on the same surface. */
const sameShare = 2e-4;
/** A point, the middle that it is measured from and the turn are each rounded, before and after. */
export const roundings = 4;

/**
 * How a part came to be where the other one is: `undefined` where their shapes differ, and a motion of nothing where it
 * stayed. Shapes of other triangles that were also turned count as different ones: nobody knows which corners to compare.
 * @param tolerance how far a point may be off, in the unit of the scenes
 */
export function motionBetween(before: MeasuredPart, after: MeasuredPart, tolerance: number): Motion | undefined {
  if (!isSameMeasure(before, after)) return undefined;
  const by = [...minus(after.centroid, before.centroid)].map((way) =>
    Math.abs(way) <= tolerance ? 0 : way,
  ) as Motion['by'];
  if (!isSameNet(before, after)) {
    return isSameShape(before, after, roundings * tolerance) ? { by, turnedDegrees: 0 } : undefined;
  }
  const turn = turnBetween(before, after);
  // With the same triangles a mirrored part has the same moments too.
  return turn.farthest > roundings * tolerance ? undefined : { by, turnedDegrees: turn.degrees };
}

export function isAtRest({ by, turnedDegrees }: Motion): boolean {
  return turnedDegrees === 0 && by.every((way) => way === 0);
}

/** Whether the surfaces agree in what is the same in every position. */
function isSameMeasure(before: MeasuredPart, after: MeasuredPart): boolean {
  const largest = Math.max(before.moments[0] ?? 0, after.moments[0] ?? 0);
  return (
    Math.abs(before.extent - after.extent) <= sameShare * before.extent &&
    before.moments.every((moment, at) => Math.abs(moment - (after.moments[at] ?? 0)) <= sameShare * largest)
  );
}

/**
 * How many times as wide a part is, where it is that on all sides.
 * @param tolerance how far a point may be off, in the unit of the scenes
 */
export function scaleBetween(before: MeasuredPart, after: MeasuredPart, tolerance: number): number | undefined {
  const power = before.meshes.length > 0 ? 2 : 1;
  const factor = (after.extent / before.extent) ** (1 / power);
  const largest = after.moments[0] ?? 0;
  const isEven = before.moments.every(
    (moment, at) => Math.abs(moment * factor ** 2 - (after.moments[at] ?? 0)) <= 2 * sameShare * largest,
  );
  // What has no size, such as a point, has no scale.
  if (!isEven || largest === 0 || !Number.isFinite(factor) || Math.abs(factor - 1) <= sameShare) return undefined;
  // A hole that kept its size hardly changes that of a plate.
  const isScaled =
    !isSameNet(before, after) ||
    turnBetween(before, after, factor).farthest <= roundings * tolerance * Math.max(1, factor);
  return isScaled ? factor : undefined;
}

/** Whether they consist of the same triangles and lines, each of which may be somewhere else. */
export function isSameNet(before: MeasuredPart, after: MeasuredPart): boolean {
  return (
    before.points.length === after.points.length &&
    before.meshes.length === after.meshes.length &&
    before.points.every((points, at) => points.length === after.points[at]?.length) &&
    before.meshes.every(({ indices }, at) =>
      indices.every((corner, index) => corner === after.meshes[at]?.indices[index]),
    )
  );
}

/**
 * The turn that brings the points of one part closest to those of the other, by Horn's quaternions.
 * @param factor how many times as large the part is made first
 */
function turnBetween(before: MeasuredPart, after: MeasuredPart, factor = 1): { degrees: number; farthest: number } {
  const [from, to] = [meanOf(before.points), meanOf(after.points)];
  const sums = [0, 1, 2].map(() => [0, 0, 0]);
  forEachPair(before, after, (point, other) => {
    for (let row = 0; row < 3; row += 1) {
      const line = sums[row] as number[];
      for (let column = 0; column < 3; column += 1) {
        const product = ((point[row] ?? 0) - (from[row] ?? 0)) * ((other[column] ?? 0) - (to[column] ?? 0));
        line[column] = (line[column] ?? 0) + product;
      }
    }
  });
  const { rows, degrees } = rotationOf(sums);
  let farthest = 0;
  forEachPair(before, after, (point, other) => {
    const [x, y, z] = [point[0] - from[0], point[1] - from[1], point[2] - from[2]];
    for (let axis = 0; axis < 3; axis += 1) {
      const [a = 0, b = 0, c = 0] = rows[axis] ?? [];
      const off = factor * (a * x + b * y + c * z) - ((other[axis] ?? 0) - (to[axis] ?? 0));
      farthest = Math.max(farthest, Math.abs(off));
    }
  });
  return { degrees: degrees < 0.01 ? 0 : degrees, farthest };
}

/** @param sums of the products of the axes of points that belong together */
function rotationOf(sums: readonly (readonly number[])[]): { rows: readonly (readonly number[])[]; degrees: number } {
  const s = (row: number, column: number): number => sums[row]?.[column] ?? 0;
  const { vectors } = eigenOf([
    [s(0, 0) + s(1, 1) + s(2, 2), s(1, 2) - s(2, 1), s(2, 0) - s(0, 2), s(0, 1) - s(1, 0)],
    [s(1, 2) - s(2, 1), s(0, 0) - s(1, 1) - s(2, 2), s(0, 1) + s(1, 0), s(2, 0) + s(0, 2)],
    [s(2, 0) - s(0, 2), s(0, 1) + s(1, 0), s(1, 1) - s(0, 0) - s(2, 2), s(1, 2) + s(2, 1)],
    [s(0, 1) - s(1, 0), s(2, 0) + s(0, 2), s(1, 2) + s(2, 1), s(2, 2) - s(0, 0) - s(1, 1)],
  ]);
  const [w = 1, x = 0, y = 0, z = 0] = vectors[0] ?? [];
  const rows = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  return { rows, degrees: (2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI };
}

/** Passes the points that belong together, in turn and without a copy of them all. */
function forEachPair(before: MeasuredPart, after: MeasuredPart, see: (one: Point, other: Point) => void): void {
  const [one, other]: [Point, Point] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (const [at, points] of before.points.entries()) {
    const others = after.points[at] as Float32Array;
    for (let index = 0; index < points.length; index += 3) {
      for (let axis = 0; axis < 3; axis += 1) {
        one[axis] = points[index + axis] ?? 0;
        other[axis] = others[index + axis] ?? 0;
      }
      see(one, other);
    }
  }
}

type Point = [number, number, number];

function meanOf(points: readonly Float32Array[]): Point {
  const sum: Point = [0, 0, 0];
  const count = points.reduce((total, { length }) => total + length / 3, 0) || 1;
  for (const some of points)
    for (let at = 0; at < some.length; at += 1) sum[at % 3] = (sum[at % 3] ?? 0) + (some[at] ?? 0);
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}
