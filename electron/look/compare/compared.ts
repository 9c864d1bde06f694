import type { ShapeComparison } from '../../../shared/rpc/comparison.ts';
import type { Scene } from '../../../shared/rpc/scene.ts';
import type { Mark } from '../../../shared/rpc/look-record.ts';

/** A comparison, and what to colour by it. */
export interface Compared {
  readonly comparison: ShapeComparison;
  /** One for each part (`partsOf`) or entity of both scenes, in their order. */
  readonly marks: { readonly before: Mark[]; readonly after: Mark[] };
}

/** What neither picture shows, so that nobody knows whether it changed. */
export function notShownIn(...scenes: readonly Scene[]): Pick<ShapeComparison, 'notShown'> {
  const kinds = new Set(scenes.flatMap(({ notShown = [] }) => notShown));
  return kinds.size > 0 ? { notShown: [...kinds].toSorted() } : {};
}
