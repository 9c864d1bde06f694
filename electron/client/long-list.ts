import { setImmediate as nextTurn } from 'node:timers/promises';
import { parseExactly } from '../../shared/api/parse-exactly.ts';

/** About so much of a text is read before others get their turn: a few milliseconds' work. */
const lotLength = 128 * 1024;

/** So often an end is looked for further on before the rest is read as a whole. */
const mostTries = 50;

/** Between two objects of the list, or of one within it. */
const betweenObjects = /\}\s*,(?=\s*\{)/g;

interface ListReading {
  /** Reads some items of the list. @throws AppError where they are not what was asked for */
  readonly readItems: (items: unknown) => unknown;
  /** As `readItems`, of text. */
  readonly readText: (text: string) => unknown;
}

/**
 * Reads the text of a long list of objects some at a time, so that meanwhile whoever asks is answered; any other text as
 * a whole.
 * @throws what `ListReading` throws
 */
export async function readLongList(text: string, reading: ListReading): Promise<unknown> {
  // What is wrong, and where, is told of the whole.
  const read = await readInLots(text, reading).catch(() => undefined);
  return read ?? reading.readText(text);
}

/** @returns `undefined` where it is no long list of objects */
async function readInLots(text: string, { readItems, readText }: ListReading): Promise<unknown> {
  const opening = /^\uFEFF?\s*\[/.exec(text)?.[0];
  const lots: unknown[] = [];
  let start = opening?.length ?? text.length;
  for (let lot = nextLot(text, start); lot; lot = nextLot(text, start)) {
    lots.push(readItems(lot.items));
    start = lot.end + 1;
    await nextTurn();
  }
  if (lots.length === 0) return undefined;
  lots.push(readText(`[${text.slice(start)}`));
  return lots.flat();
}

/** The next objects of the list, and where they end; `undefined` where too few are left to part them. */
function nextLot(text: string, start: number): { readonly items: unknown; readonly end: number } | undefined {
  betweenObjects.lastIndex = start + lotLength;
  for (let tries = 0; tries < mostTries && text.length - start > lotLength; tries += 1) {
    if (!betweenObjects.test(text)) return undefined;
    const end = betweenObjects.lastIndex - 1;
    const items = parsed(`[${text.slice(start, end)}]`);
    // Only behind an object of the list itself is what came before JSON.
    if (items !== undefined) return { items, end };
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}
