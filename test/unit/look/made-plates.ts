import { ShapeUtils, Vector2 } from 'three';
import type { Colour, Mesh, Part } from '../../../shared/rpc/scene.ts';

/** A round hole: where its middle is, and its radius. */
export type Hole = readonly [x: number, y: number, radius: number];

const cornersOfHole = 24;

/** A plate with holes through it, divided into triangles as it comes. @param height 0 for a sheet without a thickness */
export function platePart(
  [width, depth, height]: readonly [number, number, number],
  holes: readonly Hole[],
  colour?: Colour,
): Part {
  return {
    name: 'plate',
    place: [0, 0, 0],
    meshes: [plateMesh([width, depth, height], holes, colour)],
    wires: [],
    children: [],
  };
}

export function plateMesh(
  [width, depth, height]: readonly [number, number, number],
  holes: readonly Hole[],
  colour?: Colour,
): Mesh {
  const outline = [new Vector2(0, 0), new Vector2(width, 0), new Vector2(width, depth), new Vector2(0, depth)];
  const rings = [outline, ...holes.map(ringOf)];
  const flat = ShapeUtils.triangulateShape(outline, rings.slice(1)).flatMap(([a = 0, b = 0, c = 0]) => [a, b, c]);
  const corners = rings.flat();
  const levels = height === 0 ? [0] : [height, 0];
  const positions = levels.flatMap((z) => corners.flatMap(({ x, y }) => [x, y, z]));
  const bottom = flat.toReversed().map((corner) => corner + corners.length);
  const indices = height === 0 ? flat : [...flat, ...bottom, ...wallsOf(rings, corners.length)];
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices), colour };
}

/** Clockwise: what is inside of it is not there. */
function ringOf([x, y, radius]: Hole): Vector2[] {
  return Array.from({ length: cornersOfHole }, (_, at) => {
    const angle = (-2 * Math.PI * at) / cornersOfHole;
    return new Vector2(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  });
}

/** Between the top, whose corners come first, and the bottom. */
function wallsOf(rings: readonly (readonly Vector2[])[], toBottom: number): number[] {
  let first = 0;
  return rings.flatMap((ring) => {
    const start = first;
    first += ring.length;
    return ring.flatMap((_, at) => {
      const [one, other] = [start + at, start + ((at + 1) % ring.length)];
      return [one, one + toBottom, other + toBottom, one, other + toBottom, other];
    });
  });
}
