import type { IEntity, IMtextEntity } from 'dxf-parser';
import { lineSpacing, type DrawnText } from '../../../shared/rpc/scene.ts';
import type { Point2 } from './dxf-curves.ts';
import { numberIn, textIn, verticesIn, type GroupedEntity } from './dxf-groups.ts';
import { plainParagraph, plainText } from './dxf-text-codes.ts';

/**
 * The text of an entity, where it is one.
 * @param isInBlock whether it is part of a block: there a place for a text is no text
 */
export function textOfEntity(entity: IEntity, isInBlock: boolean): DrawnText | undefined {
  if (entity.type === 'TEXT') return textOfLine(lineOf(entity as GroupedEntity, { text: 1, up: 73 }));
  if (entity.type === 'MTEXT') return paragraph(entity);
  if (entity.type === 'ATTRIB') return attribute(entity as GroupedEntity);
  if (entity.type === 'ATTDEF') return definition(entity as GroupedEntity, isInBlock);
  return undefined;
}

/** A text of one line, in the words of its file. */
interface Line {
  readonly text: string;
  readonly start: Point2 | undefined;
  /** Where it is aligned to, unless it just begins at its start. */
  readonly end: Point2 | undefined;
  readonly height: number;
  readonly degrees: number;
  readonly stretch: number;
  /** 0 left, 1 in the middle, 2 right, 4 in the middle of the letters too; the others reach from start to end. */
  readonly across: number;
  /** 0 on its base line, 1 above what hangs below it, 2 in the middle, 3 below. */
  readonly up: number;
}

const [centred, right, middle] = [1, 2, 4];

function textOfLine({ text, start, end, height, degrees, stretch, across, up }: Line): DrawnText | undefined {
  const angle = (degrees * Math.PI) / 180;
  const isAligned = across === centred || across === right || across === middle || (across === 0 && up !== 0);
  const anchor = isAligned ? (end ?? start) : start;
  if (!anchor) return undefined;
  const lower = isAligned ? height * (across === middle ? 0.5 : (lowering[up] ?? 0)) : 0;
  const align = !isAligned || across === 0 ? 'left' : across === right ? 'right' : 'center';
  return { text, align, ...moved(anchor, angle, -lower), height, angle, stretch };
}

/** The share of its height by which a base line lies below what a text is aligned to. */
const lowering: Readonly<Record<number, number>> = { 1: -0.3, 2: 0.5, 3: 1 };

/** A point that is higher by the direction of a text. */
function moved({ x, y }: Point2, angle: number, up: number): Point2 {
  return { x: x - Math.sin(angle) * up, y: y + Math.cos(angle) * up };
}

/** A letter is about so wide, in heights: as wide as the lines of a paragraph can be told without its font. */
const letterWidth = 0.75;

/** Columns and rows of the point that a paragraph hangs on: 1 is its top left, 9 its bottom right. */
function paragraph(entity: Partial<IMtextEntity>): DrawnText | undefined {
  const { position, height = 1, width = 0, rotation = 0, directionVector: along, text = '' } = entity;
  if (!position) return undefined;
  const lines = wrapped(plainParagraph(text).split('\n'), width / (height * letterWidth));
  const angle = along ? Math.atan2(along.y, along.x) : (rotation * Math.PI) / 180;
  const [column, row] = [((entity.attachmentPoint ?? 1) - 1) % 3, Math.floor(((entity.attachmentPoint ?? 1) - 1) / 3)];
  const below = (lines.length - 1) * lineSpacing * height;
  const up = row === 0 ? -height : row === 1 ? (below - height) / 2 : below;
  const align = (['left', 'center', 'right'] as const)[column] ?? 'left';
  return { text: lines.join('\n'), align, ...moved(position, angle, up), height, angle, stretch: 1 };
}

/** Breaks lines between words. @param letters as many as fit; 0 for as many as there are */
function wrapped(lines: readonly string[], letters: number): string[] {
  if (!(letters > 1)) return [...lines];
  return lines.flatMap((line) => {
    const broken: string[] = [];
    for (const word of line.split(' ')) {
      const last = broken.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= letters) broken.push(`${broken.pop()} ${word}`);
      else broken.push(word);
    }
    return broken;
  });
}

const invisible = 1;
const constant = 2;

/** What an insert says in the place of an attribute. */
function attribute(entity: GroupedEntity): DrawnText | undefined {
  return (numberIn(entity.groups, 70) & invisible) === 0 ? textOfLine(lineOf(entity, { text: 1, up: 74 })) : undefined;
}

/** In a block only what no insert changes is drawn; elsewhere the place of an attribute shows its name. */
function definition(entity: GroupedEntity, isInBlock: boolean): DrawnText | undefined {
  const flags = numberIn(entity.groups, 70);
  const isConstant = (flags & constant) !== 0;
  if ((flags & invisible) !== 0 || (isInBlock && !isConstant)) return undefined;
  return textOfLine(lineOf(entity, { text: isConstant ? 1 : 2, up: 74 }));
}

/** @param codes those that are not the same in all texts of one line */
function lineOf({ groups: all }: GroupedEntity, codes: { readonly text: 1 | 2; readonly up: 73 | 74 }): Line {
  // What follows it is a paragraph that says the same in more words.
  const embedded = all.findIndex(({ code }) => code === 101);
  const groups = embedded < 0 ? all : all.slice(0, embedded);
  const text = textIn(groups, codes.text);
  const [start] = verticesIn(groups, [10]);
  const [end] = verticesIn(groups, [11]);
  return {
    text: embedded < 0 ? plainText(text) : plainParagraph(text),
    start,
    end,
    height: numberIn(groups, 40, 1),
    degrees: numberIn(groups, 50),
    stretch: numberIn(groups, 41, 1),
    across: numberIn(groups, 72),
    up: numberIn(groups, codes.up),
  };
}
