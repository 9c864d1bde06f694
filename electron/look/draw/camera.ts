import type { Point3 } from '../../../shared/rpc/scene.ts';
import { createBox } from '../box.ts';
import { cross, dot, plus, pointAt, unit } from '../vectors.ts';
import { oversampling } from './canvas.ts';

/** Points, three numbers each, around a place. */
interface Placed {
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

/** From the front, the right and above, as drawings are usually shown: the axes are equally long. */
const towards = unit([1, -1, 1]);
const right = unit([-towards[1], towards[0], 0]);
const up = cross(towards, right);

/**
 * @param shown all that is to be in the picture
 * @param size of the square picture, in points
 */
export function createCamera(shown: readonly Placed[], size: number): Camera {
  const box = createBox();
  for (const points of shown) box.add(turned(points));
  const { min, max } = box.bounds() ?? { min: [0, 0, 0], max: [0, 0, 0] };
  const wide = size * oversampling;
  const scale = (wide * (1 - 2 * margin)) / (Math.max(max[0] - min[0], max[1] - min[1]) || 1);
  const [middleX, middleY] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2];
  return {
    turn,
    project(shownPoints) {
      const projected = turned(shownPoints);
      for (let at = 0; at + 2 < projected.length; at += 3) {
        projected[at] = wide / 2 + scale * ((projected[at] ?? 0) - middleX);
        projected[at + 1] = wide / 2 - scale * ((projected[at + 1] ?? 0) - middleY);
        projected[at + 2] = -scale * (projected[at + 2] ?? 0);
      }
      return projected;
    },
  };
}

function turn(direction: Point3): Point3 {
  return [dot(direction, right), dot(direction, up), dot(direction, towards)];
}

/** Points as they are seen, around the origin of the scene. */
function turned({ points, place }: Placed): Float32Array {
  const result = new Float32Array(points.length);
  for (let at = 0; at + 2 < points.length; at += 3) result.set(turn(plus(pointAt(points, at / 3), place)), at);
  return result;
}
