import { nameOf } from './paths.ts';

/** Shorter ones, sizes and codes do not say what a thing is. */
const shortestWord = 4;

/** The words in a file's name that say what it is, in lower case and in their order: no sizes, codes or extension. */
export function wordsOfName(path: string): string[] {
  return wordsIn(nameOf(path).replace(/\.[^.]*$/, ''));
}

/** The same of the folders it lies in, the innermost first. */
export function wordsOfFolders(path: string): string[][] {
  return path.split('/').slice(0, -1).reverse().map(wordsIn);
}

function wordsIn(text: string): string[] {
  return splitWords(text, /[^\p{L}\p{N}]+/u).filter((word) => word.length >= shortestWord && !/\p{N}/u.test(word));
}

/** The words of a text, in lower case; a capital letter in a word begins another one. */
export function splitWords(text: string, separator: RegExp): string[] {
  return text
    .normalize('NFC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(separator);
}
