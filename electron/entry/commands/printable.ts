import { escaped, obeyedCharacters, visibleText } from '../../../shared/words/visible-text.ts';

/** A value as it may stand in what is printed: in every text of it what a terminal would obey is shown by its number. */
export function printable<T>(value: T): T {
  // Whatever is printed is data as JSON knows it, and keeps its form.
  return shown(value) as T;
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return visibleText(value);
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
  return JSON.stringify(value).replace(obeyedCharacters, escaped);
}
