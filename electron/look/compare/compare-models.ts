import type { ShapeChange, ShapeComparison, ShapeSizes } from '../../../shared/rpc/comparison.ts';
import { partsOf, type ModelScene } from '../../../shared/rpc/scene.ts';
import { notShownIn, type Compared } from './compared.ts';
import { measurePart, sizeOf, sumOfCounts, widestSide, type MeasuredPart } from './measure-part.ts';
import { pairParts, type Pair, type Tolerance } from './pair-parts.ts';
import { isAtRest, scaleBetween } from './rigid-motion.ts';

/** The share of a size that rounding may move a point by. */
const toleranceShare = 1e-6;
/** In millimetres nobody means less, however small the part. */
const leastMillimetres = 1e-3;

export function compareModels(before: ModelScene, after: ModelScene): Compared {
  const [one, other] = [measured(before), measured(after)];
  const pairs = pairParts(one, other, toleranceOf(before, after));
  const changes: ShapeChange[] = [];
  const marks: Compared['marks'] = { before: one.map(() => 'removed'), after: other.map(() => 'added') };
  let unchanged = 0;
  for (const pair of pairs.toSorted((a, b) => a.before - b.before)) {
    const change = changeOf(pair, one[pair.before] as MeasuredPart, other[pair.after] as MeasuredPart);
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
  const unit = before.unit && after.unit;
  const comparison: ShapeComparison = {
    of: 'model',
    ...(unit ? { unit } : {}),
    before: wholeOf(before, one),
    after: wholeOf(after, other),
    changes,
    unchanged,
    ...notShownIn(before, after),
  };
  return { comparison, marks };
}

function measured({ root, origin }: ModelScene): MeasuredPart[] {
  return partsOf(root).map((part) => measurePart(part, origin));
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

function changeOf({ motion }: Pair, before: MeasuredPart, after: MeasuredPart): ShapeChange | undefined {
  const formerName = before.name !== after.name && before.name !== '' ? { formerName: before.name } : {};
  const change = { ...namesOf(after), ...formerName, before: before.sizes, after: after.sizes };
  if (motion && !isAtRest(motion)) return { kind: 'moved', ...change, motion };
  if (motion) {
    if (JSON.stringify(before.colours) !== JSON.stringify(after.colours)) return { kind: 'recoloured', ...change };
    return formerName.formerName === undefined ? undefined : { kind: 'renamed', ...change };
  }
  const factor = scaleBetween(before, after);
  return factor === undefined ? { kind: 'changed', ...change } : { kind: 'scaled', ...change, factor };
}

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
