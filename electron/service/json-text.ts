import type { TakeTurn } from './take-turns.ts';

/** So much text is written between two turns. */
const pieceLength = 32 * 1024;

/** Down to here values are written one by one: a request, its products, one of them, its properties. */
const levelsApart = 4;

/** What a property or an item is taken for besides its texts: quotes, a number. */
const usualLength = 12;

/** Writes a value as `JSON.stringify` does, a long one piece by piece. */
export async function* jsonPieces(value: unknown, takeTurn: TakeTurn): AsyncGenerator<string> {
  if (isShort(value)) {
    yield wholeText(value);
    return;
  }
  let text = '';
  for (const part of partsOf(value, levelsApart)) {
    text += part;
    if (text.length < pieceLength) continue;
    await takeTurn();
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** The same as one text. */
export async function jsonText(value: unknown, takeTurn: TakeTurn): Promise<string> {
  if (isShort(value)) return wholeText(value);
  const pieces: string[] = [];
  for await (const piece of jsonPieces(value, takeTurn)) pieces.push(piece);
  return pieces.join('');
}

/** Whether it is about one piece at most: nearly all answers are, and in parts they take ten times as long. */
function isShort(value: unknown): boolean {
  return roomAfter(value, pieceLength) > 0;
}

/** How much of so much room a value leaves, about; counted no further than until there is none. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === 'string') return room - value.length;
  if (typeof value !== 'object' || value === null) return room;
  let left = room;
  for (const [name, item] of Object.entries(value)) {
    left = roomAfter(item, left - name.length - usualLength);
    if (left <= 0) return 0;
  }
  return left;
}

function wholeText(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

function* partsOf(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield wholeText(value);
    return;
  }
  const isList = Array.isArray(value);
  const entries = Object.entries(value).filter(([, item]) => isList || item !== undefined);
  let separator = isList ? '[' : '{';
  for (const [name, item] of entries) {
    yield isList ? separator : `${separator}${JSON.stringify(name)}:`;
    yield* partsOf(item, levels - 1);
    separator = ',';
  }
  const opened = entries.length === 0 ? separator : '';
  yield `${opened}${isList ? ']' : '}'}`;
}
