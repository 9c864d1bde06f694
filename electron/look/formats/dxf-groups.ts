import colourTable from 'dxf-parser/dist/AutoCadColorIndex.js';
import type { DxfParser, IEntity } from 'dxf-parser';
import type { Point2 } from './dxf-curves.ts';

// Its one export is the list; its types say otherwise, as those of the parser do.
const colours = colourTable as unknown as readonly number[];

/** What a pair of lines says: a code, and a value of the kind that the code has. */
export interface DxfGroup {
  readonly code: number;
  readonly value: string | number | boolean;
}

/** Transparencies of entities and layers: as the layer or the block has it, and none. */
export const opaque: ReadonlySet<number> = new Set([0, 0x100_0000, 0x200_00ff]);

/** As the parser hands its groups over, one after the other. */
interface DxfScanner {
  next(): DxfGroup;
  isEOF(): boolean;
  readonly lastReadGroup: DxfGroup;
}

/** An entity as all that its file says of it. */
export interface GroupedEntity extends Partial<IEntity> {
  readonly type: string;
  readonly groups: readonly DxfGroup[];
  /** The vertices of a polyline. */
  readonly members: readonly GroupedEntity[];
}

/**
 * Kinds that the parser does not know, or reads wrong: it never ends with a POLYLINE that nothing ends, believes any
 * number of vertices of an LWPOLYLINE, loses those before one that has an id, and leaves out weights and normals.
 */
const grouped = [
  ...['3DFACE', 'ARC', 'ATTDEF', 'ATTRIB', 'CIRCLE', 'ELLIPSE', 'HATCH', 'LEADER', 'LWPOLYLINE', 'POLYLINE', 'SOLID'],
  ...['SPLINE', 'TEXT', 'MULTILEADER', 'MLEADER', 'MLINE', 'ARC_DIMENSION', 'LARGE_RADIAL_DIMENSION'],
];

/** Has the parser leave these kinds of entities to this module. */
export function readAsGroups(parser: DxfParser): void {
  for (const name of grouped) {
    class Handler {
      // Its types know only what it reads itself.
      readonly ForEntityName = name as 'POLYLINE';
      parseEntity(scanner: DxfScanner): IEntity {
        return readEntity(scanner) as unknown as IEntity;
      }
    }
    parser.registerEntityHandler(Handler);
  }
}

/** Reads up to the next entity that is no part of this one; each group once. */
export function readEntity(scanner: DxfScanner): GroupedEntity {
  const entity = readOne(scanner);
  const members: GroupedEntity[] = [];
  if (entity.type !== 'POLYLINE') return entity;
  while (!scanner.isEOF() && scanner.lastReadGroup.value === 'VERTEX') members.push(readOne(scanner));
  if (!scanner.isEOF() && scanner.lastReadGroup.value === 'SEQEND') readOne(scanner);
  return { ...entity, members };
}

function readOne(scanner: DxfScanner): GroupedEntity {
  const type = String(scanner.lastReadGroup.value);
  const groups: DxfGroup[] = [];
  for (let group = scanner.next(); group.code !== 0; group = scanner.next()) groups.push(group);
  return { type, ...commonOf(groups), groups, members: [] };
}

/** What every entity may say, in the parser's words. */
function commonOf(groups: readonly DxfGroup[]): Partial<IEntity> {
  const common: { -readonly [Key in keyof IEntity]?: IEntity[Key] } = {};
  for (const { code, value } of groups) {
    if (code === 5) common.handle = value as number;
    else if (code === 8) common.layer = String(value);
    else if (code === 60) common.visible = value === 0;
    else if (code === 67) common.inPaperSpace = value !== 0;
    else if (code === 420) common.color = Number(value);
    else if (code === 62) {
      common.colorIndex = Number(value);
      const colour = colours[Math.abs(common.colorIndex)];
      if (colour !== undefined) common.color = colour;
    }
  }
  return common;
}

/** The first value with a code. */
export function firstIn(groups: readonly DxfGroup[], code: number): DxfGroup['value'] | undefined {
  return groups.find((group) => group.code === code)?.value;
}

/** The last number with a code. @param otherwise where there is none */
export function numberIn(groups: readonly DxfGroup[], code: number, otherwise = 0): number {
  return Number(groups.findLast((group) => group.code === code)?.value ?? otherwise);
}

/** All numbers with a code. */
export function numbersIn(groups: readonly DxfGroup[], code: number): number[] {
  return groups.flatMap((group) => (group.code === code ? [Number(group.value)] : []));
}

/** The texts with a code, as one. */
export function textIn(groups: readonly DxfGroup[], code: number): string {
  return groups.flatMap((group) => (group.code === code ? [String(group.value)] : [])).join('');
}

export interface DxfVertex extends Point2 {
  readonly bulge?: number | undefined;
}

/** What the groups of one kind stand between: a code with a word, and the code of the end. */
export interface Brackets {
  readonly code: number;
  readonly word: string;
  readonly end: number;
}

/** The groups of each piece between brackets, and all that stand outside of them. */
export function bracketed(
  groups: readonly DxfGroup[],
  { code, word, end }: Brackets,
): { readonly inside: readonly (readonly DxfGroup[])[]; readonly outside: readonly DxfGroup[] } {
  const inside: DxfGroup[][] = [];
  const outside: DxfGroup[] = [];
  let isInside = false;
  for (const group of groups) {
    if (isInside && group.code === end) isInside = false;
    else if (isInside) inside.at(-1)?.push(group);
    else if (group.code === code && group.value === word) isInside = inside.push([]) > 0;
    else outside.push(group);
  }
  return { inside, outside };
}

/** The groups of each piece that begins with a code, up to the next one. */
export function pieces(groups: readonly DxfGroup[], code: number): DxfGroup[][] {
  const found: DxfGroup[][] = [];
  for (const group of groups) {
    if (group.code === code) found.push([]);
    found.at(-1)?.push(group);
  }
  return found;
}

/**
 * The points whose x has one of the codes, each with the numbers up to the next one; y has a code that is 10 more. What
 * has no y is nowhere, and is no number therefore.
 */
export function verticesIn(groups: readonly DxfGroup[], codes: readonly number[]): DxfVertex[] {
  const found: { x: number; y: number; bulge?: number }[] = [];
  for (const { code, value } of groups) {
    const last = found.at(-1);
    if (codes.includes(code)) found.push({ x: Number(value), y: NaN });
    else if (last && codes.includes(code - 10)) last.y = Number(value);
    else if (last && code === 42 && value !== 0) last.bulge = Number(value);
  }
  return found;
}

/** A spline, by the codes that are not the same in all that have one. */
export function splineIn(groups: readonly DxfGroup[], codes: { readonly degree: number; readonly weight: number }) {
  return {
    degree: numberIn(groups, codes.degree),
    knots: numbersIn(groups, 40),
    controlPoints: verticesIn(groups, [10]),
    weights: numbersIn(groups, codes.weight),
    fitPoints: verticesIn(groups, [11]),
  };
}
