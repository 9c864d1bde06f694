import type { IEntity } from 'dxf-parser';
import { smooth, type Point2 } from './dxf-curves.ts';
import {
  bracketed,
  numberIn,
  textIn,
  verticesIn,
  type Brackets,
  type DxfGroup,
  type GroupedEntity,
} from './dxf-groups.ts';
import { withArrow, type DrawingStyle } from './dxf-leaders.ts';
import type { Shape } from './dxf-lines.ts';

const contextData: Brackets = { code: 300, word: 'CONTEXT_DATA{', end: 301 };
const leaderNode: Brackets = { code: 302, word: 'LEADER{', end: 303 };
const leaderLine: Brackets = { code: 304, word: 'LEADER_LINE{', end: 305 };

/** What is said of a multileader as a whole, of its text or block, and of the lines that lead to it. */
interface Multileader {
  readonly own: readonly DxfGroup[];
  readonly content: readonly DxfGroup[];
  readonly style: DrawingStyle;
}

/** The types of its lines. */
const [invisible, curved] = [0, 2];

/** A multileader: its lines with their arrows, and the text or the block that they lead to. */
export function multileader({ groups }: GroupedEntity, style: DrawingStyle): Shape {
  const { inside, outside: own } = bracketed(groups, contextData);
  const { inside: leaders, outside: content } = bracketed(inside[0] ?? [], leaderNode);
  const whole: Multileader = { own, content, style };
  const shapes = numberIn(own, 170, 1) === invisible ? [] : leaders.flatMap((one) => linesOf(whole, one));
  return {
    lines: shapes.flatMap(({ lines }) => lines),
    fills: shapes.flatMap(({ fills }) => fills),
    inner: [...shapes.flatMap(({ inner = [] }) => inner), ...textOf(content), ...blockOf(whole)],
  };
}

/** The lines of one side: each from its arrow to where all of them meet, and on to the text by a short level piece. */
function linesOf({ own, content, style }: Multileader, groups: readonly DxfGroup[]): Shape[] {
  const { inside: lines, outside: node } = bracketed(groups, leaderLine);
  const isCurved = numberIn(own, 170, 1) === curved;
  const hasLanding = numberIn(own, 291, 1) !== 0;
  const [meeting] = verticesIn(node, [10]);
  const landing = landingOf(node, meeting);
  const ends = [
    ...(meeting && (!landing || (hasLanding && !isCurved)) ? [meeting] : []),
    ...(landing ? [landing] : []),
  ];
  const length = numberIn(content, 140);
  return lines.map((line) => {
    const points = [...verticesIn(line, [10]), ...ends];
    const block = style.blockNames.get(arrowHandle(own, numberIn(line, 91)).toUpperCase());
    return withArrow(isCurved ? smooth(points) : points, { length, block });
  });
}

/** Where lines that come from the left or the right end. */
function landingOf(node: readonly DxfGroup[], meeting: Point2 | undefined): Point2 | undefined {
  const [direction] = verticesIn(node, [11]);
  const isLevel = numberIn(node, 271) === 0 && numberIn(node, 291, 1) !== 0;
  const size = direction ? Math.hypot(direction.x, direction.y) : 0;
  if (!meeting || !direction || !isLevel || size === 0) return undefined;
  const length = numberIn(node, 40) / size;
  return { x: meeting.x + direction.x * length, y: meeting.y + direction.y * length };
}

/** The block of the arrow of one line, by the number of the line; all others have the same. */
function arrowHandle(own: readonly DxfGroup[], line: number): string {
  const at = own.findIndex(({ code, value }, place) => code === 94 && value === line && own[place + 1]?.code === 345);
  return at < 0 ? textIn(own, 342) : String(own[at + 1]?.value);
}

const isSet = (groups: readonly DxfGroup[], code: number): boolean => numberIn(groups, code) !== 0;

function textOf(content: readonly DxfGroup[]): IEntity[] {
  const [position] = verticesIn(content, [12]);
  if (!isSet(content, 290) || !position) return [];
  const [directionVector] = verticesIn(content, [13]);
  const paragraph = {
    type: 'MTEXT',
    text: textIn(content, 304),
    position,
    directionVector,
    height: numberIn(content, 41),
    // The height is as it is drawn, the width as it would be without a scale.
    width: numberIn(content, 43) * numberIn(content, 40, 1),
    // Left, in the middle and right, each at the top.
    attachmentPoint: numberIn(content, 171, 1),
  };
  return [paragraph as unknown as IEntity];
}

/** An insert that says what stands in the place of the attributes of its block, by their handles. */
interface SayingInsert extends IEntity {
  readonly says?: ReadonlyMap<string, string>;
}

function blockOf({ own, content, style }: Multileader): IEntity[] {
  const name = style.blockNames.get(textIn(content, 341).toUpperCase());
  const [position] = verticesIn(content, [15]);
  if (!isSet(content, 296) || name === undefined || !position) return [];
  const [scale] = verticesIn(content, [16]);
  const side = numberIn(content, 34, 1) < 0 ? -1 : 1;
  const insert = {
    type: 'INSERT',
    name,
    // An insert has its place as it is seen from its own side; this one has it as everybody sees it.
    position: { x: side * position.x, y: position.y },
    xScale: scale?.x ?? 1,
    yScale: scale?.y ?? 1,
    rotation: (numberIn(content, 46) * 180) / Math.PI,
    extrusionDirection: { x: 0, y: 0, z: side },
    says: saidIn(own),
  };
  return [insert as unknown as SayingInsert];
}

function saidIn(own: readonly DxfGroup[]): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  let handle = '';
  for (const { code, value } of own) {
    if (code === 330) handle = String(value).toUpperCase();
    else if (code === 302) said.set(handle, String(value));
  }
  return said;
}

/** A member of a block as an insert has it: a place for a text with the text that the insert says there. */
export function memberOf(insert: IEntity, member: IEntity): IEntity {
  const text = (insert as SayingInsert).says?.get(String(member.handle).toUpperCase());
  if (text === undefined || member.type !== 'ATTDEF') return member;
  const { groups } = member as unknown as GroupedEntity;
  const said = { ...member, type: 'ATTRIB', groups: [{ code: 1, value: text }, ...groups.filter(isNoText)] };
  return said;
}

const isNoText = ({ code }: DxfGroup): boolean => code !== 1;
