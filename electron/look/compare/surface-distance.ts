import { BufferAttribute, BufferGeometry, Triangle, Vector3 } from 'three';
import { MeshBVH, type HitPointInfo } from 'three-mesh-bvh';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { DistanceSummary } from '../../../shared/rpc/comparison.ts';
import type { DistanceField } from '../../../shared/rpc/look-record.ts';
import { partsOf, type Mesh, type ModelScene, type Part, type Point3, type Scene } from '../../../shared/rpc/scene.ts';

/** How far two surfaces are apart: in short, and for each corner of the newer one. */
export interface SurfaceDistances {
  readonly summary: DistanceSummary;
  readonly field: DistanceField;
}

/**
 * Measures from points all over either model, and from its corners, to the nearest point of the other one's surface, in
 * the unit of the scenes.
 * @throws AppError `look-no-surface` where one of them is a drawing or has no surface
 */
export function measureDistances(before: Scene, after: Scene): SurfaceDistances {
  const [one, other] = [surfaceOf(before), surfaceOf(after)];
  const [back, forth] = [distancesTo(other, one), distancesTo(one, other)];
  const [first, second] = [surveyed(other, one, back), surveyed(one, other, forth)];
  const weight = first.weight + second.weight;
  return {
    summary: {
      greatest: Math.max(first.greatest, second.greatest),
      mean: weight === 0 ? 0 : (first.sum + second.sum) / weight,
    },
    field: { parts: forth },
  };
}

/** The surface of a whole model, to be measured from and to. */
interface Surface {
  readonly parts: readonly Pick<Part, 'meshes' | 'place'>[];
  readonly origin: Point3;
  readonly tree: MeshBVH;
  /** How far single precision may move a point of it. */
  readonly noise: number;
}

function surfaceOf(scene: Scene): Surface {
  const parts = scene.kind === 'model' ? partsOf(scene.root).map(({ part }) => part) : [];
  const meshes = parts.flatMap((part) => part.meshes);
  if (!meshes.some(({ indices }) => indices.length >= 3)) throw new AppError('look-no-surface');
  const farthest = meshes.reduce(
    (most, { positions }) => positions.reduce((a, b) => Math.max(a, Math.abs(b)), most),
    0,
  );
  const noise = 4 * farthest * singlePrecision;
  return { parts, origin: (scene as ModelScene).origin, tree: new MeshBVH(joined(parts)), noise };
}

/** All meshes as one, in double precision: they may be far apart. */
function joined(parts: Surface['parts']): BufferGeometry {
  const meshes = parts.flatMap((part) => part.meshes);
  const positions = new Float64Array(meshes.reduce((sum, mesh) => sum + mesh.positions.length, 0));
  const indices = new Uint32Array(meshes.reduce((sum, mesh) => sum + mesh.indices.length, 0));
  let [atPosition, atIndex] = [0, 0];
  for (const { meshes: own, place } of parts) {
    for (const mesh of own) {
      const first = atPosition / 3;
      mesh.positions.forEach((value, at) => (positions[atPosition + at] = value + (place[at % 3] ?? 0)));
      mesh.indices.forEach((index, at) => (indices[atIndex + at] = index + first));
      atPosition += mesh.positions.length;
      atIndex += mesh.indices.length;
    }
  }
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
  return geometry.setIndex(new BufferAttribute(indices, 1));
}

const singlePrecision = 2 ** -24;

/** Measures how far a point of one model is from the surface of the other. */
function nearestOn({ tree, origin, noise }: Surface, from: Surface): (point: Vector3) => number {
  const shift = new Vector3(...([0, 1, 2] as const).map((axis) => from.origin[axis] - origin[axis]));
  const shifted = new Vector3();
  const found: HitPointInfo = { point: new Vector3(), distance: 0, faceIndex: 0 };
  const certain = Math.max(noise, from.noise);
  return (point) => {
    const distance = tree.closestPointToPoint(shifted.addVectors(point, shift), found)?.distance ?? 0;
    return distance <= certain ? 0 : distance;
  };
}

/** One distance for each corner of each mesh of each part. */
function distancesTo(to: Surface, from: Surface): Float32Array[][] {
  const nearest = nearestOn(to, from);
  const point = new Vector3();
  return from.parts.map(({ meshes, place }) =>
    meshes.map(({ positions }) =>
      Float32Array.from({ length: positions.length / 3 }, (_, corner) =>
        nearest(addPlace(point.fromArray(positions, corner * 3), place)),
      ),
    ),
  );
}

const addPlace = (point: Vector3, [x, y, z]: Point3): Vector3 => point.set(point.x + x, point.y + y, point.z + z);

/** About so many points stand for a surface, beside one for each triangle: corners alone do not see a hole in a plate. */
const usualPoints = 20_000;
/** A triangle is divided into so many in a row at most. */
const mostPieces = 64;

interface Total {
  greatest: number;
  sum: number;
  weight: number;
}

/** Each triangle counts as much as it is large. */
function surveyed(to: Surface, from: Surface, corners: readonly (readonly Float32Array[])[]): Total {
  const greatest = corners.flat().reduce((most, one) => one.reduce((a, b) => Math.max(a, b), most), 0);
  const total = { greatest, sum: 0, weight: 0 };
  const nearest = nearestOn(to, from);
  const triangles = from.parts.flatMap(({ meshes, place }) => meshes.flatMap((mesh) => trianglesOf(mesh, place)));
  const spacing = Math.sqrt(triangles.reduce((sum, triangle) => sum + triangle.getArea(), 0) / usualPoints);
  for (const triangle of triangles) addTriangle(total, triangle, spacing, nearest);
  return total;
}

function trianglesOf({ positions, indices }: Mesh, place: Point3): Triangle[] {
  const at = (index: number): Vector3 => addPlace(new Vector3().fromArray(positions, (indices[index] ?? 0) * 3), place);
  return Array.from({ length: Math.floor(indices.length / 3) }, (_, which) => {
    const first = which * 3;
    return new Triangle(at(first), at(first + 1), at(first + 2));
  });
}

/** Measures in the middles of even pieces of it. */
function addTriangle(total: Total, triangle: Triangle, spacing: number, nearest: (point: Vector3) => number): void {
  const area = triangle.getArea();
  const pieces = Math.min(mostPieces, Math.max(1, Math.ceil(Math.sqrt(2 * area) / spacing) || 1));
  const [along, across] = [triangle.b.clone().sub(triangle.a), triangle.c.clone().sub(triangle.a)];
  const point = new Vector3();
  const measure = (u: number, v: number): void => {
    point
      .copy(triangle.a)
      .addScaledVector(along, u / pieces)
      .addScaledVector(across, v / pieces);
    const distance = nearest(point);
    total.sum += (area * distance) / pieces ** 2;
    total.greatest = Math.max(total.greatest, distance);
  };
  for (let row = 0; row < pieces; row += 1) {
    for (let column = 0; row + column < pieces; column += 1) {
      measure(row + 1 / 3, column + 1 / 3);
      if (row + column + 1 < pieces) measure(row + 2 / 3, column + 2 / 3);
    }
  }
  total.weight += area;
}
