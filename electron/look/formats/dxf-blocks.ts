import { createHash, type Hash } from 'node:crypto';
import type { IBlock, IDimensionEntity, IEntity, IInsertEntity } from 'dxf-parser';
import type { DrawnText, Entity, Fill } from '../../../shared/rpc/scene.ts';
import { areCoordinates } from './coordinates.ts';
import { textIn, type GroupedEntity } from './dxf-groups.ts';
import type { DrawingStyle } from './dxf-leaders.ts';
import { layerOfMember, unseenOfMember, type DxfLayer, type Layers } from './dxf-layers.ts';
import { dimensionTypes, shapeOfEntity, type Shape } from './dxf-lines.ts';
import { memberOf } from './dxf-multileaders.ts';
import type { ByName } from './dxf-names.ts';
import type { KindReading } from './dxf-pairs.ts';
import {
  compose,
  frameOf,
  isTilted,
  moveBy,
  placedLine,
  placedText,
  type Frame,
  type Placement,
} from './dxf-placement.ts';
import { textOfEntity } from './dxf-texts.ts';
import { isFlat, unseenOf } from './dxf-unseen.ts';
import type { NotShown } from './not-shown.ts';
import type { ShapeBudget } from './shape-source.ts';

export type Blocks = ByName<IBlock>;

interface Flattening {
  readonly blocks: Blocks;
  readonly layers: Layers;
  readonly budget: ShapeBudget;
  readonly notShown: Pick<NotShown, 'add'>;
  /** From units of the file to those of the scene. */
  readonly scale: number;
  readonly style: DrawingStyle;
  /** What was drawn before: a block has the same shapes in each of its places. */
  readonly known: WeakMap<IEntity, Shape>;
  /** What was not drawn before of each. */
  readonly unseen: WeakMap<IEntity, string>;
  /** What the file says of an entity that is drawn without it, by its handle. */
  readonly leftOut: KindReading['leftOut'];
  /** Told of each entity that is nowhere. */
  readonly leaveOut: (entity: IEntity) => void;
}

type FlatPiece = Pick<Entity, 'layer' | 'lines' | 'fills' | 'texts' | 'patterned' | 'unseen' | 'belongsToPrevious'>;
const deepestBlock = 16;

/**
 * An entity as lines, areas and texts, apart for each layer that something of it stands on; of a block or a dimension,
 * all that is drawn for it. None where nothing is.
 * @param layer that it stands on
 */
export function flattenEntity(flattening: Flattening, entity: IEntity, layer: DxfLayer): FlatPiece[] {
  const flat: Gathering['flat'] = { pieces: new Map() };
  const { scale } = flattening;
  const fromAbove: Placement = [
    [scale, 0, 0, 0],
    [0, scale, 0, 0],
  ];
  gather({ ...flattening, flat, layer, placement: fromAbove, depth: 0 }, entity);
  const unseen = flat.unseen?.digest('base64');
  return [...flat.pieces]
    .filter(([, { lines, texts }]) => lines.length + texts.length > 0)
    .map(([name, { edges, patterns, ...shown }], at) => ({
      layer: name,
      ...shown,
      ...(patterns.length > 0 ? { patterned: { lines: edges, patterns: patterns.join() } } : {}),
      ...(at > 0 ? { belongsToPrevious: true } : unseen ? { unseen } : {}),
    }));
}

/** What of an entity stands on one layer. */
interface Piece {
  readonly lines: Float64Array[];
  /** The lines, with the edges of patterns in the place of their lines. */
  readonly edges: Float64Array[];
  readonly patterns: string[];
  readonly fills: Fill[];
  readonly texts: DrawnText[];
}

interface Gathering extends Flattening {
  readonly layer: DxfLayer;
  readonly placement: Placement;
  /** In how many blocks, one inside of the other, the entity stands. */
  readonly depth: number;
  readonly flat: {
    /** By the names of their layers. */
    readonly pieces: Map<string, Piece>;
    unseen?: Hash;
  };
}

function pieceOf({ flat: { pieces }, layer: { name } }: Gathering): Piece {
  const piece = pieces.get(name) ?? { lines: [], edges: [], patterns: [], fills: [], texts: [] };
  pieces.set(name, piece);
  return piece;
}

function gather(gathering: Gathering, entity: IEntity): void {
  gathering.budget.spend('points', 1);
  noteUnseen(gathering, entity);
  for (const kind of gathering.leftOut.get(String(entity.handle)) ?? []) gathering.notShown.add(kind);
  const block = blockOf(entity, gathering.blocks);
  if (block) return gatherBlock(gathering, entity, block);
  if (namesBlock(entity)) gathering.notShown.add(entity.type);
  gatherShape(gathering, entity);
}

function gatherBlock(gathering: Gathering, entity: IEntity, block: IBlock): void {
  const depth = gathering.depth + 1;
  if (depth > deepestBlock) return gathering.notShown.add(entity.type);
  for (const placement of placesOf(gathering, entity, block)) {
    // Its own numbers take its members there, and none of theirs.
    if (!areCoordinates(placement.flat())) {
      gathering.leaveOut(entity);
      continue;
    }
    for (const member of membersOf(block)) {
      const layer = layerOfMember(member, gathering.layer, gathering.layers);
      gather({ ...gathering, layer, placement, depth }, memberOf(entity, member));
    }
  }
}

