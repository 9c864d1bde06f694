import type { ShapeSizes } from '../../../shared/rpc/comparison.ts';
import { countedKinds } from '../../../shared/rpc/counted-kinds.ts';
import { pointsOfPart, type PlacedPart, type Point3 } from '../../../shared/rpc/scene.ts';
import { createBox, sizeOf, widestSide } from '../box.ts';
import { minus, normalOf, plus, pointAt } from '../vectors.ts';
import { closedVolumeOf, type VolumeBudget } from './closed-volume.ts';
import type { CentredShape } from './same-shape.ts';
import { eigenOf } from './symmetric-matrix.ts';

/** What is the same of a shape wherever it stands, and where it stands. */
export interface MeasuredPart extends CentredShape {
  readonly name: string;
  readonly path: readonly string[];
  readonly id: string | undefined;
  readonly type: string | undefined;
  readonly sizes: ShapeSizes;
  /** Of its triangles; of what has none, the length of its lines; of points alone, how many. */
  readonly extent: number;
  /** Of its surface, its lines or its points. */
  readonly centroid: Point3;
  /** How its surface lies around the centroid: the mean of the products of two axes, as rows. */
  readonly spread: readonly (readonly number[])[];
  /** The eigenvalues of the spread: the same in every position. */
  readonly moments: readonly number[];
  /** Corners that belong together when two parts have the same number of them. */
  readonly points: readonly Float32Array[];
}

/** @param origin of the scene */
export function measurePart({ part, path }: PlacedPart, origin: Point3, budget: VolumeBudget): MeasuredPart {
  const { name, id, type, place, meshes } = part;
  const sums = createSums();
  const box = createBox();
  for (const points of pointsOfPart(part)) box.add(points);
  for (const { positions, indices } of meshes) {
    for (let at = 0; at + 2 < indices.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((corner) => pointAt(positions, indices[at + corner] ?? 0)) as [
        Point3,
        Point3,
        Point3,
      ];
      sums.addTriangle(Math.hypot(...normalOf(a, b, c)) / 2, a, b, c);
    }
  }
  if (meshes.length === 0) addThin(sums, part);
  const { extent, centroid, spread } = sums.result();
  const size = sizeOf(box.bounds());
  const widest = widestSide(size);
  const volume = closedVolumeOf(meshes, widest, budget);
  return {
    name,
    path,
    id,
    type,
    sizes: {
      box: size,
      ...(volume === undefined ? {} : { volume }),
      counts: countsOf(part),
    },
    extent,
    centroid: plus(plus(centroid, place), origin),
    widest,
    spread,
    moments: eigenOf(spread).values,
    points: pointsOfPart(part),
    meshes,
    wires: part.wires,
    dots: part.dots,
    middle: centroid,
  };
}

/** Lines by their length; points alone, where there are no lines, by how many they are. */
function addThin(sums: ReturnType<typeof createSums>, { wires, dots }: PlacedPart['part']): void {
  for (const wire of wires) {
    for (let at = 0; at + 5 < wire.length; at += 3) {
      const [a, b] = [pointAt(wire, at / 3), pointAt(wire, at / 3 + 1)];
      sums.addPoint(Math.hypot(...minus(b, a)), middle(a, b));
    }
  }
  if (!dots || wires.length > 0) return;
  for (let at = 0; at * 3 < dots.length; at += 1) sums.addPoint(1, pointAt(dots, at));
}

function countsOf({ meshes, wires, dots }: PlacedPart['part']): ShapeSizes['counts'] {
  const [solid, meshed] = [
    meshes.filter(({ faceCount }) => faceCount !== undefined),
    meshes.filter(({ faceCount }) => faceCount === undefined),
  ];
  return {
    ...(solid.length > 0 ? { faces: solid.reduce((sum, { faceCount = 0 }) => sum + faceCount, 0) } : {}),
    ...(meshed.length > 0 ? { triangles: meshed.reduce((sum, { indices }) => sum + indices.length / 3, 0) } : {}),
    ...(wires.length > 0 ? { lines: wires.length } : {}),
    ...(dots ? { points: dots.length / 3 } : {}),
  };
}

/** Of several parts or entities together. */
export function sumOfCounts(all: readonly ShapeSizes['counts'][]): ShapeSizes['counts'] {
  const sums: ShapeSizes['counts'] = {};
  for (const counts of all) {
    for (const kind of countedKinds) {
      const count = counts[kind];
      if (count !== undefined) sums[kind] = (sums[kind] ?? 0) + count;
    }
  }
  return sums;
}

/** Adds up a surface: how large it is, where its middle is and how it lies around it. */
function createSums() {
  let extent = 0;
  const first: [number, number, number] = [0, 0, 0];
  const second = [0, 1, 2].map(() => [0, 0, 0]);
  const add = (weight: number, { 0: x, 1: y, 2: z }: Point3): void => {
    const point = [x, y, z];
    for (let row = 0; row < 3; row += 1) {
      const weighted = weight * (point[row] ?? 0);
      first[row] = (first[row] ?? 0) + weighted;
      for (let column = 0; column < 3; column += 1) {
        const line = second[row] as number[];
        line[column] = (line[column] ?? 0) + weighted * (point[column] ?? 0);
      }
    }
  };
  return {
    addPoint(weight: number, point: Point3): void {
      extent += weight;
      add(weight, point);
    },
    /** The middles of the three edges stand for a triangle, exactly up to squares. */
    addTriangle(area: number, ...[a, b, c]: readonly [Point3, Point3, Point3]): void {
      extent += area;
      for (const point of [middle(a, b), middle(b, c), middle(c, a)]) add(area / 3, point);
    },
    result() {
      const weight = extent || 1;
      const centroid: Point3 = [first[0] / weight, first[1] / weight, first[2] / weight];
      const spread = second.map((line, row) =>
        line.map((value, column) => value / weight - (centroid[row] ?? 0) * (centroid[column] ?? 0)),
      );
      return { extent, centroid, spread };
    },
  };
}

const middle = (a: Point3, b: Point3): Point3 => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
