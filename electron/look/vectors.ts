import type { Point3 } from '../../shared/rpc/scene.ts';

/** The point with a number, of points with three numbers each. */
export function pointAt(points: ArrayLike<number>, index: number): Point3 {
  return [points[index * 3] ?? 0, points[index * 3 + 1] ?? 0, points[index * 3 + 2] ?? 0];
}

export const plus = (a: Point3, b: Point3): Point3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Point3, b: Point3): Point3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Point3, b: Point3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Point3, b: Point3): Point3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

/** The normal of a triangle: to the side from which its corners run counter-clockwise, as long as twice its area. */
export const normalOf = (a: Point3, b: Point3, c: Point3): Point3 => cross(minus(b, a), minus(c, a));

/** The same direction with length 1; one without a length stays as it is. */
export function unit([x, y, z]: Point3): Point3 {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}
