import { hash } from 'node:crypto';
import { wordsSearched } from '../class-words.ts';

/** Longer words are found by their beginning: an entry of the index has to be short. */
const longestWord = 100;

/** Between two texts, so that no phrase goes from one into the other. */
const gap = 10;

/** PostgreSQL's highest place of a word in a text. */
const lastPlace = 16_383;

/** All that a `tsvector` holds, bytes: its words and their places. */
const longestVector = 2 ** 20 - 1;
/** What a word takes besides its own bytes, at most. */
const bytesOfPlace = 5;

/** A text as it is compared: in any letter case, with and without accents, whatever the database thinks of letters. */
export function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

function wordsIn(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
}

/** What the words of a tenant begin with in the index, so that it is searched by tenant. */
function markOf(tenantId: string): string {
  return hash('sha256', tenantId, 'hex').slice(0, 8);
}

function lexeme(mark: string, word: string): string {
  return `'${mark}${[...word].slice(0, longestWord).join('')}'`;
}

/** How much a word counts by where it stands; the first counts most. */
export type Weight = 'A' | 'B' | 'C' | 'D';

/** Texts as a `tsvector` in words of the tenant. Words that it has no room for find nothing. */
export function vectorOf(tenantId: string, texts: readonly (readonly [weight: Weight, text: string])[]): string {
  const mark = markOf(tenantId);
  let [place, sizeBytes] = [0, 0];
  const entries: string[] = [];
  for (const [weight, text] of texts) {
    for (const word of wordsIn(text)) {
      place = Math.min(place + 1, lastPlace);
      const found = lexeme(mark, word);
      sizeBytes += Buffer.byteLength(found) + bytesOfPlace;
      if (sizeBytes > longestVector) return entries.join(' ');
      entries.push(`${found}:${place}${weight}`);
    }
    place += gap;
  }
  return entries.join(' ');
}

/** A text's words as a `tsquery` each: the word, or the words it is made of in a row, the last one as a beginning. */
export function queriesOf(tenantId: string, text: string): string[] {
  const mark = markOf(tenantId);
  return wordsSearched(text).map((word) => {
    const parts = wordsIn(word).map((part) => lexeme(mark, part));
    return `${parts.join(' <-> ')}:*`;
  });
}
