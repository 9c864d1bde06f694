import type { IEntity, IInsertEntity, IMtextEntity } from 'dxf-parser';
import { firstIn, type GroupedEntity } from './dxf-groups.ts';
import { formatOfParagraph } from './dxf-text-codes.ts';

/** How a layer has its lines drawn, where they do not say it themselves. */
export interface LineStyle {
  readonly lineType: string;
  /** In hundredths of a millimetre; below zero where the program decides. */
  readonly weight: number;
}

export const usualStyle: LineStyle = { lineType: 'CONTINUOUS', weight: -3 };

/** What an entity may say, as its parser or its groups have it. */
interface Told {
  readonly lineType: string | undefined;
  readonly lineTypeScale: number;
  readonly weight: number | undefined;
  /** How wide the pieces of a polyline are, how letters lean or stand on their heads, how much higher a block is. */
  readonly forms: readonly number[];
  /** How high its points lie. */
  readonly heights: readonly number[];
  /** What the codes of a paragraph say of its colours, fonts and the like. */
  readonly coded?: string;
}

const ofLayer = { lineType: 'BYLAYER', weight: -1 };

/**
 * What a picture from above in lines of one width does not show of an entity, and is compared all the same: its line
 * type, widths and the like, and how high it lies. Empty where all of that is as usual.
 * @param ofItsLayer what holds where it says nothing itself
 */
export function unseenOf(entity: IEntity, ofItsLayer: LineStyle = usualStyle): string {
  const told = toldOf(entity);
  const named = (told.lineType ?? ofLayer.lineType).toUpperCase();
  const weight = told.weight ?? ofLayer.weight;
  const style = [
    named === ofLayer.lineType ? ofItsLayer.lineType.toUpperCase() : named,
    told.lineTypeScale,
    weight === ofLayer.weight ? ofItsLayer.weight : weight,
  ].join();
  const numbers = [told.forms, told.heights].map((all) => (all.some((value) => rounded(value) !== 0) ? all : []));
  const isUsual = style === usual && numbers.flat().length === 0 && !told.coded;
  return isUsual ? '' : [style, ...numbers.map((all) => all.map(rounded).join()), told.coded].join(';');
}

/** Whether all of it lies at one height with the drawing, if it is no plane of its own. */
export function isFlat(entity: IEntity): boolean {
  const { groups = [] } = entity as Partial<GroupedEntity>;
  const isTilted = groups.some(({ code, value }) => (code === 210 || code === 220) && rounded(Number(value)) !== 0);
  return !isTilted && toldOf(entity).heights.every((height) => rounded(height) === 0);
}

function toldOf(entity: IEntity): Told {
  return 'groups' in entity ? toldInGroups(entity as unknown as GroupedEntity) : toldByParser(entity);
}

const usual = [usualStyle.lineType, 1, usualStyle.weight].join();

/** To six digits, as some programs write them; what is left of sums is nothing. */
const rounded = (value: number): number => Number((Math.round(value * 1e6) / 1e6).toPrecision(6));

/** Directions, whose z is no height. */
const directions = new Set(['extrusionDirection', 'normalVector']);

function toldByParser(entity: IEntity): Told {
  const { lineType, lineTypeScale = 1, lineweight, zScale = 1 } = entity as Partial<IInsertEntity>;
  const { type, text = '' } = entity as Partial<IMtextEntity>;
  const points = Object.entries(entity)
    .filter(([name]) => !directions.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, value]: readonly [string, unknown]): unknown[] => (Array.isArray(value) ? value : [value]))
    .filter((value): value is { readonly z?: number } => typeof value === 'object' && value !== null && 'x' in value);
  return {
    lineType,
    lineTypeScale,
    weight: lineweight,
    forms: [zScale - 1],
    heights: points.map(({ z = 0 }) => z),
    ...(type === 'MTEXT' ? { coded: formatOfParagraph(text) } : {}),
  };
}

const formCodes: Readonly<Record<string, readonly number[]>> = {
  LWPOLYLINE: [40, 41, 43],
  POLYLINE: [40, 41, 43],
  TEXT: [51, 71],
  ATTRIB: [51, 71],
  ATTDEF: [51, 71],
};

function toldInGroups({ type, groups, members }: GroupedEntity): Told {
  const [lineType, weight] = [firstIn(groups, 6), firstIn(groups, 370)];
  const all = [...groups, ...members.flatMap((member) => member.groups)];
  const numbers = (isMeant: (code: number) => boolean): number[] =>
    all.flatMap(({ code, value }) => (isMeant(code) ? [Number(value)] : []));
  return {
    lineType: lineType === undefined ? undefined : String(lineType),
    lineTypeScale: Number(firstIn(groups, 48) ?? 1),
    weight: weight === undefined ? undefined : Number(weight),
    forms: numbers((code) => formCodes[type]?.includes(code) ?? false),
    heights: numbers((code) => code >= 30 && code <= 38),
  };
}
