import type { TakeTurn } from '../take-turns.ts';

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;

/** So many characters are looked at between two turns: a fraction of a millisecond. */
const stride = 64 * 1024;

/** Some items of a list, or members of a record, as they stand between commas. */
export interface JsonItems {
  readonly text: string;
  readonly count: number;
}

/** Follows JSON character by character, as far as brackets and texts go; what is no JSON is found by parsing it. */
function createCursor() {
  let depth = 0;
  let isText = false;
  let isEscaped = false;
  return {
    depth: () => depth,
    isText: () => isText,
    /** Takes the next character. @returns whether it is a comma between items that stand in no bracket */
    take(code: number): boolean {
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (code === backslash) isEscaped = true;
        else if (code === quote) isText = false;
        return false;
      }
      if (code === quote) isText = true;
      // `[` and `{`, `]` and `}` differ in one bit only.
      else if ((code | 0x20) === 0x7b) depth += 1;
      else if ((code | 0x20) === 0x7d) depth -= 1;
      else return code === comma && depth === 0;
      return false;
    },
  };
}

/** What JSON may come to: how deep brackets nest, how many entries one list or record has, and how many all of them. */
export interface JsonBounds {
  readonly depth: number;
  readonly entries: number;
  readonly values: number;
}

/** Which bound JSON goes beyond first, brackets and commas in texts not counted. */
export async function findExcess(
  text: string,
  most: JsonBounds,
  takeTurn: TakeTurn,
): Promise<keyof JsonBounds | undefined> {
  const cursor = createCursor();
  const entries: number[] = [];
  let values = 0;
  for (let start = 0; start < text.length; start += stride) {
    await takeTurn();
    const end = Math.min(start + stride, text.length);
    for (let index = start; index < end; index += 1) {
      const code = text.charCodeAt(index);
      const before = cursor.depth();
      cursor.take(code);
      const depth = cursor.depth();
      if (depth > most.depth) return 'depth';
      if (depth > before) entries[depth] = 1;
      else if (code === comma && !cursor.isText()) entries[depth] = (entries[depth] ?? 1) + 1;
      else continue;
      values += 1;
      if ((entries[depth] ?? 0) > most.entries) return 'entries';
      if (values > most.values) return 'values';
    }
  }
  return undefined;
}

/**
 * Cuts what stands inside a list or record at its commas: as many items together as `length` characters hold, and those
 * that are longer by themselves.
 */
export async function* cutItems(inner: string, length: number, takeTurn: TakeTurn): AsyncGenerator<JsonItems> {
  let start = 0;
  let count = 0;
  let lastComma = -1;
  for await (const at of commasOf(inner, takeTurn)) {
    if (at - start > length && count > 0) {
      yield { text: inner.slice(start, lastComma), count };
      start = lastComma + 1;
      count = 0;
    }
    count += 1;
    lastComma = at;
    if (at - start <= length) continue;
    yield { text: inner.slice(start, at), count };
    start = at + 1;
    count = 0;
  }
  if (count > 0) {
    yield { text: inner.slice(start, lastComma), count };
    start = lastComma + 1;
  }
  yield { text: inner.slice(start), count: 1 };
}

/** Where the commas between the items stand, those inside of the items not among them. */
async function* commasOf(inner: string, takeTurn: TakeTurn): AsyncGenerator<number> {
  const cursor = createCursor();
  for (let start = 0; start < inner.length; start += stride) {
    await takeTurn();
    const end = Math.min(start + stride, inner.length);
    for (let index = start; index < end; index += 1) {
      if (cursor.take(inner.charCodeAt(index))) yield index;
    }
  }
}
