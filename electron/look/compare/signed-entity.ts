import type { BoxSize } from '../../../shared/rpc/comparison.ts';
import type { Bounds, DrawingScene, Entity } from '../../../shared/rpc/scene.ts';
import { createBox, sizeOf, widestSide } from '../box.ts';

/** What identifies an entity. */
export interface SignedEntity {
  /** What it has on each of its layers; of most, only one. */
  readonly pieces: readonly Entity[];
  /** The first one, which says what it is. */
  readonly entity: Entity;
  /** Those of the pieces whose layers are on. */
  readonly shown: readonly Entity[];
  /** Of the pieces, among all entities of the drawing. */
  readonly places: readonly number[];
  /** What it is, wherever it is drawn and however large. */
  readonly kind: string;
  /** Of its lines, then of its texts: all that may be rounded. Heights and angles are the same everywhere. */
  readonly numbers: Float64Array;
  readonly box: BoxSize;
  readonly corner: readonly [number, number];
}

/** What stands on layers that are off too: whoever looks at a drawing can switch them on. */
export function signEntities({ entities, layers }: DrawingScene): SignedEntity[] {
  const hidden = new Set(layers.filter(({ isVisible }) => !isVisible).map(({ name }) => name));
  const all: { readonly place: number; readonly pieces: [Entity, ...Entity[]] }[] = [];
  for (const [place, entity] of entities.entries()) {
    if (entity.belongsToPrevious) all.at(-1)?.pieces.push(entity);
    else all.push({ place, pieces: [entity] });
  }
  return all.map(({ place, pieces }) => signEntity(pieces, place, hidden));
}

function signEntity(pieces: readonly [Entity, ...Entity[]], place: number, hidden: ReadonlySet<string>): SignedEntity {
  const [entity] = pieces;
  const bounds = boundsOf(pieces);
  const points = pieces.flatMap((piece) => [
    ...comparedLines(piece).flatMap((line) => [...line]),
    ...piece.texts.flatMap(({ x, y }) => [x, y]),
  ]);
  return {
    pieces,
    entity,
    shown: pieces.filter(({ layer }) => !hidden.has(layer)),
    places: pieces.map((_, at) => place + at),
    kind: JSON.stringify([
      entity.type,
      entity.colour,
      entity.unseen,
      pieces.map((piece) => [...kindOf(piece), hidden.has(piece.layer)]),
    ]),
    numbers: Float64Array.from(points),
    box: sizeOf(bounds),
    corner: [bounds?.min[0] ?? 0, bounds?.min[1] ?? 0],
  };
}

export function comparedLines({ patterned, lines }: Entity): Entity['lines'] {
  return patterned?.lines ?? lines;
}

function kindOf(piece: Entity): unknown[] {
  const words = piece.texts.map(({ text, align, height, angle, stretch }) => [
    ...[text, align, ...[Math.cos(angle), Math.sin(angle)].map((share) => Math.round(share * 1e6))],
    ...[height, stretch].map((value) => value.toPrecision(6)),
  ]);
  const lengths = comparedLines(piece).map(({ length }) => length);
  return [piece.layer, lengths, piece.fills.length, words, piece.patterned?.patterns];
}

/** Around what entities are compared by. */
export function boundsOf(entities: readonly Entity[]): Bounds | undefined {
  const box = createBox();
  for (const entity of entities) {
    for (const line of comparedLines(entity)) box.addFlat(line);
    for (const { x, y } of entity.texts) box.addFlat([x, y]);
  }
  return box.bounds();
}

/** Of the width of a drawing, and of the usual width of what is drawn; some programs write six digits of each number. */
const [drawingShare, entityShare] = [1e-6, 1e-4];
/** What double precision leaves, after some sums. */
const precision = 2 ** -48;

/**
 * How far a coordinate may be off and still be the same. One object that lies astray does not make that more: by the
 * coordinates of a country it is hundreds of kilometres away.
 */
export function toleranceFor(drawings: readonly DrawingScene[], entities: readonly SignedEntity[]): number {
  const widest = Math.max(...drawings.map(({ bounds }) => widestSide(sizeOf(bounds))));
  const corners = drawings.flatMap(({ bounds }) => (bounds ? [...bounds.min, ...bounds.max] : []));
  const farthest = corners.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const wide = entities.map(({ box }) => widestSide(box)).filter((side) => side > 0);
  const usual = wide.toSorted((a, b) => a - b)[Math.floor(wide.length / 2)] ?? Infinity;
  return Math.max(Math.min(drawingShare * widest, entityShare * usual), precision * farthest) || 1e-9;
}

/** Whether two entities of one kind are drawn alike. @param isAnywhere even if they are so in different places */
export function isAlike(one: SignedEntity, other: SignedEntity, tolerance: number, isAnywhere: boolean): boolean {
  const from = isAnywhere ? one.corner : zero;
  const to = isAnywhere ? other.corner : zero;
  return one.numbers.every((value, at) => {
    const [here, there] = [value - (from[at % 2] ?? 0), (other.numbers[at] ?? NaN) - (to[at % 2] ?? 0)];
    return Math.abs(here - there) <= tolerance;
  });
}

const zero = [0, 0] as const;
