import type { Motion } from '../../../shared/rpc/comparison.ts';
import type { Point3 } from '../../../shared/rpc/scene.ts';
import { minus } from '../vectors.ts';
import type { MeasuredPart } from './measure-part.ts';
import { createNearestPlaces, type NearestPlaces } from './nearest-places.ts';
import { isAtRest, motionBetween, scaleBetween } from './rigid-motion.ts';

/** A part of before and what it is now; its places in both lists. */
export interface Pair {
  readonly before: number;
  readonly after: number;
  /** Where the shape is the same. */
  readonly motion: Motion | undefined;
}

/** How far a point of two parts may be off, in the unit of the scenes. */
export type Tolerance = (one: MeasuredPart, other: MeasuredPart) => number;

/** Whether a part may be that other one, and how it then got there. */
type Judge = (before: MeasuredPart, after: MeasuredPart) => Omit<Pair, 'before' | 'after'> | undefined;
type KeyOf = (part: MeasuredPart) => string | undefined;

/**
 * Finds for each part what it is now, each once, the surest first: what stands where it stood, then what has the same id,
 * then the same name, then the same shape.
 */
export function pairParts(
  before: readonly MeasuredPart[],
  after: readonly MeasuredPart[],
  tolerance: Tolerance,
): readonly Pair[] {
  const pairing = createPairing(before, after);
  const anyShape: Judge = (one, other) => ({ motion: motionBetween(one, other, tolerance(one, other)) });
  const sameShape: Judge = (one, other) => {
    const motion = motionBetween(one, other, tolerance(one, other));
    return motion && { motion };
  };
  const samePlace: Judge = (one, other) => {
    if (distance(one, other) > 10 * tolerance(one, other)) return undefined;
    const motion = motionBetween(one, other, tolerance(one, other));
    return motion && isAtRest(motion) ? { motion } : undefined;
  };
  const sameProportions: Judge = (one, other) =>
    scaleBetween(one, other, tolerance(one, other)) === undefined ? undefined : { motion: undefined };

  pairing.pass(cellOf, samePlace);
  pairing.pass(nameOf, samePlace);
  pairing.pass(shapeOf, samePlace);
  pairing.pass(({ id }) => id, anyShape);
  pairing.pass(nameOf, sameShape);
  const named: KeyOf = (part) => (part.name === '' ? undefined : nameOf(part));
  // Where all of it has another unit, the nearest of one name is often another part.
  pairing.pass(named, sameProportions);
  pairing.pass(named, anyShape);
  pairing.pass(shapeOf, sameShape);
  pairing.pass(shapeOf, sameProportions);
  // Nameless neighbours of other shapes: the nearest is the likeliest.
  pairing.pass((part) => (part.name === '' ? nameOf(part) : undefined), anyShape);
  return pairing.pairs;
}

/** Parts of one key are tried up to here: as many that are neighbours and not the same are no longer told apart. */
const mostTries = 50;

/** Pairs that are found in passes, each among the parts that the passes before it left. */
function createPairing(before: readonly MeasuredPart[], after: readonly MeasuredPart[]) {
  const pairs: Pair[] = [];
  const free = { before: new Set(before.keys()), after: new Set(after.keys()) };

  /** The nearest part that it may be: most often that is the first one. */
  function nearest(part: MeasuredPart, places: NearestPlaces, judge: Judge): Omit<Pair, 'before'> | undefined {
    for (const tries of [1, mostTries]) {
      for (const place of places.nearest(part.centroid, tries).slice(tries > 1 ? 1 : 0)) {
        const verdict = judge(part, after[place] as MeasuredPart);
        if (verdict) return { after: place, ...verdict };
      }
    }
    return undefined;
  }

  return {
    pairs: pairs as readonly Pair[],
    /** Pairs parts with the same key that the judge takes for one another. */
    pass: (keyOf: KeyOf, judge: Judge): void => {
      const centroidOf = (place: number): Point3 => (after[place] as MeasuredPart).centroid;
      const waiting = new Map(
        [...Map.groupBy(free.after, (place) => keyOf(after[place] as MeasuredPart))].map(
          ([key, places]) => [key, createNearestPlaces(places, centroidOf)] as const,
        ),
      );
      for (const place of free.before) {
        const part = before[place] as MeasuredPart;
        const key = keyOf(part);
        const places = key === undefined ? undefined : waiting.get(key);
        const found = places && nearest(part, places, judge);
        if (!found) continue;
        places.take(found.after);
        free.before.delete(place);
        free.after.delete(found.after);
        pairs.push({ before: place, ...found });
      }
    },
  };
}

const nameOf: KeyOf = ({ path, name }) => JSON.stringify([...path, name]);
/** What stayed is found here at once, and not among all others of its name: thousands of points have none. */
const cellOf: KeyOf = ({ path, name, centroid, extent }) =>
  JSON.stringify([...path, name, ...centroid.map(Math.round), extent.toPrecision(4)]);
/** Parts of one shape have this in common; whether they are of one shape is judged then. */
const shapeOf: KeyOf = ({ points, meshes }) =>
  [...points, ...meshes.map(({ indices }) => indices)].map(({ length }) => length).join();

function distance(one: MeasuredPart, other: MeasuredPart): number {
  return Math.hypot(...minus(one.centroid, other.centroid));
}
