import type { BoxSize } from '../../shared/rpc/comparison.ts';
import type { Bounds } from '../../shared/rpc/scene.ts';
import { minus } from './vectors.ts';

/** Grows around points; those that are no numbers are left out. */
export function createBox() {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const include = (axis: 0 | 1 | 2, value = NaN): void => {
    if (value < min[axis]) min[axis] = value;
    if (value > max[axis]) max[axis] = value;
  };
  return {
    /** @param points three numbers for each */
    add(points: ArrayLike<number>): void {
      for (let at = 0; at + 2 < points.length; at += 3) {
        for (const axis of [0, 1, 2] as const) include(axis, points[at + axis]);
      }
    },
    /** @param points of a drawing, two numbers for each */
    addFlat(points: ArrayLike<number>): void {
      for (let at = 0; at + 1 < points.length; at += 2) {
        for (const axis of [0, 1] as const) include(axis, points[at + axis]);
        include(2, 0);
      }
    },
    bounds: (): Bounds | undefined => (min[0] <= max[0] ? { min, max } : undefined),
  };
}

/** Width, depth and height of a box; of none, nothing. */
export function sizeOf(bounds: Bounds | undefined): BoxSize {
  if (!bounds) return { width: 0, depth: 0, height: 0 };
  const [width, depth, height] = minus(bounds.max, bounds.min);
  return { width, depth, height };
}

export const widestSide = ({ width, depth, height }: BoxSize): number => Math.max(width, depth, height);
