import { createHash, type Hash } from 'node:crypto';
import type { IBlock, IDimensionEntity, IEntity, IInsertEntity } from 'dxf-parser';
import type { DrawnText, Entity, Fill } from '../../../shared/rpc/scene.ts';
import { areCoordinates } from './coordinates.ts';
import { textIn, type GroupedEntity } from './dxf-groups.ts';
import type { DrawingStyle } from './dxf-leaders.ts';
import { dimensionTypes, shapeOfEntity, type Shape } from './dxf-lines.ts';
import { memberOf } from './dxf-multileaders.ts';
import { textOfEntity } from './dxf-texts.ts';
import { unseenOf } from './dxf-unseen.ts';
import type { NotShown } from './not-shown.ts';
import type { ShapeBudget } from './shape-source.ts';

/** By their names in small letters: who names one may spell it otherwise. */
export type Blocks = ReadonlyMap<string, IBlock>;

interface Flattening {
  readonly blocks: Blocks;
  readonly budget: ShapeBudget;
  readonly notShown: Pick<NotShown, 'add'>;
  /** From units of the file to those of the scene. */
  readonly scale: number;
  readonly style: DrawingStyle;
  /** What was drawn before: a block has the same shapes in each of its places. */
  readonly known: WeakMap<IEntity, Shape>;
  /** What was not drawn before of each. */
  readonly unseen: WeakMap<IEntity, string>;
  /** Told of each entity that is nowhere. */
  readonly leaveOut: (entity: IEntity) => void;
}

type Flat = Pick<Entity, 'lines' | 'fills' | 'texts' | 'patterned' | 'unseen'>;
/** x' = a·x + c·y + e, y' = b·x + d·y + f. */
export type Placement = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const deepestBlock = 16;

/** An entity as lines, areas and texts; of a block or a dimension, all that is drawn for it. */
export function flattenEntity(flattening: Flattening, entity: IEntity): Flat {
  const flat: Gathering['flat'] = { lines: [], edges: [], patterns: [], fills: [], texts: [] };
  gather({ ...flattening, flat }, entity, [flattening.scale, 0, 0, flattening.scale, 0, 0], 0);
  const { edges, patterns, unseen, ...shown } = flat;
  return {
    ...shown,
    ...(patterns.length > 0 ? { patterned: { lines: edges, patterns: patterns.join() } } : {}),
    ...(unseen ? { unseen: unseen.digest('base64') } : {}),
  };
}

interface Gathering extends Flattening {
  readonly flat: {
    readonly lines: Float64Array[];
    /** The lines, with the edges of patterns in the place of their lines. */
    readonly edges: Float64Array[];
    readonly patterns: string[];
    readonly fills: Fill[];
    readonly texts: DrawnText[];
    unseen?: Hash;
  };
}

function gather(gathering: Gathering, entity: IEntity, placement: Placement, depth: number): void {
  const { budget, flat, blocks } = gathering;
  budget.spend('points', 1);
  noteUnseen(gathering, entity);
  const block = blockOf(entity, blocks);
  if (block) {
    if (depth >= deepestBlock) return gathering.notShown.add(entity.type);
    for (const place of placesOf(gathering, entity, block, placement)) {
      // Its own numbers take its members there, and none of theirs.
      if (!areCoordinates(place)) {
        gathering.leaveOut(entity);
        continue;
      }
      for (const member of (block.entities as IEntity[] | undefined) ?? [])
        gather(gathering, memberOf(entity, member), place, depth + 1);
    }
    return;
  }
  const shape = gathering.known.get(entity) ?? shapeOfEntity(entity, gathering.style);
  gathering.known.set(entity, shape);
  const put = (line: Float64Array): Float64Array => {
    budget.spend('points', line.length / 2);
    return line.map((_, at) => placedNumber(line, at, placement));
  };
  const lines = shape.lines.map(put);
  const edges = shape.patterned?.lines.map(put) ?? lines;
  const fills = shape.fills.map((rings) => rings.map(put));
  const text = textOfEntity(entity, depth > 0);
  const texts = text && text.text.trim() !== '' ? [placedText(text, placement)] : [];
  const numbers = texts.map(({ x, y, height, angle, stretch }) => [x, y, height, angle, stretch]);
  // Half of what somebody drew would be taken for the whole.
  if (![lines, edges, fills.flat(), numbers].flat().every(areCoordinates)) return gathering.leaveOut(entity);
  flat.lines.push(...lines);
  flat.edges.push(...edges);
  if (shape.patterned) flat.patterns.push(shape.patterned.patterns);
  flat.fills.push(...fills);
  flat.texts.push(...texts);
  for (const inner of shape.inner ?? []) gather(gathering, inner, placement, depth);
}

