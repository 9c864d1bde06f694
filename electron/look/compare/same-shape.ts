import { BufferAttribute, BufferGeometry, Vector3 } from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import type { Part, Point3 } from '../../../shared/rpc/scene.ts';
import { creasesOf } from './creases.ts';

/** A shape, and where its own points have their middle. */
export interface CentredShape extends Pick<Part, 'meshes' | 'wires' | 'dots'> {
  readonly middle: Point3;
  /** The longest side of the box around it. */
  readonly widest: number;
}

/**
 * Whether two shapes are the same to the eye once their middles are in one place, however each is divided into triangles
 * and lines. Each of their corners lies on the surface of the other one then, and each edge on an edge: a hole that is
 * elsewhere in a flat face has all of its corners on that face, too.
 * @param tolerance how far a point may be off, in the unit of the scenes
 */
export function isSameShape(before: CentredShape, after: CentredShape, tolerance: number): boolean {
  const [one, other] = [elementsOf(before), elementsOf(after)];
  return one.every((elements, kind) => {
    const counterpart = other[kind] as Elements;
    return liesOn(elements, counterpart, tolerance) && liesOn(counterpart, elements, tolerance);
  });
}

/** Triangles; a line is one without a width, a point one without a size. */
interface Elements {
  /** Around the middle of their shape, three numbers for each. */
  readonly points: Float64Array;
  /** Three for each element. */
  readonly corners: Uint32Array;
  tree?: MeshBVH;
}

/** What was gathered is needed again: a part is compared with several that may be it. */
const known = new WeakMap<CentredShape, readonly Elements[]>();

/** The surface, its edges, the lines and the points that stand alone, in this order. */
function elementsOf(shape: CentredShape): readonly Elements[] {
  const before = known.get(shape);
  if (before) return before;
  const { meshes, wires, dots, middle, widest } = shape;
  const surface = joined(
    meshes.map(({ positions }) => positions),
    (at, first) => meshes[at]?.indices.map((index) => index + first) ?? [],
    middle,
  );
  const lines = joined(wires, (at, first) => lineCorners((wires[at]?.length ?? 0) / 3, first), middle);
  const alone = joined(dots ? [dots] : [], (_, first) => pointCorners((dots?.length ?? 0) / 3, first), middle);
  const edges = { points: surface.points, corners: creasesOf(surface.points, surface.corners, widest) };
  const elements = [surface, edges, lines, alone];
  known.set(shape, elements);
  return elements;
}

/** @param cornersOf of the elements among some points, the first of which has this number */
function joined(
  all: readonly Float32Array[],
  cornersOf: (at: number, first: number) => ArrayLike<number>,
  [x, y, z]: Point3,
): Elements {
  const points = new Float64Array(all.reduce((sum, { length }) => sum + length, 0));
  const corners: ArrayLike<number>[] = [];
  let first = 0;
  for (const [at, own] of all.entries()) {
    corners.push(cornersOf(at, first / 3));
    for (let index = 0; index < own.length; index += 3) {
      points[first + index] = (own[index] ?? 0) - x;
      points[first + index + 1] = (own[index + 1] ?? 0) - y;
      points[first + index + 2] = (own[index + 2] ?? 0) - z;
    }
    first += own.length;
  }
  const count = corners.reduce((sum, { length }) => sum + length, 0);
  const result = { points, corners: new Uint32Array(count) };
  let at = 0;
  for (const own of corners) {
    result.corners.set(own, at);
    at += own.length;
  }
  return result;
}

const lineCorners = (count: number, first: number): number[] =>
  Array.from({ length: Math.max(0, count - 1) }, (_, at) => [first + at, first + at + 1, first + at + 1]).flat();
const pointCorners = (count: number, first: number): number[] =>
  Array.from({ length: count }, (_, at) => [first + at, first + at, first + at]).flat();

/** Whether the corners and the middles of elements lie on others. */
function liesOn(elements: Elements, on: Elements, tolerance: number): boolean {
  if (elements.corners.length === 0) return true;
  if (on.corners.length === 0) return false;
  const { points, corners } = elements;
  const isNear = nearnessTo(on, tolerance);
  const seen = new Uint8Array(points.length / 3);
  const [corner, middle] = [new Vector3(), new Vector3()];
  for (let at = 0; at < corners.length; at += 3) {
    middle.set(0, 0, 0);
    for (let side = 0; side < 3; side += 1) {
      const index = corners[at + side] ?? 0;
      corner.fromArray(points, index * 3);
      middle.addScaledVector(corner, 1 / 3);
      if (seen[index] === 0 && !isNear(corner)) return false;
      seen[index] = 1;
    }
    if (!isNear(middle)) return false;
  }
  return true;
}

function nearnessTo(elements: Elements, tolerance: number): (point: Vector3) => boolean {
  elements.tree ??= treeOf(elements);
  const { tree } = elements;
  const found = { point: new Vector3(), distance: 0, faceIndex: 0 };
  return (point) => {
    const nearest = tree.closestPointToPoint(point, found, tolerance, 2 * tolerance);
    return nearest !== null && nearest.distance <= tolerance;
  };
}

function treeOf({ points, corners }: Elements): MeshBVH {
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(points, 3));
  // The tree puts them into its own order.
  return new MeshBVH(geometry.setIndex(new BufferAttribute(corners.slice(), 1)));
}
