import type { TakeTurn } from './take-turns.ts';

/** So much text is written between two turns. */
const pieceLength = 32 * 1024;

/** Down to here values are written one by one: a request, its products, one of them, its properties. */
const levelsApart = 4;

/** Writes a value as `JSON.stringify` does, a long one piece by piece. */
export async function* jsonPieces(value: unknown, takeTurn: TakeTurn): AsyncGenerator<string> {
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
  const pieces: string[] = [];
  for await (const piece of jsonPieces(value, takeTurn)) pieces.push(piece);
  return pieces.join('');
}

function* partsOf(value: unknown, levels: number): Generator<string> {
  if (levels === 0 || typeof value !== 'object' || value === null) {
    yield JSON.stringify(value) ?? 'null';
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
