import type { FileGroup } from '../../../shared/rpc/file-records.ts';
import { layoutGallery, placeOf, type GalleryLayout } from './gallery-layout.ts';

/** Between the cards of the gallery, in pixels; at the sides of the list there is more. */
export const gap = 12;
export const aside = 18;
const leastCard = 168;
const tableHead = 32;
const headingHeight = 56;

interface ListPlan {
  readonly plan: GalleryLayout;
  readonly columns: number;
  readonly cellWidth: number;
}

/** Where every file of a list lies. @param width of the list, with its margins */
export function planGallery(groups: readonly FileGroup[], total: number, width: number, asideRight: number): ListPlan {
  const inner = Math.max(leastCard, width - aside - asideRight);
  const columns = Math.max(1, Math.floor((inner + gap) / (leastCard + gap)));
  const plan = layoutGallery(groups, total, { columns, headingHeight, lineHeight: 180 + gap });
  return { plan, columns, cellWidth: (inner + gap) / columns - gap };
}

/** The same for the table, whose rows are as wide as it is. */
export function planTable(total: number, width: number): ListPlan {
  const plan = layoutGallery([], total, { columns: 1, headingHeight: 0, lineHeight: 36 });
  return { plan, columns: 1, cellWidth: width };
}

/** How far down to scroll so that a file is in sight: as far as now, where it is. */
export function scrolledTo(
  plan: GalleryLayout,
  index: number,
  { isTable, scrollTop, height }: { readonly isTable: boolean; readonly scrollTop: number; readonly height: number },
): number {
  const { top } = placeOf(plan, index);
  const headroom = isTable ? tableHead : headingHeight;
  if (top < scrollTop + headroom) return Math.max(0, top - (isTable ? 0 : headroom));
  const lowest = top + plan.lineHeight - height + headroom;
  return Math.max(scrollTop, lowest);
}
