import type { Entity } from '../../../shared/rpc/scene.ts';
import { bulged, closed, polyline, splinePoints, turns, type Point2 } from './dxf-curves.ts';
import {
  firstIn,
  numberIn,
  numbersIn,
  pieces,
  splineIn,
  textIn,
  verticesIn,
  type DxfGroup,
  type GroupedEntity,
} from './dxf-groups.ts';
import { hatchLines, type HatchFamily } from './dxf-hatch-lines.ts';

/**
 * A hatch: filled, or with the lines of its pattern. Of a pattern that is as dense as a filled area, and of one without
 * lines, its edge is drawn.
 */
export function hatch({ groups }: GroupedEntity): Pick<Entity, 'lines' | 'fills' | 'patterned'> {
  const edges = edgesOf(groups).filter(({ length }) => length > 2);
  const outlines = edges.map((points) => closed(polyline(points)));
  if (numberIn(groups, 70) === 1) return { lines: outlines, fills: outlines.length > 0 ? [outlines] : [] };
  const lines = hatchLines(edges, familiesOf(groups));
  const sizes = [numberIn(groups, 52), numberIn(groups, 41, 1)].map((size) => size.toPrecision(6));
  const patterned = { lines: outlines, patterns: [textIn(groups, 2), ...sizes].join(' ') };
  return { lines: lines.length > 0 ? lines.map((line) => polyline(line)) : outlines, fills: [], patterned };
}

/** The codes that begin an edge, end all of them, and begin the lines of the pattern. */
const [edgeStart, edgesEnd, familyStart] = [92, 75, 53];

function edgesOf(groups: readonly DxfGroup[]): (readonly Point2[])[] {
  const start = groups.findIndex(({ code }) => code === edgeStart);
  const end = groups.findIndex(({ code }, at) => at > start && code === edgesEnd);
  if (start < 0) return [];
  return pieces(groups.slice(start, end < 0 ? undefined : end), edgeStart).map(edgeOf);
}

function edgeOf(groups: readonly DxfGroup[]): readonly Point2[] {
  const isPolyline = (Number(groups[0]?.value) & 2) !== 0;
  // Seldom said to be open, and filled all the same.
  if (isPolyline) return bulged(verticesIn(groups, [10]), true).slice(0, -1);
  const parts = pieces(groups, 72).map((part) => partOf(part));
  return chained(parts);
}

/** Whether a piece of an edge turns counter-clockwise stands behind its angles. */
function partOf(groups: readonly DxfGroup[]): readonly Point2[] {
  const number = (code: number, otherwise = 0): number => Number(firstIn(groups, code) ?? otherwise);
  const [x, y] = [number(10), number(20)];
  const side = number(73, 1) === 0 ? -1 : 1;
  const [from, to] = [50, 51].map((code) => (side * number(code) * Math.PI) / 180) as [number, number];
  const kind = groups[0]?.value;
  if (kind === 1)
    return [
      { x, y },
      { x: number(11), y: number(21) },
    ];
  if (kind === 2) {
    const radius = number(40);
    return turns(from, to, (angle) => ({ x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }));
  }
  if (kind === 3) {
    const [majorX, majorY, ratio] = [number(11), number(21), number(40)];
    return turns(from, to, (angle) => {
      const [cos, sin] = [Math.cos(angle), Math.sin(angle) * ratio];
      return { x: x + majorX * cos - majorY * sin, y: y + majorY * cos + majorX * sin };
    });
  }
  return splinePoints(splineIn(groups, { degree: 94, weight: 42 }));
}

/** Pieces one after the other: each begins where the last one ended, so a piece that runs the other way is turned. */
function chained(parts: readonly (readonly Point2[])[]): readonly Point2[] {
  const away = (one: Point2 | undefined, other: Point2 | undefined): number =>
    one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  const edge: Point2[] = [];
  for (const [at, part] of parts.entries()) {
    const next = parts[at + 1];
    const toNext = (end: Point2 | undefined): number => Math.min(away(end, next?.[0]), away(end, next?.at(-1)));
    // The first has no end to begin at, and the second one tells which way it runs.
    const isTurned =
      at === 0 ? toNext(part[0]) < toNext(part.at(-1)) : away(edge.at(-1), part.at(-1)) < away(edge.at(-1), part[0]);
    edge.push(...(isTurned ? part.toReversed() : part));
  }
  return edge;
}

/** Angles are those of the drawing, and offsets and dashes as long as they are drawn. */
function familiesOf(groups: readonly DxfGroup[]): HatchFamily[] {
  const end = groups.findIndex(({ code }) => code === 98);
  return pieces(end < 0 ? groups : groups.slice(0, end), familyStart).map((family) => {
    const number = (code: number): number => Number(firstIn(family, code) ?? 0);
    return {
      angle: (number(familyStart) * Math.PI) / 180,
      base: { x: number(43), y: number(44) },
      offset: { x: number(45), y: number(46) },
      dashes: numbersIn(family, 49),
    };
  });
}
