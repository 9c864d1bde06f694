import type { BoxSize, Motion, ShapeChange, ShapeSizes } from '../../../shared/rpc/comparison.ts';
import type { DrawingScene, Entity } from '../../../shared/rpc/scene.ts';
import type { Mark } from '../../../shared/rpc/look-record.ts';
import { sizeOf } from '../box.ts';
import { notShownIn, unitOf, type Compared } from './compared.ts';
import { sumOfCounts } from './measure-part.ts';
import { boundsOf, comparedLines, isAlike, signEntities, toleranceFor, type SignedEntity } from './signed-entity.ts';

/** Compares what is to be seen of two drawings: entities that are drawn alike, then those with the same handle. */
export function compareDrawings(before: DrawingScene, after: DrawingScene): Compared {
  const [one, other] = [signEntities(before), signEntities(after)];
  const tolerance = toleranceFor([before, after], [...one, ...other]);
  const marks: Compared['marks'] = {
    before: before.entities.map((): Mark => 'unchanged'),
    after: after.entities.map((): Mark => 'unchanged'),
  };
  const changes: ShapeChange[] = [];
  const isHere: Judge = (was, is) => isAlike(was, is, tolerance, false);
  const isAnywhere: Judge = (was, is) => isAlike(was, is, tolerance, true);
  const exact = pairBy({ before: one, after: other }, ({ kind, numbers }) => `${kind} ${numbers.join()}`);
  const near = nearby(tolerance).reduce<Paired>((left, keyOf) => withPairs(left, pairBy(left, keyOf, isHere)), exact);
  const moved = pairBy(near, ({ entity: { handle }, kind }) => handle && `${handle} ${kind}`, isAnywhere);
  const changed = pairBy(moved, ({ entity: { handle, type } }) => handle && `${handle} ${type}`);
  const elsewhere = pairBy(changed, sizedKind(tolerance), isAnywhere);
  const tell = (pairs: Paired['pairs'], kind: 'moved' | 'changed'): void => {
    for (const [was, is] of pairs) {
      mark(marks.before, was, kind);
      mark(marks.after, is, kind);
      const motion = kind === 'moved' ? { motion: motionOf(was, is) } : {};
      changes.push({ kind, ...namesOf(is.entity), before: sizesOf(was), after: sizesOf(is), ...motion });
    }
  };
  tell([...moved.pairs, ...elsewhere.pairs], 'moved');
  tell(changed.pairs, 'changed');
  for (const was of elsewhere.before) {
    mark(marks.before, was, 'removed');
    changes.push({ kind: 'removed', ...namesOf(was.entity), before: sizesOf(was) });
  }
  for (const is of elsewhere.after) {
    mark(marks.after, is, 'added');
    changes.push({ kind: 'added', ...namesOf(is.entity), after: sizesOf(is) });
  }
  const whole = { of: 'drawing', ...unitOf(before, after), before: wholeOf(one), after: wholeOf(other) } as const;
  const rest = { unchanged: near.pairs.length, ...notShownIn(before, after) };
  return { comparison: { ...whole, changes, ...rest }, marks };
}

function mark(marks: Mark[], { places }: SignedEntity, as: Mark): void {
  for (const place of places) marks[place] = as;
}

type Judge = (was: SignedEntity, is: SignedEntity) => boolean;
type KeyOf = (signed: SignedEntity) => string;
type Left = Readonly<Record<'before' | 'after', readonly SignedEntity[]>>;

interface Paired extends Left {
  readonly pairs: readonly (readonly [SignedEntity, SignedEntity])[];
}

/** Entities of one key are tried up to here: as many that are all a little different are no drawing. */
const mostTries = 50;

/** Pairs what has the same key and passes the judge, each once and in its order; what is left has no partner. */
function pairBy({ before, after }: Left, keyOf: KeyOf, judge: Judge = () => true): Paired {
  // The first one stands last, from where it is taken without moving all others.
  const waiting = Map.groupBy(after.toReversed(), keyOf);
  const pairs: (readonly [SignedEntity, SignedEntity])[] = [];
  const left: SignedEntity[] = [];
  for (const was of before) {
    const key = keyOf(was);
    const candidates = key === '' ? [] : (waiting.get(key) ?? []);
    const first = candidates.slice(-mostTries);
    const at = first.findLastIndex((is) => judge(was, is));
    const [is] = at < 0 ? [] : candidates.splice(at - first.length, 1);
    if (is) pairs.push([was, is]);
    else left.push(was);
  }
  const paired = new Set(pairs.map(([, is]) => is));
  return { pairs, before: left, after: after.filter((is) => !paired.has(is)) };
}

const withPairs = ({ pairs }: Paired, next: Paired): Paired => ({ ...next, pairs: [...pairs, ...next.pairs] });

/** Squares so much wider than the tolerance that few entities share one. */
const squareTolerances = 100;

/** What is as good as in one place stands in one square of one of these grids. */
function nearby(tolerance: number): KeyOf[] {
  const phases = [0, 0.5].flatMap((x) => [0, 0.5].map((y) => [x, y] as const));
  return phases.map((phase) => ({ kind, corner }) => {
    const square = corner.map((value, axis) => Math.floor(value / (tolerance * squareTolerances) + (phase[axis] ?? 0)));
    return `${kind} ${square.join()}`;
  });
}

/** What is as large has one key, or that of a neighbour: then it counts as another one. */
function sizedKind(tolerance: number): KeyOf {
  return ({ kind, box }) =>
    `${kind} ${[box.width, box.depth].map((side) => Math.round(side / (tolerance * squareTolerances))).join()}`;
}

function motionOf(was: SignedEntity, is: SignedEntity): Motion {
  return { by: [is.corner[0] - was.corner[0], is.corner[1] - was.corner[1], 0], turnedDegrees: 0 };
}

function namesOf({ texts, layer, type }: Entity): Pick<ShapeChange, 'name' | 'path' | 'type'> {
  return { name: texts[0]?.text.split('\n')[0] ?? '', path: [layer], type };
}

/** A drawing lies flat: what goes up on it is its height. */
function flat({ width, depth }: BoxSize): BoxSize {
  return { width, depth: 0, height: depth };
}

function sizesOf({ box, pieces }: SignedEntity): ShapeSizes {
  return { box: flat(box), counts: countsOf(pieces) };
}

function countsOf(entities: readonly Entity[]): ShapeSizes['counts'] {
  return sumOfCounts(
    entities.map((entity) => ({
      ...(comparedLines(entity).length > 0 ? { lines: comparedLines(entity).length } : {}),
      ...(entity.fills.length > 0 ? { areas: entity.fills.length } : {}),
      ...(entity.texts.length > 0 ? { texts: entity.texts.length } : {}),
    })),
  );
}

function wholeOf(all: readonly SignedEntity[]): ShapeSizes {
  const shown = all.flatMap((signed) => signed.shown);
  return { box: flat(sizeOf(boundsOf(shown))), counts: countsOf(shown) };
}
