import type { Mesh } from '../../../shared/rpc/scene.ts';
import { cornerStepOf, createWelding } from '../weld.ts';

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
/** Beyond as many solid angles nobody waits for the answer. */
const mostAngles = 20_000_000;

/** What meshes hold together; `undefined` where they are not closed, or a piece that is no cavity is wound like one. */
export function closedVolumeOf(meshes: readonly Mesh[], widest: number): number | undefined {
  const surface = weld(meshes, widest);
  if (surface.indices.length === 0 || !isClosed(surface)) return undefined;
  const shells = shellsOf(surface);
  const largest = shells.reduce((best, { volume }) => (Math.abs(volume) > Math.abs(best) ? volume : best), 0);
  const hollow = shells.filter(({ volume }) => volume / largest < -roundingShare);
  const outer = shells.filter(({ volume }) => volume / largest > 0).flatMap(({ triangles }) => triangles);
  if (hollow.length * outer.length > mostAngles) return undefined;
  const isCavity = ({ triangles: [first = 0] }: Shell): boolean => {
    const from = pointAt(surface, first * 3);
    const angle = outer.reduce((sum, triangle) => sum + solidAngle(cornersOf(surface, triangle, from)), 0);
    // All around: 4π inside of one shell, nothing outside.
    return Math.abs(angle) > 2 * Math.PI;
  };
  if (!hollow.every(isCavity)) return undefined;
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
    const to = corners[at % 3 === 2 ? at - 2 : at + 1] ?? 0;
    if (from === to) continue;
    const [edge, side] = from < to ? [from * count + to, 1] : [to * count + from, -1];
    const rest = (open.get(edge) ?? 0) + side;
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
    shell.volume += tripleProduct(cornersOf(surface, at / 3, [0, 0, 0])) / 6;
    shells.set(first, shell);
  }
  return [...shells.values()];
}

type Vector = readonly [x: number, y: number, z: number];
type Corners = readonly [Vector, Vector, Vector];

function pointAt({ points, indices }: Surface, at: number): Vector {
  const place = (indices[at] ?? 0) * 3;
  return [points[place] ?? 0, points[place + 1] ?? 0, points[place + 2] ?? 0];
}

/** As seen from a point. */
function cornersOf(surface: Surface, triangle: number, [x, y, z]: Vector): Corners {
  const seen = (at: number): Vector => {
    const point = pointAt(surface, at);
    return [point[0] - x, point[1] - y, point[2] - z];
  };
  return [seen(triangle * 3), seen(triangle * 3 + 1), seen(triangle * 3 + 2)];
}

/** Six times what a triangle holds together with the origin. */
function tripleProduct([[ax, ay, az], [bx, by, bz], [cx, cy, cz]]: Corners): number {
  return ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
}

/** How much of what one sees around the origin is that triangle (Van Oosterom and Strackee, 1983). */
function solidAngle(corners: Corners): number {
  const [a, b, c] = corners;
  const dot = (one: Vector, other: Vector): number => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
  const [la, lb, lc] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)];
  return 2 * Math.atan2(tripleProduct(corners), la * lb * lc + dot(a, b) * lc + dot(a, c) * lb + dot(b, c) * la);
}
