import type { ShapeComparison } from '../../../shared/rpc/comparison.ts';
import type { Scene } from '../../../shared/rpc/scene.ts';
import type { Mark } from '../../../shared/rpc/look-record.ts';

/** A comparison, and what to colour by it. */
export interface Compared {
  readonly comparison: ShapeComparison;
  /** One for each part (`partsOf`) or entity of both scenes, in their order. */
  readonly marks: { readonly before: Mark[]; readonly after: Mark[] };
}

/** What the numbers of a comparison are. */
export function unitOf({ unit: was }: Scene, { unit: is }: Scene): Pick<ShapeComparison, 'unit' | 'unitKnownIn'> {
  if (was === is) return was === undefined ? {} : { unit: was };
  return { unitKnownIn: was === undefined ? 'after' : 'before' };
}

/** What one of the pictures does not show, so that nobody knows whether it changed. */
export function notShownIn(before: Scene, after: Scene): Pick<ShapeComparison, 'notShown' | 'damaged'> {
  const kinds = new Set([before, after].flatMap(({ notShown = [] }) => notShown));
  const damaged = { before: before.damaged ?? 0, after: after.damaged ?? 0 };
  return {
    ...(kinds.size > 0 ? { notShown: [...kinds].toSorted() } : {}),
    ...(damaged.before + damaged.after > 0 ? { damaged } : {}),
  };
}
