import type { Mesh, Point3 } from '../../../shared/rpc/scene.ts';
import { cross, dot, minus, normalOf, pointAt } from '../vectors.ts';
import { cornerStepOf, createWelding, edgeBetween, nextCorner } from '../weld.ts';

/** Triangles, whose corners at one place have one number. */
interface Surface {
  readonly points: Float32Array;
  /** Three for each triangle: where its points stand among those. */
  readonly indices: Uint32Array;
  /** As many: the numbers of its corners. */
  readonly corners: Uint32Array;
}

/** A piece of the surface that hangs together. */
interface Shell {
  readonly triangles: number[];
  /** Below zero where it is wound the other way round, as a cavity is. */
  volume: number;
}

/** What share of the largest shell is only rounding. */
const roundingShare = 1e-9;

/** Work that is left for the volumes of one comparison: below zero, those that followed are not told. */
export interface VolumeBudget {
  /** Triangles that may be looked at for a cavity. */
  steps: number;
}

/** Two seconds or so. */
export const createVolumeBudget = (): VolumeBudget => ({ steps: 100_000_000 });

/** What meshes hold together; `undefined` where they are not closed, or a piece that is no cavity is wound like one. */
export function closedVolumeOf(meshes: readonly Mesh[], widest: number, budget: VolumeBudget): number | undefined {
  const surface = weld(meshes, widest);
  if (surface.indices.length === 0 || !isClosed(surface)) return undefined;
  const shells = shellsOf(surface);
  const largest = shells.reduce((best, { volume }) => (Math.abs(volume) > Math.abs(best) ? volume : best), 0);
  const hollow = shells.filter(({ volume }) => volume / largest < -roundingShare);
  const outer = shells.filter(({ volume }) => volume / largest > 0).flatMap(({ triangles }) => triangles);
  if (!areInside(surface, hollow, outer, budget)) return undefined;
  return Math.abs(shells.reduce((sum, { volume }) => sum + volume, 0));
}

function weld(meshes: readonly Mesh[], widest: number): Surface {
  const count = meshes.reduce((sum, { positions }) => sum + positions.length / 3, 0);
  const size = meshes.reduce((sum, { indices }) => sum + indices.length, 0);
  const points = new Float32Array(count * 3);
  const [indices, corners] = [new Uint32Array(size), new Uint32Array(size)];
  const welding = createWelding(count, cornerStepOf(widest));
  let [point, at] = [0, 0];
  for (const mesh of meshes) {
    const numbers = welding.add(mesh.positions);
    points.set(mesh.positions, point * 3);
    for (const index of mesh.indices) {
      corners[at] = numbers[index] ?? 0;
      indices[at++] = point + index;
    }
    point += numbers.length;
  }
  return { points, indices, corners };
}

/** Whether every edge is passed once in each direction. */
function isClosed({ points, corners }: Surface): boolean {
  const count = points.length / 3;
  const open = new Map<number, number>();
  for (let at = 0; at < corners.length; at += 1) {
    const from = corners[at] ?? 0;
    const to = corners[nextCorner(at)] ?? 0;
    if (from === to) continue;
    const edge = edgeBetween(from, to, count);
    const rest = (open.get(edge) ?? 0) + (from < to ? 1 : -1);
    if (rest === 0) open.delete(edge);
    else open.set(edge, rest);
  }
  return open.size === 0;
}

function shellsOf(surface: Surface): Shell[] {
  const { points, corners } = surface;
  const next = Uint32Array.from({ length: points.length / 3 }, (_, corner) => corner);
  const firstOf = (corner: number): number => {
    let first = corner;
    while (next[first] !== first) first = next[first] = next[next[first] ?? 0] ?? 0;
    return first;
  };
  for (let at = 0; at + 2 < corners.length; at += 3) {
    for (const other of [1, 2]) next[firstOf(corners[at + other] ?? 0)] = firstOf(corners[at] ?? 0);
  }
  const shells = new Map<number, Shell>();
  for (let at = 0; at + 2 < corners.length; at += 3) {
    const first = firstOf(corners[at] ?? 0);
    const shell = shells.get(first) ?? { triangles: [], volume: 0 };
    shell.triangles.push(at / 3);
    const [a, b, c] = cornersOf(surface, at / 3);
    // What the triangle holds together with the origin.
    shell.volume += dot(a, cross(b, c)) / 6;
    shells.set(first, shell);
  }
  return [...shells.values()];
}

type Corners = readonly [Point3, Point3, Point3];

function cornersOf({ points, indices }: Surface, triangle: number): Corners {
  const corner = (at: number): Point3 => pointAt(points, indices[triangle * 3 + at] ?? 0);
  return [corner(0), corner(1), corner(2)];
}

/** Shares of three corners, such that no ray from there is likely to meet an edge of a regular net. */
const [shareOfFirst, shareOfSecond, shareOfThird] = [0.47, 0.31, 0.22];

/** Whether each of those shells is within one that is wound the other way round: what leaves it to the right crosses that. */
function areInside(
  surface: Surface,
  shells: readonly Shell[],
  outer: readonly number[],
  budget: VolumeBudget,
): boolean {
  const points = shells
    .map(({ triangles: [first = 0] }): Point3 => {
      const [a, b, c] = cornersOf(surface, first);
      const mean = (axis: 0 | 1 | 2): number =>
        a[axis] * shareOfFirst + b[axis] * shareOfSecond + c[axis] * shareOfThird;
      return [mean(0), mean(1), mean(2)];
    })
    .toSorted(([, one], [, other]) => one - other);
  const crossings = new Int32Array(points.length);
  for (const triangle of points.length > 0 ? outer : []) {
    const corners = cornersOf(surface, triangle);
    const [[, ay], [, by], [, cy]] = corners;
    const [low, high] = [Math.min(ay, by, cy), Math.max(ay, by, cy)];
    for (let at = firstFrom(points, low); at < points.length; at += 1) {
      const point = points[at];
      budget.steps -= 1;
      if (budget.steps < 0) return false;
      if (!point || point[1] > high) break;
      crossings[at] = (crossings[at] ?? 0) + crossingOf(corners, point);
    }
  }
  return crossings.every((count) => count !== 0);
}

/** Where those begin whose y is as large, in points that are sorted by it. */
function firstFrom(points: readonly Point3[], y: number): number {
  let [from, to] = [0, points.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((points[middle]?.[1] ?? 0) < y) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** 1 or -1, by how it is wound, where a triangle is met to the right of a point, along x. */
function crossingOf([a, b, c]: Corners, point: Point3): number {
  const [, y, z] = point;
  if (Math.min(a[2], b[2], c[2]) > z || Math.max(a[2], b[2], c[2]) < z) return 0;
  const side = passing(a, b, y, z) + passing(b, c, y, z) + passing(c, a, y, z);
  if (side === 0) return 0;
  const normal = normalOf(a, b, c);
  return dot(normal, minus(a, point)) > 0 === normal[0] > 0 ? side : 0;
}

/** How an edge goes past a point, as seen along x: the same for both triangles that have it, but for the sign. */
function passing(from: Point3, to: Point3, y: number, z: number): number {
  if (from[2] > z === to[2] > z) return 0;
  const [low, high] = from[2] < to[2] ? [from, to] : [to, from];
  const yThere = low[1] + ((z - low[2]) / (high[2] - low[2])) * (high[1] - low[1]);
  if (yThere <= y) return 0;
  return low === from ? 1 : -1;
}
