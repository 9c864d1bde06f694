/**
 * What is obeyed instead of shown: control characters, and what ends a line or turns the direction of writing without being
 * one. Names of files may hold all of them, and so may what a service says.
 */
export const obeyedCharacters = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text of one line in which such characters are shown by their numbers. */
export function visibleText(text: string): string {
  return text.replace(
    obeyedCharacters,
    (character) => named[character] ?? (character < '\u0100' ? `\\x${numberOf(character, 2)}` : escaped(character)),
  );
}

/** As JSON escapes it. */
export function escaped(character: string): string {
  return `\\u${numberOf(character, 4)}`;
}

function numberOf(character: string, digits: number): string {
  return character.charCodeAt(0).toString(16).padStart(digits, '0');
}
