import { parseExactly } from '../../../shared/api/parse-exactly.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { TakeTurn } from '../take-turns.ts';
import { cutItems, findExcess } from './json-pieces.ts';

/** No record of the wire nests deeper than 8; beyond this, writing it out again would exhaust the stack. */
const maxDepth = 64;

/**
 * No operation takes more of anything than half of this, and says so itself; beyond it, a list or record alone would keep
 * everybody waiting.
 */
const maxEntries = 20_000;

/** Of the shortest records 32 MiB have as many. Each is an object or a text in memory, however short it is written. */
const maxValues = 3_000_000;

const excesses = {
  depth: `The JSON is nested deeper than ${maxDepth} levels.`,
  entries: `A list or record of the JSON has more than ${maxEntries} entries.`,
  values: `The JSON has more than ${maxValues} values.`,
};

/** So many characters are parsed at once: about a millisecond. */
const pieceLength = 64 * 1024;

/**
 * Parses JSON that a stranger sent, a long one piece by piece.
 * @throws AppError `malformed-body` when it is no JSON, is nested too deeply, has a list, record or name beyond all reason,
 *   or names what would change every object
 */
export async function parseJson(text: string, takeTurn: TakeTurn): Promise<unknown> {
  if (text.trim() === '') throw new AppError('malformed-body', { detail: 'The request has no body.' });
  const excess = await findExcess(text, { depth: maxDepth, entries: maxEntries, values: maxValues }, takeTurn);
  if (excess) throw new AppError('malformed-body', { detail: excesses[excess] });
  return parseInTurns(text, takeTurn);
}

/** Parses JSON that the service itself has kept, as `parseJson` does but however much it is. */
export async function parseInTurns(text: string, takeTurn: TakeTurn): Promise<unknown> {
  await takeTurn();
  if (text.length <= pieceLength) return parsePiece(text);
  const whole = trimmed(text);
  const ends = `${whole.at(0)}${whole.at(-1)}`;
  const inner = trimmed(whole.slice(1, -1));
  if (inner === '') return parsePiece(whole);
  if (ends === '[]') return parseList(inner, takeTurn);
  return ends === '{}' ? parseRecord(inner, takeTurn) : parsePiece(whole);
}

async function parseList(inner: string, takeTurn: TakeTurn): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const { text, count } of cutItems(inner, pieceLength, takeTurn)) {
    if (count === 1 && text.length > pieceLength) list.push(await parseInTurns(text, takeTurn));
    else list.push(...filled(parsePiece(`[${text}]`) as unknown[]));
  }
  return list;
}

async function parseRecord(inner: string, takeTurn: TakeTurn): Promise<Record<string, unknown>> {
  const record: Record<string, unknown> = {};
  for await (const { text, count } of cutItems(inner, pieceLength, takeTurn)) {
    if (count > 1 || text.length <= pieceLength) {
      Object.assign(record, filled(parsePiece(`{${text}}`) as Record<string, unknown>));
      continue;
    }
    const colon = colonAfterName(text);
    // Read as a record of its own, so that a name is judged as in any other.
    const [name = ''] = Object.keys(parsePiece(`{${text.slice(0, colon)}:0}`) as object);
    const value = await parseInTurns(text.slice(colon + 1), takeTurn);
    refuseHarmful({ [name]: value }, 1);
    record[name] = value;
  }
  return record;
}

/** Between two commas something has to stand: `[]` and `{}` of nothing are no items. */
function filled<Items extends object>(items: Items): Items {
  if (Object.keys(items).length === 0) throw notJson();
  return items;
}

/** Where the colon behind the first name of `"name": value` stands. */
function colonAfterName(text: string): number {
  const [name] = /^\s*"(?:[^"\\]|\\.){0,1000}"\s*:/s.exec(text) ?? [];
  if (name !== undefined) return name.length - 1;
  throw new AppError('malformed-body', {
    detail: 'The body is not JSON, or a name in it has more than 1000 characters.',
  });
}

function parsePiece(text: string): unknown {
  const value = parseWhole(text);
  // Only with such words in it, or characters written as numbers, can a text hold such names.
  if (/proto|\\u00/i.test(text)) refuseHarmful(value, Infinity);
  return value;
}

function parseWhole(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (cause) {
    throw notJson(cause);
  }
}

/**
 * Refuses names by which a record would change what all objects inherit, wherever somebody copies it carelessly.
 * @param levels how deep to look
 */
function refuseHarmful(value: unknown, levels: number): void {
  if (typeof value !== 'object' || value === null || levels === 0) return;
  if (Array.isArray(value)) {
    for (const item of value) refuseHarmful(item, levels - 1);
    return;
  }
  for (const [name, item] of Object.entries(value)) {
    const isHarmful = name === '__proto__' || (name === 'constructor' && hasPrototype(item));
    if (isHarmful) {
      const detail = 'The JSON has a property __proto__ or constructor.prototype, which is not accepted.';
      throw new AppError('malformed-body', { detail });
    }
    refuseHarmful(item, levels - 1);
  }
}

function hasPrototype(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

/** Without the white space around it, which JSON allows less of than texts do. */
function trimmed(text: string): string {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  if (/[^ \t\r\n]/.test(text.slice(0, start) + text.slice(end))) throw notJson();
  return text.slice(start, end);
}

function notJson(cause?: unknown): AppError {
  return new AppError('malformed-body', { cause, detail: 'The body is not JSON.' });
}