function gatherShape(gathering: Gathering, entity: IEntity): void {
  const { budget, placement, depth } = gathering;
  const shape = gathering.known.get(entity) ?? shapeOfEntity(entity, gathering.style);
  gathering.known.set(entity, shape);
  const place = shape.plane ? compose(placement, shape.plane) : placement;
  const put = (line: Float64Array): Float64Array => {
    budget.spend('points', line.length / 2);
    return placedLine(line, place);
  };
  const lines = shape.lines.map(put);
  const edges = shape.patterned?.lines.map(put) ?? lines;
  const fills = shape.fills.map((rings) => rings.map(put));
  const text = textOfEntity(entity, depth > 0);
  const written = text && text.text.trim() !== '' ? [text] : [];
  const texts = written.flatMap((text) => placedText(text, place) ?? []);
  const numbers = texts.map(({ x, y, height, angle, stretch }) => [x, y, height, angle, stretch]);
  // Only planes are followed into space; letters on edge are not seen at all.
  const isHalf = !shape.plane && isTilted(placement) && !isFlat(entity);
  if (isHalf || texts.length < written.length) gathering.notShown.add('EXTRUSION');
  // Half of what somebody drew would be taken for the whole.
  if (![lines, edges, fills.flat(), numbers].flat().every(areCoordinates)) return gathering.leaveOut(entity);
  if (gathering.layer.isTransparent) gathering.notShown.add('TRANSPARENCY');
  const piece = pieceOf(gathering);
  piece.lines.push(...lines);
  piece.edges.push(...edges);
  if (shape.patterned) piece.patterns.push(shape.patterned.patterns);
  piece.fills.push(...fills);
  piece.texts.push(...texts);
  for (const inner of shape.inner ?? []) gather(gathering, inner);
}

/** What is in a block, in whichever state of it is drawn: it has the members of its other states too. */
function membersOf({ entities }: Partial<IBlock>): IEntity[] {
  return (entities ?? []).filter(({ visible }) => (visible as boolean | undefined) !== false);
}

/** And of which of the lines and texts it holds: those that follow. */
function noteUnseen(gathering: Gathering, entity: IEntity): void {
  const { flat, unseen, style, layers, depth } = gathering;
  const said =
    unseen.get(entity) ??
    unseenOf(entity, style.lineStyles.get(String(entity.layer))) + (depth > 0 ? unseenOfMember(entity, layers) : '');
  unseen.set(entity, said);
  if (said === '') return;
  flat.unseen ??= createHash('sha256');
  const { lines, texts } = pieceOf(gathering);
  flat.unseen.update(`${lines.length} ${texts.length} ${said}\n`);
}

function blockNameOf(entity: IEntity): string | undefined {
  if (entity.type === 'INSERT') return (entity as IInsertEntity).name;
  if (entity.type === 'DIMENSION') return (entity as IDimensionEntity).block;
  return dimensionTypes.has(entity.type) ? textIn((entity as GroupedEntity).groups, 2) : undefined;
}

function blockOf(entity: IEntity, blocks: Blocks): IBlock | undefined {
  return blocks.get(blockNameOf(entity) ?? '');
}

/** Nothing is drawn of an insert whose block is not there, and of a dimension that its program did not draw. */
function namesBlock({ type }: IEntity): boolean {
  return type === 'INSERT' || dimensionTypes.has(type);
}

const origin = { x: 0, y: 0, z: 0 };

/** Where the copies of a block stand. */
function* placesOf(
  { budget, placement: outer }: Gathering,
  entity: IEntity,
  block: IBlock,
): Generator<Placement, void> {
  if (entity.type !== 'INSERT') {
    // A copy of a dimension shows the block of the first one, somewhere else.
    const { x, y, z } = (entity as Partial<IDimensionEntity>).insertionPoint ?? origin;
    yield compose(outer, moveBy(x, y, z || 0));
    return;
  }
  const insert = entity as Partial<IInsertEntity>;
  const { xScale = 1, yScale = 1, zScale = 1, rotation = 0, columnSpacing = 0, rowSpacing = 0 } = insert;
  const { position = origin, extrusionDirection: normal } = insert;
  const [columns, rows] = [insert.columnCount || 1, insert.rowCount || 1];
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
  const own = normal ? compose(outer, frameOf([normal.x, normal.y, normal.z])) : outer;
  const base = (block.position as IBlock['position'] | undefined) ?? origin;
  if (columns < 0 || rows < 0) return;
  // Even of a block with nothing in it.
  budget.spend('points', columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [dx, dy] = [column * columnSpacing, row * rowSpacing];
      const turned: Frame = [
        [cos * xScale, -sin * yScale, 0, position.x + cos * dx - sin * dy],
        [sin * xScale, cos * yScale, 0, position.y + sin * dx + cos * dy],
        [0, 0, zScale, position.z || 0],
      ];
      yield compose(compose(own, turned), moveBy(-base.x, -base.y, -(base.z || 0)));
    }
  }
}
