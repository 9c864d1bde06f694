import type { Point3 } from '../../../shared/rpc/scene.ts';

/** Places in space that are taken one after the other. */
export interface NearestPlaces {
  /** Those that are left, the nearest first; few steps, however many places there are and however many were taken. */
  nearest(point: Point3, count: number): number[];
  take(place: number): void;
}

/** So many are looked through one by one. */
const leafPlaces = 8;

/** @param pointOf where a place is */
export function createNearestPlaces(places: readonly number[], pointOf: (place: number) => Point3): NearestPlaces {
  const leaves = new Map<number, Branch>();
  const root = branchOf(places, undefined, { pointOf, leaves });
  return {
    nearest(point, count) {
      const found: Found[] = [];
      search(root, point, { count, pointOf, found });
      return found.map(({ place }) => place);
    },
    take(place) {
      for (let branch = leaves.get(place); branch; branch = branch.above) branch.left -= 1;
      const leaf = leaves.get(place);
      leaf?.places.splice(leaf.places.indexOf(place), 1);
      leaves.delete(place);
    },
  };
}

interface Branch {
  readonly min: Point3;
  readonly max: Point3;
  readonly above: Branch | undefined;
  /** Empty at a leaf. */
  halves: readonly Branch[];
  /** What is left at a leaf. */
  readonly places: number[];
  /** How many are left, in its halves as well. */
  left: number;
}

interface Growing {
  readonly pointOf: (place: number) => Point3;
  readonly leaves: Map<number, Branch>;
}

function branchOf(places: readonly number[], above: Branch | undefined, growing: Growing): Branch {
  const points = places.map(growing.pointOf);
  const along = (axis: 0 | 1 | 2, pick: (a: number, b: number) => number): number =>
    points.reduce((most, point) => pick(most, point[axis]), points[0]?.[axis] ?? 0);
  const min: Point3 = [along(0, Math.min), along(1, Math.min), along(2, Math.min)];
  const max: Point3 = [along(0, Math.max), along(1, Math.max), along(2, Math.max)];
  const branch: Branch = { min, max, above, halves: [], places: [], left: places.length };
  if (places.length <= leafPlaces) {
    branch.places.push(...places);
    for (const place of places) growing.leaves.set(place, branch);
    return branch;
  }
  const sides = [max[0] - min[0], max[1] - min[1], max[2] - min[2]];
  const axis = sides.indexOf(Math.max(...sides)) as 0 | 1 | 2;
  const sorted = places.toSorted((a, b) => growing.pointOf(a)[axis] - growing.pointOf(b)[axis]);
  const middle = Math.ceil(sorted.length / 2);
  branch.halves = [sorted.slice(0, middle), sorted.slice(middle)].map((half) => branchOf(half, branch, growing));
  return branch;
}

interface Found {
  readonly place: number;
  /** Squared. */
  readonly away: number;
}

interface Search {
  readonly count: number;
  readonly pointOf: (place: number) => Point3;
  /** The nearest so far, in this order. */
  readonly found: Found[];
}

function search(branch: Branch, point: Point3, searching: Search): void {
  const { found, count, pointOf } = searching;
  const isFull = found.length >= count;
  if (branch.left === 0 || (isFull && awayFrom(branch, point) >= (found.at(-1)?.away ?? 0))) return;
  for (const place of branch.places) {
    const away = squared(pointOf(place), point);
    let at = found.length;
    while (at > 0 && (found[at - 1]?.away ?? 0) > away) at -= 1;
    if (at >= count) continue;
    found.splice(at, 0, { place, away });
    if (found.length > count) found.pop();
  }
  const [one, other] = branch.halves;
  if (!one || !other) return;
  const isOtherNearer = awayFrom(other, point) < awayFrom(one, point);
  search(isOtherNearer ? other : one, point, searching);
  search(isOtherNearer ? one : other, point, searching);
}

/** Squared; nothing inside of its box. */
function awayFrom({ min, max }: Branch, point: Point3): number {
  const beside = ([0, 1, 2] as const).map((axis) => Math.max(min[axis] - point[axis], 0, point[axis] - max[axis]));
  return beside.reduce((sum, way) => sum + way ** 2, 0);
}

const squared = (one: Point3, other: Point3): number =>
  (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2;
