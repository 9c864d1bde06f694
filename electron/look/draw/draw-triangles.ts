import type { Colour, Mesh, Point3 } from '../../../shared/rpc/scene.ts';
import { blend, type Canvas } from './canvas.ts';
import type { Camera } from './camera.ts';
import { normalOf, pointAt, unit } from '../vectors.ts';
import { brightness } from './light.ts';

/** A mesh at the place of its part. */
export interface PlacedMesh {
  readonly mesh: Mesh;
  readonly place: Point3;
}

/** Draws the surface of a mesh where nothing nearer was drawn. */
export function drawTriangles(canvas: Canvas, camera: Camera, { mesh, place }: PlacedMesh, colour: Colour): void {
  const { indices } = mesh;
  const points = camera.project({ points: mesh.positions, place });
  const lights = mesh.normals ? lightsOf(mesh.normals, camera) : undefined;
  for (let at = 0; at + 2 < indices.length; at += 3) {
    const corners = [indices[at] ?? 0, indices[at + 1] ?? 0, indices[at + 2] ?? 0] as const;
    const triangle = triangleOf(points, corners);
    if (!triangle) continue;
    const flat = lights ? 0 : flatLight(points, corners);
    const shades = lights ? corners.map((corner) => lights[corner] ?? 0) : [flat, flat, flat];
    fill(canvas, triangle, shades, colour);
  }
}

function lightsOf(normals: Float32Array, camera: Camera): Float32Array {
  return Float32Array.from({ length: normals.length / 3 }, (_, at) => brightness(camera.turn(pointAt(normals, at))));
}

type Corners = readonly [number, number, number];

/** Points of the canvas grow downwards and depths away, so y and z of the normal are turned round. */
function flatLight(points: Float32Array, [a, b, c]: Corners): number {
  const [x, y, z] = unit(normalOf(pointAt(points, a), pointAt(points, b), pointAt(points, c)));
  return brightness([x, -y, -z]);
}

/** A triangle as its corners and the factors by which the share of each corner at a point is found. */
interface Triangle {
  readonly x: Corners;
  readonly y: Corners;
  readonly depth: Corners;
  readonly area: number;
}

function triangleOf(points: Float32Array, [a, b, c]: Corners): Triangle | undefined {
  const axis = (offset: number): Corners => [
    points[a * 3 + offset] ?? 0,
    points[b * 3 + offset] ?? 0,
    points[c * 3 + offset] ?? 0,
  ];
  const [x, y, depth] = [axis(0), axis(1), axis(2)];
  const area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
  return Number.isFinite(area) && area !== 0 ? { x, y, depth, area } : undefined;
}

/** Every point whose middle is inside, row by row. */
function fill(canvas: Canvas, { x, y, depth, area }: Triangle, shades: readonly number[], colour: Colour): void {
  const { width, height, depths, colours } = canvas;
  const [left, right] = [Math.max(0, Math.floor(Math.min(...x))), Math.min(width - 1, Math.ceil(Math.max(...x)))];
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(...y))), Math.min(height - 1, Math.ceil(Math.max(...y)))];
  const [s0 = 0, s1 = 0, s2 = 0] = shades;
  for (let row = top; row <= bottom; row += 1) {
    const py = row + 0.5;
    for (let column = left; column <= right; column += 1) {
      const px = column + 0.5;
      const w1 = ((px - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (py - y[0])) / area;
      const w2 = ((x[1] - x[0]) * (py - y[0]) - (px - x[0]) * (y[1] - y[0])) / area;
      const w0 = 1 - w1 - w2;
      if (w0 < 0 || w1 < 0 || w2 < 0) continue;
      const place = row * width + column;
      const away = w0 * depth[0] + w1 * depth[1] + w2 * depth[2];
      if (away >= (depths[place] ?? Infinity)) continue;
      depths[place] = away;
      const shade = w0 * s0 + w1 * s1 + w2 * s2;
      const at = place * 4;
      colours[at] = Math.min(1, shade * colour[0]);
      colours[at + 1] = Math.min(1, shade * colour[1]);
      colours[at + 2] = Math.min(1, shade * colour[2]);
      colours[at + 3] = colour[3];
    }
  }
}

/** What can be seen through and lies in the plane of another surface is behind it, in points of depth. */
const glassBack = 0.5;

/**
 * Lays a canvas of what can be seen through over another one: the nearest surface alone, so that many behind each other
 * do not add up.
 */
export function layOver(canvas: Canvas, over: Canvas): void {
  for (let place = 0; place < canvas.depths.length; place += 1) {
    if ((over.depths[place] ?? Infinity) + glassBack >= (canvas.depths[place] ?? Infinity)) continue;
    const at = place * 4;
    const [red = 0, green = 0, blue = 0, opacity = 0] = over.colours.subarray(at, at + 4);
    blend(canvas.colours, at, [red, green, blue, opacity]);
  }
}
