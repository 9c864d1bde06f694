import { extensionOf } from '../../../shared/model/cad-kind.ts';
import type { KnownContentType } from '../../../shared/model/content-type.ts';
import { folderOf, nameOf } from './paths.ts';
import { splitWords } from './words-of-name.ts';

/** What designers call each kind of content in the names of files and folders, in English and Dutch. */
const wordsFor: readonly (readonly [KnownContentType, readonly string[]])[] = [
  ['Symbol', ['symbol', 'symbols', 'symbool', 'symbolen', 'sym']],
  ['Plan', ['plan', 'plans', 'plattegrond', 'plattegronden', 'bovenaanzicht', 'topview', 'floorplan']],
  ['Elevation', ['elevation', 'elevations', 'aanzicht', 'aanzichten', 'vooraanzicht', 'zijaanzicht', 'frontview']],
  ['Section', ['section', 'sections', 'doorsnede', 'doorsneden', 'doorsnedes']],
  ['Detail', ['detail', 'details', 'detaillering']],
  ['Schematic', ['schematic', 'schematics', 'schema', 'schemas', 'principeschema']],
  ['Assembly', ['assembly', 'assemblies', 'asm', 'samenstelling', 'samenstellingen']],
  ['Template', ['template', 'templates', 'sjabloon', 'sjablonen']],
];

/** Dutch writes compounds as one word (`radiatorsymbool`); shorter words end others by chance. */
const shortestEnding = 6;

/** Of what is put together of parts, in the programs that have a format for that. */
const assemblyExtensions = new Set(['sldasm', 'iam']);

/**
 * What a file most likely is, from its name, else its format, else its folders, the innermost first. A person says yes to
 * it; it is never taken by itself.
 * @param usual what the files of the library are where nothing else is said
 */
export function suggestContentType(path: string, usual: string): string {
  const named = typeIn(nameOf(path).replace(/\.[^.]*$/, ''));
  if (named !== undefined) return named;
  if (assemblyExtensions.has(extensionOf(path))) return 'Assembly';
  const folders = folderOf(path).split('/').reverse();
  for (const folder of folders) {
    const found = typeIn(folder);
    if (found !== undefined) return found;
  }
  return usual;
}

/** The last word says what a thing is: a `section symbol` is a symbol. */
function typeIn(text: string): KnownContentType | undefined {
  for (const word of splitWords(text, /[^\p{L}]+/u).reverse()) {
    const found = wordsFor.find(([, names]) => names.some((name) => says(word, name)));
    if (found) return found[0];
  }
  return undefined;
}

function says(word: string, name: string): boolean {
  return word === name || (name.length >= shortestEnding && word.endsWith(name));
}
