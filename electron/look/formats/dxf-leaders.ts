import type { IEntity } from 'dxf-parser';
import { closed, polyline, smooth, type Point2 } from './dxf-curves.ts';
import { numberIn, textIn, verticesIn, type DxfGroup, type GroupedEntity } from './dxf-groups.ts';
import { arrowCodes, usualArrow, type ArrowStyle, type DxfTables } from './dxf-tables.ts';
import type { Shape } from './dxf-lines.ts';

/** How the drawing has things drawn that do not say it themselves. */
export interface DrawingStyle extends DxfTables {
  /** Of what names no dimension style that there is. */
  readonly arrow: ArrowStyle;
}

/** An arrow at the start of a line. */
export interface Arrow {
  readonly length: number;
  /** The block that is drawn for it, a length of 1 to the right; without one, a filled triangle. */
  readonly block?: string | undefined;
}

/** The share of its length that an arrow is wide. */
const arrowWidth = 1 / 3;
/** Marks across the end of a line, which goes on under them. */
const throughArrows = new Set(['_archtick', '_oblique', '_integral', '_none', '_small', '_dotsmall']);

/** A line to what a text is about, with an arrow at its first point as its dimension style says. */
export function leader(entity: GroupedEntity, style: DrawingStyle): Shape {
  const vertices = verticesIn(entity.groups, [10]);
  const line = numberIn(entity.groups, 72) === 1 ? smooth(vertices) : vertices;
  return numberIn(entity.groups, 71, 1) === 0 ? lined(line) : withArrow(line, arrowOf(entity, style));
}

/** As long as its style says or what the entity says instead of it. */
function arrowOf(entity: GroupedEntity, { arrow: otherwise, arrowStyles, blockNames }: DrawingStyle): Arrow {
  const style = arrowStyles.get(textIn(entity.groups, 3)) ?? otherwise;
  const own = overridesIn(entity.groups);
  const number = (code: number, value: number): number => Number(own.get(code) ?? value);
  const size = number(arrowCodes.size, style.size);
  const scale = number(arrowCodes.scale, style.scale);
  return {
    length: (size >= 0 ? size : usualArrow.size) * (scale > 0 ? scale : 1),
    block: blockNames.get(String(own.get(arrowCodes.block) ?? style.block ?? '').toUpperCase()),
  };
}

/** What an entity says otherwise than its dimension style: the number of a code, then its value. */
function overridesIn(groups: readonly DxfGroup[]): ReadonlyMap<number, DxfGroup['value']> {
  const found = new Map<number, DxfGroup['value']>();
  const start = groups.findIndex(({ code, value }) => code === 1000 && value === 'DSTYLE');
  for (let at = start + 2; start >= 0 && groups[at]?.code === 1070; at += 2) {
    found.set(Number(groups[at]?.value), groups[at + 1]?.value ?? '');
  }
  return found;
}

const lined = (line: readonly Point2[]): Shape => ({ lines: [polyline(line)], fills: [] });

/** A line with an arrow at its first point, as long as there is room. */
export function withArrow(line: readonly Point2[], arrow: Arrow): Shape {
  const [tip, next] = line;
  if (!tip || !next) return lined(line);
  const room = Math.hypot(next.x - tip.x, next.y - tip.y);
  const length = Math.min(arrow.length, room / 2);
  if (!(length > 0)) return lined(line);
  const [dx, dy] = [((next.x - tip.x) / room) * length, ((next.y - tip.y) / room) * length];
  const end = { x: tip.x + dx, y: tip.y + dy };
  if (arrow.block === undefined) {
    const outline = triangle(tip, end);
    // Areas are painted pale; its outline makes it as dark as its line.
    return { lines: [polyline(line), outline], fills: [[outline]] };
  }
  const rotation = (Math.atan2(-dy, -dx) * 180) / Math.PI;
  const insert = { type: 'INSERT', name: arrow.block, position: tip, xScale: length, yScale: length, rotation };
  const isThrough = throughArrows.has(arrow.block.toLowerCase());
  return { ...lined(isThrough ? line : [end, ...line.slice(1)]), inner: [insert as unknown as IEntity] };
}

function triangle(tip: Point2, end: Point2): Float64Array {
  const [dx, dy] = [end.x - tip.x, end.y - tip.y];
  const corner = (side: number): Point2 => ({
    x: end.x - (side * dy * arrowWidth) / 2,
    y: end.y + (side * dx * arrowWidth) / 2,
  });
  return closed(polyline([tip, corner(1), corner(-1)]));
}
