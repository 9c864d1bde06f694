import type { Mesh, Point3 } from '../../../shared/rpc/scene.ts';
import { createBox, sizeOf, widestSide } from '../box.ts';
import { cornerStepOf, createWelding, edgeBetween, nextCorner } from '../weld.ts';
import { normalOf, pointAt, unit } from '../vectors.ts';
import type { Camera } from './camera.ts';

/** Faces that meet at more than this are two faces to the eye. */
const creaseCosine = Math.cos(Math.PI / 6);

/**
 * The edges that a person would draw: where the surface ends or has a crease, and where it turns away from who looks.
 * @returns pairs of vertices
 */
export function featureEdges({ positions, indices }: Mesh, camera: Camera): number[] {
  const box = createBox();
  box.add(positions);
  const welding = createWelding(positions.length / 3, cornerStepOf(widestSide(sizeOf(box.bounds()))));
  const corners = welding.add(positions);
  const normals = faceNormals(positions, indices, camera);
  const edges: number[] = [];
  /** The face on one side of an edge; -1 where both sides are known. */
  const halves = new Map<number, number>();
  const ends = new Map<number, readonly [number, number]>();
  for (let at = 0; at < indices.length; at += 1) {
    const [start, stop] = [indices[at] ?? 0, indices[nextCorner(at)] ?? 0];
    const [one, other] = [corners[start] ?? 0, corners[stop] ?? 0];
    if (one === other) continue;
    const key = edgeBetween(one, other, welding.count());
    const face = Math.floor(at / 3);
    const known = halves.get(key);
    if (known === undefined) {
      halves.set(key, face);
      ends.set(key, [start, stop]);
    } else {
      ends.delete(key);
      if (known >= 0 && isFeature(normals, known, face)) edges.push(start, stop);
      halves.set(key, -1);
    }
  }
  for (const [start, stop] of ends.values()) edges.push(start, stop);
  return edges;
}

function isFeature(normals: Float32Array, one: number, other: number): boolean {
  const at = (face: number, axis: number): number => normals[face * 3 + axis] ?? 0;
  const cosine = at(one, 0) * at(other, 0) + at(one, 1) * at(other, 1) + at(one, 2) * at(other, 2);
  return cosine < creaseCosine || at(one, 2) > 0 !== at(other, 2) > 0;
}

/** As the camera sees them: their third number says whether a face looks towards it. */
function faceNormals(positions: Float32Array, indices: Uint32Array, camera: Camera): Float32Array {
  const normals = new Float32Array(indices.length);
  const corner = (at: number): Point3 => pointAt(positions, indices[at] ?? 0);
  for (let at = 0; at + 2 < indices.length; at += 3) {
    normals.set(camera.turn(unit(normalOf(corner(at), corner(at + 1), corner(at + 2)))), at);
  }
  return normals;
}
