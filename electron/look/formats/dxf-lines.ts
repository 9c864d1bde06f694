import type { IEntity, ILineEntity, IPointEntity } from 'dxf-parser';
import type { Entity } from '../../../shared/rpc/scene.ts';
import { bulged, closed, nowhere, polyline, splinePoints, turns } from './dxf-curves.ts';
import { numberIn, splineIn, verticesIn, type DxfVertex, type GroupedEntity } from './dxf-groups.ts';
import { hatch } from './dxf-hatch.ts';
import { leader, type DrawingStyle } from './dxf-leaders.ts';
import { meshLines } from './dxf-meshes.ts';
import { multileader } from './dxf-multileaders.ts';
import { multiline } from './dxf-multilines.ts';
import { normalOf, planeOf, type Frame } from './dxf-placement.ts';

const fullTurn = 2 * Math.PI;

/** What an entity looks like, without its texts; of one with a pattern also what it is compared by. */
export interface Shape extends Pick<Entity, 'lines' | 'fills' | 'patterned'> {
  /** Where its lines, areas and text lie in space, unless they are given as seen from above. */
  readonly plane?: Frame | undefined;
  /** Texts and inserts that it consists of, too. */
  readonly inner?: readonly IEntity[];
}

/** The lines and filled areas of an entity; none for what has none or is not known. */
export function shapeOfEntity(entity: IEntity, style: DrawingStyle): Shape {
  if (!('groups' in entity)) return parsedShapes[entity.type]?.(entity) ?? lined();
  const grouped = entity as GroupedEntity;
  return { ...(groupedShapes[grouped.type]?.(grouped, style) ?? lined()), plane: planeOf(grouped) };
}

const lined = (...lines: readonly Float64Array[]): Shape => ({ lines, fills: [] });
const filled = (...lines: readonly Float64Array[]): Shape => ({ lines, fills: [lines] });

/** Of kinds that the parser reads itself. */
const parsedShapes: Readonly<Record<string, (entity: IEntity) => Shape>> = {
  LINE: (entity) => lined(polyline((entity as ILineEntity).vertices)),
  POINT: (entity) => lined(polyline([(entity as Partial<IPointEntity>).position ?? nowhere])),
};

const groupedShapes: Readonly<Record<string, (entity: GroupedEntity, style: DrawingStyle) => Shape>> = {
  LWPOLYLINE: (entity) => lined(bulgedLine(entity, verticesIn(entity.groups, [10]))),
  POLYLINE: (entity) => lined(...polylineOrMesh(entity)),
  '3DFACE': ({ groups }) => lined(closed(polyline(verticesIn(groups, [10, 11, 12, 13])))),
  SOLID: (entity) => filled(solidOutline(entity)),
  CIRCLE: (entity) => lined(arc(entity, 0, fullTurn)),
  ARC: (entity) => lined(arcOf(entity)),
  ELLIPSE: (entity) => lined(ellipse(entity)),
  SPLINE: (entity) => lined(spline(entity)),
  HATCH: hatch,
  LEADER: leader,
  MULTILEADER: multileader,
  MLEADER: multileader,
  MLINE: (entity) => lined(...multiline(entity)),
};

/** Each names the block in which its program drew it. */
export const dimensionTypes: ReadonlySet<string> = new Set(['DIMENSION', 'ARC_DIMENSION', 'LARGE_RADIAL_DIMENSION']);

/** Those of which something is drawn: lines, areas, texts, and blocks in their places. */
export const drawnTypes: ReadonlySet<string> = new Set([
  ...Object.keys(parsedShapes),
  ...Object.keys(groupedShapes),
  ...['TEXT', 'MTEXT', 'ATTRIB', 'ATTDEF', 'INSERT'],
  ...dimensionTypes,
]);

/** Its corners stand in the order of a Z. */
function solidOutline({ groups }: GroupedEntity): Float64Array {
  const [first, second, third, fourth] = verticesIn(groups, [10, 11, 12, 13]);
  return closed(polyline([first, second, fourth, third].flatMap((point) => point ?? [])));
}

function polylineOrMesh(entity: GroupedEntity): Float64Array[] {
  return meshLines(entity) ?? [bulgedLine(entity, verticesOfPolyline(entity))];
}

/** A curve that was fitted has the points in between as vertices, and those that bent it, which are no part of it. */
function verticesOfPolyline({ members }: GroupedEntity): DxfVertex[] {
  const ofFrame = 16;
  return members
    .filter((vertex) => (numberIn(vertex.groups, 70) & ofFrame) === 0)
    .flatMap(({ groups }) => verticesIn(groups, [10]));
}

function bulgedLine(entity: GroupedEntity, vertices: readonly DxfVertex[]): Float64Array {
  const isClosed = (numberIn(entity.groups, 70) & 1) !== 0;
  return polyline(bulged(vertices, isClosed));
}

function arcOf(entity: GroupedEntity): Float64Array {
  const [from, to] = [50, 51].map((code) => (numberIn(entity.groups, code, NaN) * Math.PI) / 180) as [number, number];
  return arc(entity, from, to > from ? to : to + fullTurn);
}

/** @param from, to in radians, counter-clockwise */
function arc(entity: GroupedEntity, from: number, to: number): Float64Array {
  const [{ x, y } = nowhere] = verticesIn(entity.groups, [10]);
  const radius = numberIn(entity.groups, 40, NaN);
  return polyline(turns(from, to, (angle) => ({ x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) })));
}

/** Its points are given as seen from above; its normal tells which way it turns, and how narrow it is seen. */
function ellipse(entity: GroupedEntity): Float64Array {
  const [centre = nowhere] = verticesIn(entity.groups, [10]);
  const [major = nowhere] = verticesIn(entity.groups, [11]);
  const [nx, ny, nz] = normalOf(entity);
  const [up, ratio] = [numberIn(entity.groups, 31), numberIn(entity.groups, 40, NaN)];
  const minor = { x: ny * up - nz * major.y, y: nz * major.x - nx * up };
  const [from, to] = [numberIn(entity.groups, 41), numberIn(entity.groups, 42, fullTurn)];
  return polyline(
    turns(from, to > from ? to : to + fullTurn, (angle) => {
      const [cos, sin] = [Math.cos(angle), Math.sin(angle) * ratio];
      return { x: centre.x + major.x * cos + minor.x * sin, y: centre.y + major.y * cos + minor.y * sin };
    }),
  );
}

function spline({ groups }: GroupedEntity): Float64Array {
  return polyline(splinePoints(splineIn(groups, { degree: 71, weight: 41 })));
}
