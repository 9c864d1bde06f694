import type { Motion } from '../../../shared/rpc/comparison.ts';
import { minus, type MeasuredPart } from './measure-part.ts';
import { eigenOf } from './symmetric-matrix.ts';

/** Relative differences up to here come from single precision and from other triangles on the same surface. */
const sameShare = 2e-4;
const sameVolumeShare = 5e-5;
/** A point, the middle that it is measured from and the turn are each rounded, before and after. */
const roundings = 4;

/**
 * How a part came to be where the other one is: `undefined` where their shapes differ, and a motion of nothing where it
 * stayed.
 * @param tolerance how far a point may be off, in the unit of the scenes
 */
export function motionBetween(before: MeasuredPart, after: MeasuredPart, tolerance: number): Motion | undefined {
  if (!isSameMeasure(before, after)) return undefined;
  const by = [...minus(after.centroid, before.centroid)].map((way) =>
    Math.abs(way) <= tolerance ? 0 : way,
  ) as Motion['by'];
  if (isSameNet(before, after)) {
    const turn = turnBetween(before, after);
    // With the same triangles a mirrored part has the same moments too.
    return turn.farthest > roundings * tolerance ? undefined : { by, turnedDegrees: turn.degrees };
  }
  // A small hole in a large plate hardly changes its surface.
  if (!isSameVolume(before, after)) return undefined;
  const largest = before.moments[0] || 1;
  const isTurned = before.spread.some((row, at) =>
    row.some((value, column) => Math.abs(value - (after.spread[at]?.[column] ?? 0)) > sameShare * 5 * largest),
  );
  return isTurned ? { by } : { by, turnedDegrees: 0 };
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

/** Known of closed shapes alone. */
function isSameVolume({ sizes: { volume: was } }: MeasuredPart, { sizes: { volume: is } }: MeasuredPart): boolean {
  return was === undefined || is === undefined || Math.abs(was - is) <= sameVolumeShare * Math.max(was, is);
}

/** How many times as wide a part is, where it is that on all sides. */
export function scaleBetween(before: MeasuredPart, after: MeasuredPart): number | undefined {
  const power = before.triangles.length > 0 ? 2 : 1;
  const factor = (after.extent / before.extent) ** (1 / power);
  const largest = after.moments[0] ?? 0;
  const isEven = before.moments.every(
    (moment, at) => Math.abs(moment * factor ** 2 - (after.moments[at] ?? 0)) <= 2 * sameShare * largest,
  );
  // What has no size, such as a point, has no scale.
  return isEven && largest > 0 && Number.isFinite(factor) && Math.abs(factor - 1) > sameShare ? factor : undefined;
}

function isSameNet(before: MeasuredPart, after: MeasuredPart): boolean {
  return (
    before.points.length === after.points.length &&
    before.triangles.length === after.triangles.length &&
    before.points.every((points, at) => points.length === after.points[at]?.length) &&
    before.triangles.every((net, at) => net.every((corner, index) => corner === after.triangles[at]?.[index]))
  );
}

/** The turn that brings the points of one part closest to those of the other, by Horn's quaternions. */
function turnBetween(before: MeasuredPart, after: MeasuredPart): { degrees: number; farthest: number } {
  const [from, to] = [centred(before.points), centred(after.points)];
  const sums = [0, 1, 2].map((row) => [0, 1, 2].map((column) => productSum(from, to, row, column)));
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
  const degrees = (2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w)) * 180) / Math.PI;
  let farthest = 0;
  for (let at = 0; at < from.length; at += 3) {
    const [px = 0, py = 0, pz = 0] = from.subarray(at, at + 3);
    const turned = rows.map(([a = 0, b = 0, c = 0]) => a * px + b * py + c * pz);
    farthest = Math.max(farthest, ...turned.map((value, axis) => Math.abs(value - (to[at + axis] ?? 0))));
  }
  return { degrees: degrees < 0.01 ? 0 : degrees, farthest };
}

function productSum(from: Float64Array, to: Float64Array, row: number, column: number): number {
  let sum = 0;
  for (let at = 0; at < from.length; at += 3) sum += (from[at + row] ?? 0) * (to[at + column] ?? 0);
  return sum;
}

/** All points around their mean. */
function centred(points: readonly Float32Array[]): Float64Array {
  const all = Float64Array.from(points.flatMap((part) => [...part]));
  const count = all.length / 3 || 1;
  for (const axis of [0, 1, 2]) {
    let sum = 0;
    for (let at = axis; at < all.length; at += 3) sum += all[at] ?? 0;
    for (let at = axis; at < all.length; at += 3) all[at] = (all[at] ?? 0) - sum / count;
  }
  return all;
}
