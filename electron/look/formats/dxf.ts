import parser, { type DxfParser, type IDxf, type IEntity } from 'dxf-parser';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { DrawingScene, Entity } from '../../../shared/rpc/scene.ts';
import { createBox } from '../box.ts';
import { dxfText } from './binary-dxf.ts';
import { flattenEntity, type Blocks } from './dxf-blocks.ts';
import { readAsGroups } from './dxf-groups.ts';
import { colourOf, layerNamed, layersOf } from './dxf-layers.ts';
import { drawnTypes } from './dxf-lines.ts';
import { byName } from './dxf-names.ts';
import { createKindReading, pairsIn } from './dxf-pairs.ts';
import { createTableReading, usualArrow, type ArrowStyle } from './dxf-tables.ts';
import { createNotShown, type NotShown } from './not-shown.ts';
import type { ShapeReader } from './shape-source.ts';

// Its one export is the class, for Node as for bundles; its types say otherwise.
const Parser = parser as unknown as typeof DxfParser;

const surveyFoot = 1_200_000 / 3937;
/** Millimetres for each value of $INSUNITS that a drawing has; 0 says nothing, and the others are those of atoms and stars. */
const mmPerUnit: Readonly<Record<number, number>> = {
  ...{ 1: 25.4, 2: 304.8, 3: 1_609_344, 4: 1, 5: 10, 6: 1000, 7: 1e6, 9: 0.0254, 10: 914.4, 13: 0.001 },
  ...{ 14: 100, 15: 1e4, 16: 1e5, 21: surveyFoot, 22: surveyFoot / 12, 23: surveyFoot * 3, 24: surveyFoot * 5280 },
};

/** DXF drawings, binary or as text: what stands in the model, from above, with its blocks in their places. */
export const readDxfShape: ShapeReader = async ({ bytes, budget }) => {
  const text = dxfText(bytes);
  const notShown = createNotShown();
  const [kinds, { tables, ...reading }] = [createKindReading(notShown), createTableReading()];
  for (const pair of pairsIn(text)) {
    kinds.see(pair);
    reading.see(pair);
  }
  const parser = new Parser();
  readAsGroups(parser);
  const file = parser.parseSync(text) as Partial<IDxf> | null;
  if (!file?.entities) throw new AppError('look-unreadable', { detail: 'It has no entities.' });
  const header: Readonly<Record<string, unknown>> = file.header ?? {};
  const unit = Number(header['$INSUNITS']);
  const scale = Object.hasOwn(mmPerUnit, unit) ? mmPerUnit[unit] : undefined;
  const layers = layersOf(Object.values(file.tables?.layer?.layers ?? {}), tables);
  const blocks: Blocks = byName(Object.entries(file.blocks ?? {}));
  const flattening = {
    blocks,
    layers,
    budget,
    notShown,
    scale: scale ?? 1,
    style: { ...tables, arrow: arrowIn(header) },
    known: new WeakMap(),
    unseen: new WeakMap(),
    leftOut: kinds.leftOut,
    leaveOut: leavingOut(notShown),
  };
  nameUndrawn(notShown, file.entities, blocks);
  const entities = entitiesOf(file.entities, (entity) => {
    const { handle, type, layer: named = '0' } = entity as Partial<IEntity>;
    const layer = layerNamed(named, layers);
    const same = { handle: String(handle ?? ''), type: String(type), colour: colourOf(entity) ?? layer.colour };
    return flattenEntity(flattening, entity, layer).map((piece) => ({ ...same, ...piece }));
  });
  const author = header['$LASTSAVEDBY'];
  const bounds = boundsOf(entities);
  return {
    kind: 'drawing',
    unit: scale === undefined ? undefined : 'mm',
    ...(typeof author === 'string' && author !== '' ? { author } : {}),
    layers: [...layers.all.values()].map(({ name, colour, isVisible }) => ({ name, colour, isVisible })),
    entities,
    ...notShown.beside(bounds),
    bounds,
  } satisfies DrawingScene;
};

/** Each counts once, in however many places its block stands. */
function leavingOut(notShown: NotShown): (entity: IEntity) => void {
  const known = new WeakSet<IEntity>();
  return (entity) => {
    if (!known.has(entity)) notShown.addDamaged(entity.type);
    known.add(entity);
  };
}

/** Blocks of other files, and what is on the paper of layouts. */
function nameUndrawn(notShown: NotShown, entities: readonly IEntity[], blocks: Blocks): void {
  if (blocks.all.values().some(({ xrefPath }) => (xrefPath as string | undefined)?.trim())) notShown.add('XREF');
  if (hasLayouts(entities, blocks)) notShown.add('LAYOUT');
}

/** Whether something is drawn on the paper of a layout; the one that was open last is not in a block. */
function hasLayouts(entities: readonly IEntity[], blocks: Blocks): boolean {
  const onPaper = entities.filter(({ inPaperSpace }) => inPaperSpace);
  for (const [name, block] of blocks.all) if (/^[*$]paper_space/i.test(name)) onPaper.push(...(block.entities ?? []));
  return onPaper.some(({ type }) => drawnTypes.has(type));
}

/** What can be seen: layouts for paper show it once more, in pieces, and what frames it there. */
function entitiesOf(entities: readonly IEntity[], read: (entity: IEntity) => Entity[]): Entity[] {
  return onLayersOfInserts(entities)
    .filter(({ inPaperSpace, visible }) => !inPaperSpace && (visible as boolean | undefined) !== false)
    .flatMap(read);
}

/** What a block has on layer 0 stands on the layer of its insert; attributes follow their insert, and belong to it. */
function onLayersOfInserts(entities: readonly IEntity[]): IEntity[] {
  let layer: string | undefined;
  return entities.map((entity) => {
    if (entity.type === 'INSERT') layer = (entity as Partial<IEntity>).layer;
    if (entity.type !== 'ATTRIB' || entity.layer !== '0' || layer === undefined) return entity;
    return { ...entity, layer };
  });
}

function arrowIn(header: Readonly<Record<string, unknown>>): ArrowStyle {
  const [size, scale] = [header['$DIMASZ'], header['$DIMSCALE']].map(Number) as [number, number];
  return { size: size >= 0 ? size : usualArrow.size, scale };
}

function boundsOf(entities: readonly Entity[]) {
  const box = createBox();
  for (const { lines, texts } of entities) {
    for (const line of lines) box.addFlat(line);
    for (const { x, y } of texts) box.addFlat([x, y]);
  }
  return box.bounds();
}
