import type { FileGroup } from '../../../shared/rpc/file-records.ts';

/** Lengths in CSS pixels. */
interface GallerySizes {
  readonly columns: number;
  /** Height of a group's heading; 0 where groups have none. */
  readonly headingHeight: number;
  /** Height of one line of cells with the gap beneath it. */
  readonly lineHeight: number;
}

/** One group of files as it lies in the list. Small groups share a line, each beneath its own heading. */
interface Band {
  /** `undefined` for rows that the engine has put into no group. */
  readonly group: FileGroup | undefined;
  readonly firstIndex: number;
  readonly count: number;
  readonly top: number;
  readonly height: number;
  /** The column in which it begins, and how many it takes. */
  readonly column: number;
  readonly span: number;
}

export interface GalleryLayout extends GallerySizes {
  readonly bands: readonly Band[];
  readonly height: number;
}

/** The part of a band that is on screen; `last` is included. */
interface BandSlice {
  readonly band: Band;
  readonly first: number;
  readonly last: number;
}

export type Direction = 'left' | 'right' | 'up' | 'down' | 'first' | 'last';

/** Lays all files out knowing only how many each group has, so that a list of any length can be scrolled at once. */
export function layoutGallery(groups: readonly FileGroup[], total: number, sizes: GallerySizes): GalleryLayout {
  const bands: Band[] = [];
  const add = (group: FileGroup | undefined, count: number) => {
    if (count > 0) bands.push(placeBand(bands.at(-1), group, count, sizes));
  };
  const counted = () => endOf(bands.at(-1));
  for (const group of groups) add(group, Math.min(group.count, total - counted()));
  add(undefined, total - counted());
  const last = bands.at(-1);
  return { ...sizes, bands, height: last ? last.top + last.height : 0 };
}

/** Beside the band before it where both fit on one line, else beneath it. */
function placeBand(before: Band | undefined, group: FileGroup | undefined, count: number, sizes: GallerySizes): Band {
  const { columns, headingHeight, lineHeight } = sizes;
  const span = Math.min(count, columns);
  const height = (group ? headingHeight : 0) + Math.ceil(count / span) * lineHeight;
  const placed = { group, firstIndex: endOf(before), count, span, height };
  const nextColumn = before ? before.column + before.span : 0;
  const isBeside = before?.group && group && nextColumn + count <= columns;
  return isBeside
    ? { ...placed, top: before.top, column: nextColumn }
    : { ...placed, top: before ? before.top + before.height : 0, column: 0 };
}

function endOf(band: Band | undefined): number {
  return band ? band.firstIndex + band.count : 0;
}

/** What lies between two heights, as whole lines. */
export function slicesBetween(layout: GalleryLayout, top: number, bottom: number): BandSlice[] {
  const slices: BandSlice[] = [];
  const last = Math.max(
    0,
    lastIndexWhere(layout.bands, (candidate) => candidate.top <= top),
  );
  const lineTop = layout.bands[last]?.top ?? 0;
  const start = lastIndexWhere(layout.bands, (candidate) => candidate.top < lineTop) + 1;
  for (let place = start; place < layout.bands.length; place += 1) {
    const band = layout.bands[place];
    if (!band || band.top >= bottom) break;
    const cellsTop = band.top + headingOf(layout, band);
    const lastLine = Math.ceil(band.count / band.span) - 1;
    const from = clamp(Math.floor((top - cellsTop) / layout.lineHeight), 0, lastLine);
    const to = clamp(Math.floor((bottom - cellsTop) / layout.lineHeight), 0, lastLine);
    slices.push({
      band,
      first: band.firstIndex + from * band.span,
      last: band.firstIndex + Math.min(band.count, (to + 1) * band.span) - 1,
    });
  }
  return slices;
}

/** Where a cell lies: its column, and the height of its line. */
export function placeOf(layout: GalleryLayout, index: number): { readonly column: number; readonly top: number } {
  const band = bandOf(layout, index);
  if (!band) return { column: 0, top: 0 };
  const within = index - band.firstIndex;
  const line = Math.floor(within / band.span);
  return {
    column: band.column + (within % band.span),
    top: band.top + headingOf(layout, band) + line * layout.lineHeight,
  };
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
  const line = Math.floor(within / band.span) + step;
  const column = band.column + (within % band.span);
  if (line >= 0 && line < Math.ceil(band.count / band.span)) return cellIn(band, line, column);
  const next = bandBeyond(layout, band.top, column, step);
  if (!next) return index;
  return cellIn(next, step === 1 ? 0 : Math.ceil(next.count / next.span) - 1, column);
}

/** The band at that column on the line of bands that follows, or comes before, the one at `top`. */
function bandBeyond(layout: GalleryLayout, top: number, column: number, step: 1 | -1): Band | undefined {
  const nearest =
    step === 1
      ? layout.bands[lastIndexWhere(layout.bands, (band) => band.top <= top) + 1]
      : layout.bands[lastIndexWhere(layout.bands, (band) => band.top < top)];
  if (!nearest) return undefined;
  return layout.bands.findLast((band) => band.top === nearest.top && band.column <= column);
}

function cellIn(band: Band, line: number, column: number): number {
  return band.firstIndex + Math.min(line * band.span + Math.min(column - band.column, band.span - 1), band.count - 1);
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
