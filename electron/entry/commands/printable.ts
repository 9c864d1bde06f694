/**
 * What a terminal would obey instead of showing it: control characters, and what ends a line or turns the direction of
 * writing without being one. Names of files may hold all of them, and so may what a service says.
 */
const obeyed = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A value as it may stand in what is printed: in every text of it such characters are shown by their numbers. */
export function printable<T>(value: T): T {
  // Whatever is printed is data as JSON knows it, and keeps its form.
  return shown(value) as T;
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(obeyed, numbered);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shown(inner)]));
}

/** As `printable`, for text of several lines that we made: the last resort for what was put into it as it was. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/** As JSON, which may be looked at in a terminal too; whoever reads it finds the same values. */
export function printableJson(value: unknown): string {
  return JSON.stringify(value).replace(obeyed, (character) => `\\u${hex(character).padStart(4, '0')}`);
}

function numbered(character: string): string {
  return named[character] ?? (character < '\u0100' ? `\\x${hex(character).padStart(2, '0')}` : `\\u${hex(character)}`);
}

function hex(character: string): string {
  return character.charCodeAt(0).toString(16);
}
