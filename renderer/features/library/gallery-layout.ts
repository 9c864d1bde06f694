import type { FileGroup } from '../../../shared/rpc/records.ts';

/** Lengths in CSS pixels. */
export interface GallerySizes {
  readonly columns: number;
  /** Height of a group's heading; 0 where groups have none. */
  readonly headingHeight: number;
  /** Height of one line of cells with the gap beneath it. */
  readonly lineHeight: number;
}

/** One group of files as it lies in the list. */
export interface Band {
  /** `undefined` for rows that the engine has put into no group. */
  readonly group: FileGroup | undefined;
  readonly firstIndex: number;
  readonly count: number;
  readonly top: number;
  readonly height: number;
}

export interface GalleryLayout extends GallerySizes {
  readonly bands: readonly Band[];
  readonly height: number;
}

/** The part of a band that is on screen; `last` is included. */
export interface BandSlice {
  readonly band: Band;
  readonly first: number;
  readonly last: number;
}

export type Direction = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

/** Lays all files out knowing only how many each group has, so that a list of any length can be scrolled at once. */
export function layoutGallery(groups: readonly FileGroup[], total: number, sizes: GallerySizes): GalleryLayout {
  const bands: Band[] = [];
  let firstIndex = 0;
  let top = 0;
  const add = (group: FileGroup | undefined, count: number) => {
    const height = (group ? sizes.headingHeight : 0) + Math.ceil(count / sizes.columns) * sizes.lineHeight;
    bands.push({ group, firstIndex, count, top, height });
    firstIndex += count;
    top += height;
  };
  for (const group of groups) add(group, Math.min(group.count, total - firstIndex));
  if (firstIndex < total) add(undefined, total - firstIndex);
  return { ...sizes, bands: bands.filter((band) => band.count > 0), height: top };
}

/** What lies between two heights, as whole lines. */
export function slicesBetween(layout: GalleryLayout, top: number, bottom: number): BandSlice[] {
  const slices: BandSlice[] = [];
  const start = lastIndexWhere(layout.bands, (candidate) => candidate.top <= top);
  for (let place = Math.max(0, start); place < layout.bands.length; place += 1) {
    const band = layout.bands[place];
    if (!band || band.top >= bottom) break;
    const cellsTop = band.top + headingOf(layout, band);
    const lastLine = Math.ceil(band.count / layout.columns) - 1;
    const from = clamp(Math.floor((top - cellsTop) / layout.lineHeight), 0, lastLine);
    const to = clamp(Math.floor((bottom - cellsTop) / layout.lineHeight), 0, lastLine);
    slices.push({
      band,
      first: band.firstIndex + from * layout.columns,
      last: band.firstIndex + Math.min(band.count, (to + 1) * layout.columns) - 1,
    });
  }
  return slices;
}

/** Where a cell lies: its column, and the height of its line. */
export function placeOf(layout: GalleryLayout, index: number): { readonly column: number; readonly top: number } {
  const band = bandOf(layout, index);
  if (!band) return { column: 0, top: 0 };
  const within = index - band.firstIndex;
  const line = Math.floor(within / layout.columns);
  return { column: within % layout.columns, top: band.top + headingOf(layout, band) + line * layout.lineHeight };
}

/** The cell an arrow key leads to. Up and down keep the column as far as the other line has it. */
export function neighbourOf(layout: GalleryLayout, index: number, direction: Direction): number {
  const last = layout.bands.at(-1);
  const total = last ? last.firstIndex + last.count : 0;
  switch (direction) {
    case 'left':
      return clamp(index - 1, 0, total - 1);
    case 'right':
      return clamp(index + 1, 0, total - 1);
    case 'first':
      return 0;
    case 'last':
      return Math.max(0, total - 1);
    case 'up':
    case 'down':
      return verticalNeighbour(layout, index, direction === 'down' ? 1 : -1);
  }
}

function verticalNeighbour(layout: GalleryLayout, index: number, step: 1 | -1): number {
  const band = bandOf(layout, index);
  if (!band) return index;
  const within = index - band.firstIndex;
  const column = within % layout.columns;
  const line = Math.floor(within / layout.columns) + step;
  const lines = Math.ceil(band.count / layout.columns);
  if (line >= 0 && line < lines) return cellIn(band, line * layout.columns + column);
  const next = layout.bands[layout.bands.indexOf(band) + step];
  if (!next) return index;
  const nextLine = step === 1 ? 0 : Math.ceil(next.count / layout.columns) - 1;
  return cellIn(next, nextLine * layout.columns + column);
}

function cellIn(band: Band, within: number): number {
  return band.firstIndex + Math.min(within, band.count - 1);
}

function bandOf(layout: GalleryLayout, index: number): Band | undefined {
  return layout.bands[lastIndexWhere(layout.bands, (band) => band.firstIndex <= index)];
}

function headingOf(layout: GalleryLayout, band: Band): number {
  return band.group ? layout.headingHeight : 0;
}

/** The last place for which a condition holds that holds up to some place and not behind it; −1 where it never does. */
function lastIndexWhere<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = -1;
  let high = items.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const item = items[middle];
    if (item !== undefined && holds(item)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
