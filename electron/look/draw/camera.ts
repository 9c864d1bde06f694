import { createBox } from '../formats/place-meshes.ts';
import type { Point3 } from '../../../shared/rpc/scene.ts';
import { oversampling } from './canvas.ts';

/** Points, three numbers each, around a place. */
export interface Placed {
  readonly points: Float32Array;
  readonly place: Point3;
}

/** From where a model is looked at, without perspective: points of the canvas and depths for points in space. */
export interface Camera {
  /** Puts x and y on the canvas and the depth into three numbers of `projected` for each point. */
  project(points: Placed): Float32Array;
  /** A direction as it is seen: to the right, upwards, and towards who looks. */
  turn(direction: Point3): Point3;
}

/** The share of a picture that stays free on each side. */
const margin = 0.06;

type Axes = readonly [right: Point3, up: Point3, towards: Point3];

/** From the front, the right and above, as drawings are usually shown: the axes are equally long. */
const isometric = axesFrom([1, -1, 1]);

/**
 * @param shown all that is to be in the picture
 * @param size of the square picture, in points
 */
export function createCamera(shown: readonly Placed[], size: number): Camera {
  const [right, up, towards] = isometric;
  const box = createBox();
  for (const points of shown) box.add(turned(points, isometric));
  const { min, max } = box.bounds() ?? { min: [0, 0, 0], max: [0, 0, 0] };
  const wide = size * oversampling;
  const scale = (wide * (1 - 2 * margin)) / (Math.max(max[0] - min[0], max[1] - min[1]) || 1);
  const [middleX, middleY] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
  return {
    turn: (direction) => [dot(direction, right), dot(direction, up), dot(direction, towards)],
    project(shownPoints) {
      const projected = turned(shownPoints, isometric);
      for (let at = 0; at + 2 < projected.length; at += 3) {
        projected[at] = wide / 2 + scale * ((projected[at] ?? 0) - middleX);
        projected[at + 1] = wide / 2 - scale * ((projected[at + 1] ?? 0) - middleY);
        projected[at + 2] = -scale * (projected[at + 2] ?? 0);
      }
      return projected;
    },
  };
}

/** Points by other axes. */
function turned({ points, place }: Placed, axes: Axes): Float32Array {
  const result = new Float32Array(points.length);
  for (let at = 0; at + 2 < points.length; at += 3) {
    const [x, y, z] = [
      (points[at] ?? 0) + place[0],
      (points[at + 1] ?? 0) + place[1],
      (points[at + 2] ?? 0) + place[2],
    ];
    for (const axis of [0, 1, 2] as const)
      result[at + axis] = axes[axis][0] * x + axes[axis][1] * y + axes[axis][2] * z;
  }
  return result;
}

function axesFrom(place: Point3): Axes {
  const towards = normal(place);
  const right = normal([-towards[1], towards[0], 0]);
  const up: Point3 = [
    towards[1] * right[2] - towards[2] * right[1],
    towards[2] * right[0] - towards[0] * right[2],
    towards[0] * right[1] - towards[1] * right[0],
  ];
  return [right, up, towards];
}

export function normal([x, y, z]: Point3): Point3 {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

export const dot = (a: Point3, b: Point3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
