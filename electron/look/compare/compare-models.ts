import type { ShapeChange, ShapeComparison, ShapeSizes } from '../../../shared/rpc/comparison.ts';
import { partsOf, type Colour, type ModelScene } from '../../../shared/rpc/scene.ts';
import { sizeOf, widestSide } from '../box.ts';
import { createVolumeBudget } from './closed-volume.ts';
import { notShownIn, unitOf, type Compared } from './compared.ts';
import { measurePart, sumOfCounts, type MeasuredPart } from './measure-part.ts';
import { pairParts, type Pair, type Tolerance } from './pair-parts.ts';
import { isAtRest, isSameNet, roundings, scaleBetween } from './rigid-motion.ts';
import { isSameShape } from './same-shape.ts';

/** The share of a size that rounding may move a point by. */
const toleranceShare = 1e-6;
/** In millimetres nobody means less, however small the part. */
const leastMillimetres = 1e-3;

export function compareModels(before: ModelScene, after: ModelScene): Compared {
  const [one, other] = measured(before, after);
  const tolerance = toleranceOf(before, after);
  const pairs = pairParts(one, other, tolerance);
  const changes: ShapeChange[] = [];
  const marks: Compared['marks'] = { before: one.map(() => 'removed'), after: other.map(() => 'added') };
  let unchanged = 0;
  for (const pair of pairs.toSorted((a, b) => a.before - b.before)) {
    const change = changeOf(
      pair.motion,
      one[pair.before] as MeasuredPart,
      other[pair.after] as MeasuredPart,
      tolerance,
    );
    marks.before[pair.before] = marks.after[pair.after] = change?.kind ?? 'unchanged';
    if (change) changes.push(change);
    else unchanged += 1;
  }
  for (const [place, part] of one.entries()) {
    if (marks.before[place] === 'removed') changes.push({ kind: 'removed', ...namesOf(part), before: part.sizes });
  }
  for (const [place, part] of other.entries()) {
    if (marks.after[place] === 'added') changes.push({ kind: 'added', ...namesOf(part), after: part.sizes });
  }
  const comparison: ShapeComparison = {
    of: 'model',
    ...unitOf(before, after),
    before: wholeOf(before, one),
    after: wholeOf(after, other),
    changes,
    unchanged,
    ...notShownIn(before, after),
  };
  return { comparison, marks };
}

function measured(...scenes: readonly [ModelScene, ModelScene]): [MeasuredPart[], MeasuredPart[]] {
  const budget = createVolumeBudget();
  const [one, other] = scenes.map(({ root, origin }) => partsOf(root).map((part) => measurePart(part, origin, budget)));
  // One that was not computed would be told as one that is not there.
  const told = (parts: MeasuredPart[] = []): MeasuredPart[] => (budget.steps < 0 ? parts.map(withoutVolume) : parts);
  return [told(one), told(other)];
}

function withoutVolume(part: MeasuredPart): MeasuredPart {
  const { box, counts } = part.sizes;
  return { ...part, sizes: { box, counts } };
}

/**
 * How far a point may be off and still be where it was. Where the unit is known, it is as large as the parts ask for,
 * however far they are apart; else, where files often have six digits of each number, as the model does.
 */
function toleranceOf(...scenes: readonly ModelScene[]): Tolerance {
  if (scenes.every(({ unit }) => unit === 'mm')) {
    return (...parts) => Math.max(leastMillimetres, toleranceShare * Math.max(...parts.map(({ widest }) => widest)));
  }
  const widest = Math.max(...scenes.map(({ bounds }) => widestSide(sizeOf(bounds))));
  return () => toleranceShare * widest;
}

function changeOf(
  motion: Pair['motion'],
  before: MeasuredPart,
  after: MeasuredPart,
  tolerance: Tolerance,
): ShapeChange | undefined {
  const formerName = before.name !== after.name && before.name !== '' ? { formerName: before.name } : {};
  const change = { ...namesOf(after), ...formerName, before: before.sizes, after: after.sizes };
  if (motion && !isAtRest(motion)) return { kind: 'moved', ...change, motion };
  if (motion) {
    if (!isSameColour(before, after, tolerance)) return { kind: 'recoloured', ...change };
    return formerName.formerName === undefined ? undefined : { kind: 'renamed', ...change };
  }
  const factor = scaleBetween(before, after, tolerance(before, after));
  return factor === undefined ? { kind: 'changed', ...change } : { kind: 'scaled', ...change, factor };
}

/** Of shapes that are the same: whether each colour is where it was. */
function isSameColour(before: MeasuredPart, after: MeasuredPart, tolerance: Tolerance): boolean {
  if (isSameNet(before, after)) {
    return before.meshes.every(({ colour }, at) => nameOf(colour) === nameOf(after.meshes[at]?.colour));
  }
  const [one, other] = [before, after].map(({ meshes }) => Map.groupBy(meshes, ({ colour }) => nameOf(colour)));
  const colours = new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])]);
  if (colours.size < 2) return true;
  return [...colours].every((colour) => {
    // One that is in one of them only has nothing to lie on.
    const ofColour = (part: MeasuredPart, meshes: MeasuredPart['meshes'] = []) => ({ ...part, meshes });
    const sides = [ofColour(before, one?.get(colour)), ofColour(after, other?.get(colour))] as const;
    return isSameShape(...sides, roundings * tolerance(before, after));
  });
}

const nameOf = (colour: Colour | undefined): string => JSON.stringify(colour ?? null);

function namesOf({ name, path, type }: MeasuredPart): Pick<ShapeChange, 'name' | 'path' | 'type'> {
  return { name, path: [...path], ...(type === undefined ? {} : { type }) };
}

/** Of the model as a whole; it has a volume where each of its parts has, and none is left out. */
function wholeOf({ bounds, damaged }: ModelScene, parts: readonly MeasuredPart[]): ShapeSizes {
  const volumes = parts.flatMap(({ sizes }) => sizes.volume ?? []);
  return {
    box: sizeOf(bounds),
    ...(volumes.length === parts.length && !damaged
      ? { volume: volumes.reduce((sum, volume) => sum + volume, 0) }
      : {}),
    counts: sumOfCounts(parts.map(({ sizes }) => sizes.counts)),
  };
}
