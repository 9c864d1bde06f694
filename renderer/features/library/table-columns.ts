import type { FileColumn } from '../../../shared/rpc/file-columns.ts';

/** How wide a column is at least, in pixels, and which share of what is left it takes. */
const widths: Readonly<Record<FileColumn, { readonly leastPx: number; readonly share: number }>> = {
  name: { leastPx: 200, share: 2.4 },
  state: { leastPx: 148, share: 0 },
  version: { leastPx: 64, share: 0 },
  class: { leastPx: 120, share: 1.5 },
  program: { leastPx: 96, share: 1.2 },
  size: { leastPx: 80, share: 0 },
  changed: { leastPx: 112, share: 0 },
};

/** Where there is too little room these go, one after the other. */
const goFirst: readonly FileColumn[] = ['program', 'size', 'changed', 'class', 'version', 'state'];

const gapPx = 16;
const asidePx = 36;

/** Those of the columns for which there is room. */
export function columnsThatFit(columns: readonly FileColumn[], widthPx: number): readonly FileColumn[] {
  const needed = columns.reduce((sum, column) => sum + widths[column].leastPx + gapPx, asidePx - gapPx);
  const next = goFirst.find((column) => columns.includes(column));
  if (needed <= widthPx || next === undefined) return columns;
  return columnsThatFit(
    columns.filter((column) => column !== next),
    widthPx,
  );
}

/** As `grid-template-columns` takes them. */
export function gridOf(columns: readonly FileColumn[]): string {
  return columns
    .map((column) => {
      const { leastPx, share } = widths[column];
      return share === 0 ? `${leastPx}px` : `minmax(${leastPx}px, ${share}fr)`;
    })
    .join(' ');
}

/** Numbers stand at the right of their column. */
export const isOfDigits = (column: FileColumn): boolean => column === 'version' || column === 'size';
