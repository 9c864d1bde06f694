import type { DrawnText, Point3 } from '../../../shared/rpc/scene.ts';
import { firstIn, numberIn, type GroupedEntity } from './dxf-groups.ts';

/** What a coordinate is made of: shares of those of a point, and what is added. */
type Row = readonly [x: number, y: number, z: number, added: number];
/** Where points in space come to lie on the drawing, which is seen from above. */
export type Placement = readonly [x: Row, y: Row];
/** Where points of one space lie in another. */
export type Frame = readonly [x: Row, y: Row, z: Row];

/** The inner frame first, then the outer placement. */
export function compose([x, y]: Placement, [innerX, innerY, innerZ]: Frame): Placement {
  const composed = ([a, b, c, added]: Row): Row => [
    a * innerX[0] + b * innerY[0] + c * innerZ[0],
    a * innerX[1] + b * innerY[1] + c * innerZ[1],
    a * innerX[2] + b * innerY[2] + c * innerZ[2],
    a * innerX[3] + b * innerY[3] + c * innerZ[3] + added,
  ];
  return [composed(x), composed(y)];
}

/** By so little of its height no point comes to lie elsewhere. */
const nothing = 1e-9;

/** Whether points of other heights lie elsewhere on the drawing. */
export function isTilted([x, y]: Placement): boolean {
  return Math.hypot(x[2], y[2]) > nothing * Math.hypot(...x.slice(0, 3), ...y.slice(0, 3));
}

export function moveBy(x: number, y: number, z: number): Frame {
  return [
    [1, 0, 0, x],
    [0, 1, 0, y],
    [0, 0, 1, z],
  ];
}

const upwards: Point3 = [0, 0, 1];
/** A normal this near to the z axis takes its x axis from y. */
const nearZ = 1 / 64;

/** The axes of what is drawn flat by its normal (DXF reference, "Arbitrary Axis Algorithm"). */
export function frameOf(normal: Point3): Frame {
  const [nx, ny, nz] = unit(normal) ?? upwards;
  const isNearZ = Math.abs(nx) < nearZ && Math.abs(ny) < nearZ;
  const [ax, ay, az] = unit(isNearZ ? [nz, 0, -nx] : [-ny, nx, 0]) ?? upwards;
  const [bx, by, bz] = [ny * az - nz * ay, nz * ax - nx * az, nx * ay - ny * ax];
  return [
    [ax, bx, nx, 0],
    [ay, by, ny, 0],
    [az, bz, nz, 0],
  ];
}

function unit([x, y, z]: Point3): Point3 | undefined {
  const length = Math.hypot(x, y, z);
  return length > 0 ? [x / length, y / length, z / length] : undefined;
}

/** The direction that an entity is seen from, of length 1. */
export function normalOf(entity: GroupedEntity): Point3 {
  return unit([numberIn(entity.groups, 210), numberIn(entity.groups, 220), numberIn(entity.groups, 230, 1)]) ?? upwards;
}

/** Kinds whose points lie in the plane of their normal. */
const flatTypes = new Set(['ARC', 'ATTDEF', 'ATTRIB', 'CIRCLE', 'HATCH', 'LWPOLYLINE', 'POLYLINE', 'SOLID', 'TEXT']);
/** Of a polyline (code 70): lines in space, nets and bodies of faces. */
const notFlat = 8 | 16 | 64;

/** The plane that an entity is drawn in; `undefined` for one whose points are given as seen from above. */
export function planeOf(entity: GroupedEntity): Frame | undefined {
  const { type, groups } = entity;
  if (!flatTypes.has(type) || (type === 'POLYLINE' && (numberIn(groups, 70) & notFlat) !== 0)) return undefined;
  const heightCode = type === 'LWPOLYLINE' ? 38 : 30;
  const height = Number(firstIn(groups, heightCode) ?? 0);
  const [x, y, z] = frameOf(normalOf(entity));
  const raised = ([a, b, c]: Row): Row => [a, b, c, c * height];
  return [raised(x), raised(y), raised(z)];
}

/** Points, two numbers for each, that lie at the height 0. */
export function placedLine(line: Float64Array, [[a, c, , e], [b, d, , f]]: Placement): Float64Array {
  return line.map((value, at) =>
    at % 2 === 0 ? a * value + c * (line[at + 1] ?? NaN) + e : b * (line[at - 1] ?? NaN) + d * value + f,
  );
}

/** `undefined` for one that stands on edge, of which nothing is to be seen. */
export function placedText(text: DrawnText, [[a, c, , e], [b, d, , f]]: Placement): DrawnText | undefined {
  const { x, y } = text;
  const [cos, sin] = [Math.cos(text.angle), Math.sin(text.angle)];
  const along = [a * cos + c * sin, b * cos + d * sin] as const;
  const [across, area] = [Math.hypot(...along), a * d - b * c];
  if (Math.abs(area) <= nothing * (a ** 2 + b ** 2 + c ** 2 + d ** 2)) return undefined;
  const height = Math.abs(area) / across;
  // Letters that are seen from behind run the other way.
  const side = area < 0 ? -1 : 1;
  return {
    ...text,
    x: a * x + c * y + e,
    y: b * x + d * y + f,
    height: text.height * height,
    angle: Math.atan2(side * along[1], side * along[0]),
    stretch: (side * text.stretch * across) / height,
  };
}
