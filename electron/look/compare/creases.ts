import type { Point3 } from '../../../shared/rpc/scene.ts';
import { cross, minus, pointAt } from '../vectors.ts';
import { cornerStepOf, createWelding, edgeBetween, nextCorner } from '../weld.ts';

/** Triangles that meet at less are one face, up to what single precision leaves of their directions. */
const flatCosine = Math.cos(Math.PI / 180);
/** A triangle that is narrower, by the width of its shape, has no direction that one could rely on. */
const needleShare = 1e-5;

/**
 * The edges of a surface, however it is divided into triangles: where it bends, ends, or meets itself.
 * @param points three numbers for each
 * @param corners three for each triangle
 * @param widest the longest side of the box around them
 * @returns for each edge its first corner, and its last one twice
 */
export function creasesOf(points: Float64Array, corners: Uint32Array, widest: number): Uint32Array {
  const welding = createWelding(points.length / 3, cornerStepOf(widest));
  const welded = welding.add(points);
  const normals = normalsOf(points, corners, widest * needleShare);
  /** For each edge, where in `corners` it was met first. */
  const edges = new Map<number, number>();
  const found = new Uint8Array(corners.length);
  for (let at = 0; at < corners.length; at += 1) {
    const [from, to] = [welded[corners[at] ?? 0] ?? 0, welded[corners[nextCorner(at)] ?? 0] ?? 0];
    if (from === to) continue;
    const key = edgeBetween(from, to, welding.count());
    const first = edges.get(key);
    if (first === undefined) {
      edges.set(key, at);
      found[at] = ends;
    } else if (found[first] === ends) {
      const isTurnedOver = welded[corners[first] ?? 0] === from;
      found[first] = isBent(normals, first, at, isTurnedOver) ? bends : isFlat;
    } else found[first] = bends;
  }
  const creases: number[] = [];
  for (const at of edges.values()) {
    const end = corners[nextCorner(at)] ?? 0;
    if (found[at] !== isFlat) creases.push(corners[at] ?? 0, end, end);
  }
  return Uint32Array.from(creases);
}

/** What is known of an edge: one triangle has it, several do and it bends, or two do and it is flat. */
const [ends, bends, isFlat] = [1, 2, 3];

/**
 * Whether the triangles of two corners do not lie in one plane.
 * @param isTurnedOver whether one of them shows its back where the other one shows its front
 */
function isBent(normals: Float64Array, one: number, other: number, isTurnedOver: boolean): boolean {
  const at = (corner: number, axis: number): number => normals[corner - (corner % 3) + axis] ?? 0;
  const cosine = at(one, 0) * at(other, 0) + at(one, 1) * at(other, 1) + at(one, 2) * at(other, 2);
  return (isTurnedOver ? -cosine : cosine) < flatCosine;
}

/** Of length 1, three numbers for each triangle; `NaN` for one without a direction. */
function normalsOf(points: Float64Array, corners: Uint32Array, narrowest: number): Float64Array {
  const normals = new Float64Array(corners.length);
  const corner = (at: number): Point3 => pointAt(points, corners[at] ?? 0);
  for (let at = 0; at < corners.length; at += 3) {
    const [u, v] = [minus(corner(at + 1), corner(at)), minus(corner(at + 2), corner(at))];
    const [x, y, z] = cross(u, v);
    const longest = Math.max(...[u, v, minus(u, v)].map((side) => Math.hypot(...side)));
    const twice = Math.hypot(x, y, z);
    const length = twice > narrowest * longest ? twice : NaN;
    normals.set([x / length, y / length, z / length], at);
  }
  return normals;
}
