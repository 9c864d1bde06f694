import type { Point2 } from './dxf-curves.ts';

/** Lines of a pattern that run side by side. */
export interface HatchFamily {
  /** Of the lines, in radians. */
  readonly angle: number;
  /** A point of the first line, where its dashes begin. */
  readonly base: Point2;
  /** From there to the same point of the next line. */
  readonly offset: Point2;
  /** Lengths of dashes and, below zero, of the gaps between them; none for a whole line. */
  readonly dashes: readonly number[];
}

/** More than this is a grey area at any size, and as much work. */
const [mostCrossings, mostLines] = [2_000_000, 20_000];
/** Of more dashes in one piece of a line nobody sees one. */
const mostDashes = 500;

/** The lines of a pattern inside of edges; none where they would be too many. */
export function hatchLines(
  edges: readonly (readonly Point2[])[],
  families: readonly HatchFamily[],
): (readonly Point2[])[] {
  const sides = edges.reduce((sum, { length }) => sum + length, 0);
  const found: (readonly Point2[])[] = [];
  let work = 0;
  for (const family of families) {
    const rows = rowsOf(edges, family);
    work += (rows.count + 1) * sides;
    // Not a number either.
    if (!(work <= mostCrossings)) return [];
    for (let row = 0; row < rows.count; row += 1) {
      const crossings = crossingsOf(edges, rows.alongOf, rows.acrossOf, rows.acrossAt(row));
      const start = rows.startAt(row);
      for (let at = 0; at + 1 < crossings.length; at += 2) {
        const piece = [(crossings[at] ?? 0) - start, (crossings[at + 1] ?? 0) - start] as const;
        for (const dash of dashed(piece, family.dashes)) {
          found.push(dash.map((along) => rows.pointAt(along + start, rows.acrossAt(row))));
        }
      }
      if (found.length > mostLines) return [];
    }
  }
  return found;
}

/** The lines of one family that may meet the edges, by axes along and across them. */
function rowsOf(edges: readonly (readonly Point2[])[], { angle, base, offset }: HatchFamily) {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const alongOf = ({ x, y }: Point2): number => cos * x + sin * y;
  const acrossOf = ({ x, y }: Point2): number => cos * y - sin * x;
  const spacing = acrossOf(offset);
  const [first, last] = [-1, 1].map((side) =>
    edges
      .flat()
      .reduce((most, point) => Math.max(most, (side * (acrossOf(point) - acrossOf(base))) / spacing), -Infinity),
  ) as [number, number];
  const [from, to] = [Math.ceil(-first), Math.floor(last)];
  return {
    count: Math.max(0, to - from + 1),
    alongOf,
    acrossOf,
    acrossAt: (row: number) => acrossOf(base) + (from + row) * spacing,
    startAt: (row: number) => alongOf(base) + (from + row) * alongOf(offset),
    pointAt: (along: number, across: number): Point2 => ({
      x: cos * along - sin * across,
      y: sin * along + cos * across,
    }),
  };
}

type Axis = (point: Point2) => number;

/** Where a line enters and leaves what the edges hold, sorted. */
function crossingsOf(edges: readonly (readonly Point2[])[], alongOf: Axis, acrossOf: Axis, across: number): number[] {
  const found: number[] = [];
  for (const edge of edges) {
    for (const [at, to] of edge.entries()) {
      const from = edge[at === 0 ? edge.length - 1 : at - 1] ?? to;
      const [one, other] = [acrossOf(from) - across, acrossOf(to) - across];
      // A corner on the line belongs to what lies above it.
      if (one < 0 === other < 0) continue;
      const share = one / (one - other);
      found.push(alongOf(from) + share * (alongOf(to) - alongOf(from)));
    }
  }
  return found.sort((a, b) => a - b);
}

/** The dashes in a piece of a line, by their ends; a dot has one point. */
function dashed([from, to]: readonly [number, number], dashes: readonly number[]): number[][] {
  const period = dashes.reduce((sum, dash) => sum + Math.abs(dash), 0);
  if (!(period > 0) || ((to - from) / period) * dashes.length > mostDashes) return [[from, to]];
  const found: number[][] = [];
  for (let start = Math.floor(from / period) * period; start < to; start += period) {
    let at = start;
    for (const dash of dashes) {
      const end = at + Math.abs(dash);
      const [left, right] = [Math.max(at, from), Math.min(end, to)];
      if (dash === 0 && at >= from && at <= to) found.push([at]);
      else if (dash > 0 && left < right) found.push([left, right]);
      at = end;
    }
  }
  return found;
}
