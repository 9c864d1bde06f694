import { Earcut } from 'three/src/extras/Earcut.js';
import type { Point3 } from '../../../shared/rpc/scene.ts';

type Flat = readonly [x: number, y: number];

/**
 * The triangles that a polygon in space consists of, as numbers of its corners: three for each triangle, in the sense in
 * which the polygon turns. Every side of the polygon is a side of a triangle, so that neighbours stay closed.
 */
export function trianglesOfPolygon(polygon: readonly Point3[]): number[] {
  const corners = polygon.map((_, at) => at);
  if (polygon.length <= 3) return corners;
  const flat = flattened(polygon);
  if (isConvex(flat)) return fan(corners);
  const found = Earcut.triangulate(flat.flat(), []);
  // One that crosses itself has no inside.
  return found.length === 0 ? fan(corners) : [...turnedAlike(found, flat), ...closing(found, corners)];
}

function fan([first = 0, ...others]: readonly number[]): number[] {
  return others.flatMap((corner, at) => (at === 0 ? [] : [first, others[at - 1] ?? 0, corner]));
}

/** As seen from the side on which it turns counter-clockwise. */
function flattened(polygon: readonly Point3[]): Flat[] {
  const normal = [0, 1, 2].map((axis) => {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3] as [0, 1];
    return polygon.reduce((sum, point, at) => {
      const next = polygon[(at + 1) % polygon.length] ?? point;
      return sum + (point[u] - next[u]) * (point[v] + next[v]);
    }, 0);
  });
  const sizes = normal.map(Math.abs);
  const axis = sizes.indexOf(Math.max(...sizes));
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3] as [0, 1];
  const side = (normal[axis] ?? 0) < 0 ? -1 : 1;
  return polygon.map((point) => [side * point[u], point[v]]);
}

/** Twice the area of a triangle; below zero where it turns clockwise. */
function turn(a: Flat = [0, 0], b: Flat = [0, 0], c: Flat = [0, 0]): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function isConvex(flat: readonly Flat[]): boolean {
  const count = flat.length;
  return flat.every((point, at) => turn(flat[(at + count - 1) % count], point, flat[(at + 1) % count]) >= 0);
}

function turnedAlike(triangles: readonly number[], flat: readonly Flat[]): number[] {
  return Array.from({ length: triangles.length / 3 }, (_, at) => {
    const [a = 0, b = 0, c = 0] = triangles.slice(at * 3, at * 3 + 3);
    return turn(flat[a], flat[b], flat[c]) < 0 ? [a, c, b] : [a, b, c];
  }).flat();
}

/** Corners in the middle of a straight side were left out: flat triangles join them to it. */
function closing(triangles: readonly number[], corners: readonly number[]): number[] {
  const used = new Set(triangles);
  const start = corners.findIndex((corner) => used.has(corner));
  const found: number[] = [];
  let side: number[] = [];
  for (const corner of [...corners.slice(start), ...corners.slice(0, start + 1)]) {
    side.push(corner);
    if (!used.has(corner)) continue;
    found.push(...fan(side));
    side = [corner];
  }
  return found;
}
