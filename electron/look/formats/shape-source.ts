import type { LookLimits } from '../limits.ts';
import { beyondLimit } from '../look-errors.ts';
import type { Scene } from '../../../shared/rpc/scene.ts';

/** What a reader of one format gets. */
interface ShapeSource {
  readonly bytes: Buffer;
  /** Counts what was found, so that a file ends before it fills the memory. */
  readonly budget: ShapeBudget;
}

/**
 * Reads the shapes of a file of one format; runs in a worker of its own, which may end at any time.
 * @throws AppError `look-unreadable`, `look-limit`; anything else that is thrown counts as `look-unreadable`
 */
export type ShapeReader = (source: ShapeSource) => Promise<Scene>;

/** What may still be found. */
export interface ShapeBudget {
  /** @throws AppError `look-limit` */
  spend(what: 'triangles' | 'parts' | 'points', count: number): void;
  readonly limits: LookLimits;
}

export function createShapeBudget(limits: LookLimits): ShapeBudget {
  const left = { triangles: limits.triangles, parts: limits.parts, points: limits.points };
  return {
    limits,
    spend(what, count) {
      left[what] -= count;
      if (left[what] < 0) throw beyondLimit(what, limits);
    },
  };
}