/** And of which of the lines and texts it holds: those that follow. */
function noteUnseen({ flat, unseen, style }: Gathering, entity: IEntity): void {
  const said = unseen.get(entity) ?? unseenOf(entity, style.lineStyles.get(String(entity.layer).toLowerCase()));
  unseen.set(entity, said);
  if (said === '') return;
  flat.unseen ??= createHash('sha256');
  flat.unseen.update(`${flat.lines.length} ${flat.texts.length} ${said}\n`);
}

function placedText(text: DrawnText, [a, b, c, d, e, f]: Placement): DrawnText {
  const { x, y } = text;
  const height = text.height * Math.sqrt(Math.abs(a * d - b * c));
  return { ...text, x: a * x + c * y + e, y: b * x + d * y + f, height, angle: text.angle + Math.atan2(b, a) };
}

function placedNumber(line: Float64Array, at: number, [a, b, c, d, e, f]: Placement): number {
  const [x = 0, y = 0] = at % 2 === 0 ? [line[at], line[at + 1]] : [line[at - 1], line[at]];
  return at % 2 === 0 ? a * x + c * y + e : b * x + d * y + f;
}

function blockNameOf(entity: IEntity): string | undefined {
  if (entity.type === 'INSERT') return (entity as IInsertEntity).name;
  if (entity.type === 'DIMENSION') return (entity as IDimensionEntity).block;
  return dimensionTypes.has(entity.type) ? textIn(entity as GroupedEntity, 2) : undefined;
}

function blockOf(entity: IEntity, blocks: Blocks): IBlock | undefined {
  return blocks.get(blockNameOf(entity)?.toLowerCase() ?? '');
}

/** Whether it is an insert of a block that is not there, or a dimension that its program did not draw. */
export function isWithoutBlock(entity: IEntity, blocks: Blocks): boolean {
  return (entity.type === 'INSERT' || dimensionTypes.has(entity.type)) && !blockOf(entity, blocks);
}

/** Where the copies of a block stand. */
function* placesOf(
  { budget }: Flattening,
  entity: IEntity,
  block: IBlock,
  outer: Placement,
): Generator<Placement, void> {
  if (entity.type !== 'INSERT') {
    // A copy of a dimension shows the block of the first one, somewhere else.
    const { x, y } = (entity as Partial<IDimensionEntity>).insertionPoint ?? { x: 0, y: 0 };
    yield compose(outer, [1, 0, 0, 1, x, y]);
    return;
  }
  const insert = entity as Partial<IInsertEntity>;
  const { xScale = 1, yScale = 1, rotation = 0, position = { x: 0, y: 0 }, columnSpacing = 0, rowSpacing = 0 } = insert;
  const [columns, rows] = [insert.columnCount || 1, insert.rowCount || 1];
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
  // Seen from below, x runs the other way.
  const side = (insert.extrusionDirection?.z ?? 1) < 0 ? -1 : 1;
  const base = (block.position as IBlock['position'] | undefined) ?? { x: 0, y: 0 };
  // Even of a block with nothing in it.
  budget.spend('points', Math.max(0, columns * rows));
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [dx, dy] = [column * columnSpacing, row * rowSpacing];
      const turned: Placement = [
        side * cos * xScale,
        sin * xScale,
        side * -sin * yScale,
        cos * yScale,
        side * (position.x + cos * dx - sin * dy),
        position.y + sin * dx + cos * dy,
      ];
      yield compose(outer, compose(turned, [1, 0, 0, 1, -base.x, -base.y]));
    }
  }
}

/** The inner placement first, then the outer. */
function compose(outer: Placement, inner: Placement): Placement {
  const [a, b, c, d, e, f] = outer;
  return [
    a * inner[0] + c * inner[1],
    b * inner[0] + d * inner[1],
    a * inner[2] + c * inner[3],
    b * inner[2] + d * inner[3],
    a * inner[4] + c * inner[5] + e,
    b * inner[4] + d * inner[5] + f,
  ];
}
