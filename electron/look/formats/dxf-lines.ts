import type {
  IArcEntity,
  ICircleEntity,
  IEllipseEntity,
  IEntity,
  ILineEntity,
  IPointEntity,
  ISolidEntity,
} from 'dxf-parser';
import type { Entity } from '../../../shared/rpc/scene.ts';
import { bulged, closed, nowhere, polyline, splinePoints, turns } from './dxf-curves.ts';
import { numberIn, splineIn, verticesIn, type DxfVertex, type GroupedEntity } from './dxf-groups.ts';
import { hatch } from './dxf-hatch.ts';
import { leader, type DrawingStyle } from './dxf-leaders.ts';
import { meshLines } from './dxf-meshes.ts';
import { multileader } from './dxf-multileaders.ts';
import { multiline } from './dxf-multilines.ts';

const fullTurn = 2 * Math.PI;

/** What an entity looks like, without its texts; of one with a pattern also what it is compared by. */
export interface Shape extends Pick<Entity, 'lines' | 'fills' | 'patterned'> {
  /** Texts and inserts that it consists of, too. */
  readonly inner?: readonly IEntity[];
}

/** The lines and filled areas of an entity; none for what has none or is not known. */
export function shapeOfEntity(entity: IEntity, style: DrawingStyle): Shape {
  return shapesByType[entity.type]?.(entity, style) ?? { lines: [], fills: [] };
}

const lined = (...lines: readonly Float64Array[]): Shape => ({ lines, fills: [] });
const filled = (...lines: readonly Float64Array[]): Shape => ({ lines, fills: [lines] });

const shapesByType: Readonly<Record<string, (entity: IEntity, style: DrawingStyle) => Shape>> = {
  LINE: (entity) => lined(polyline((entity as ILineEntity).vertices)),
  LWPOLYLINE: (entity) =>
    lined(bulgedLine(entity as GroupedEntity, verticesIn((entity as GroupedEntity).groups, [10]))),
  POLYLINE: (entity) => lined(...polylineOrMesh(entity as GroupedEntity)),
  '3DFACE': (entity) => lined(closed(polyline(verticesIn((entity as GroupedEntity).groups, [10, 11, 12, 13])))),
  SOLID: (entity) => filled(solidOutline(entity)),
  POINT: (entity) => lined(polyline([(entity as Partial<IPointEntity>).position ?? nowhere])),
  CIRCLE: (entity) => lined(arc(entity, 0, fullTurn)),
  ARC: (entity) => lined(arcOf(entity as IArcEntity)),
  ELLIPSE: (entity) => lined(ellipse(entity)),
  SPLINE: (entity) => lined(spline(entity as GroupedEntity)),
  HATCH: (entity) => hatch(entity as GroupedEntity),
  LEADER: (entity, style) => leader(entity as GroupedEntity, style),
  MULTILEADER: (entity, style) => multileader(entity as GroupedEntity, style),
  MLEADER: (entity, style) => multileader(entity as GroupedEntity, style),
  MLINE: (entity) => lined(...multiline(entity as GroupedEntity)),
};

/** Each names the block in which its program drew it. */
export const dimensionTypes: ReadonlySet<string> = new Set(['DIMENSION', 'ARC_DIMENSION', 'LARGE_RADIAL_DIMENSION']);

/** Those of which something is drawn: lines, areas, texts, and blocks in their places. */
export const drawnTypes: ReadonlySet<string> = new Set([
  ...Object.keys(shapesByType),
  ...['TEXT', 'MTEXT', 'ATTRIB', 'ATTDEF', 'INSERT'],
  ...dimensionTypes,
]);

/** Its corners stand in the order of a Z. */
function solidOutline({ points = [] }: Partial<ISolidEntity>): Float64Array {
  const [first, second, third, fourth] = points;
  return closed(polyline([first, second, fourth, third].flatMap((point) => point ?? [])));
}

function polylineOrMesh(entity: GroupedEntity): Float64Array[] {
  return meshLines(entity) ?? [bulgedLine(entity, verticesOfPolyline(entity))];
}

/** A curve that was fitted has the points in between as vertices, and those that bent it, which are no part of it. */
function verticesOfPolyline({ members }: GroupedEntity): DxfVertex[] {
  const ofFrame = 16;
  return members
    .filter((vertex) => (numberIn(vertex, 70) & ofFrame) === 0)
    .flatMap(({ groups }) => verticesIn(groups, [10]));
}

function bulgedLine(entity: GroupedEntity, vertices: readonly DxfVertex[]): Float64Array {
  const isClosed = (numberIn(entity, 70) & 1) !== 0;
  const direction = { extrusionDirectionZ: numberIn(entity, 230, 1) };
  return polyline(bulged(vertices, isClosed).map(({ x, y }) => ({ x: mirrored(direction, x), y })));
}

/** What is seen from below has its x the other way. */
function mirrored(entity: { readonly extrusionDirectionZ?: number }, x: number): number {
  return (entity.extrusionDirectionZ ?? 1) < 0 ? -x : x;
}

function arcOf(entity: IArcEntity): Float64Array {
  const { startAngle, endAngle } = entity;
  return arc(entity, startAngle, endAngle > startAngle ? endAngle : endAngle + fullTurn);
}

/** @param from, to in radians, counter-clockwise */
function arc(
  entity: Partial<ICircleEntity> & { readonly extrusionDirectionZ?: number },
  from: number,
  to: number,
): Float64Array {
  const { center = nowhere, radius = NaN } = entity;
  return polyline(
    turns(from, to, (angle) => ({
      x: mirrored(entity, center.x + radius * Math.cos(angle)),
      y: center.y + radius * Math.sin(angle),
    })),
  );
}

function ellipse(entity: Partial<IEllipseEntity>): Float64Array {
  const { center = nowhere, majorAxisEndPoint: major = nowhere, axisRatio = NaN } = entity;
  const { startAngle = 0, endAngle = fullTurn } = entity;
  return polyline(
    turns(startAngle, endAngle > startAngle ? endAngle : endAngle + fullTurn, (angle) => {
      const [cos, sin] = [Math.cos(angle), Math.sin(angle) * axisRatio];
      return { x: center.x + major.x * cos - major.y * sin, y: center.y + major.y * cos + major.x * sin };
    }),
  );
}

function spline({ groups }: GroupedEntity): Float64Array {
  return polyline(splinePoints(splineIn(groups, { degree: 71, weight: 41 })));
}
