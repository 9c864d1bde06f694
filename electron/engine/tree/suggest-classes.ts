import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { fileNameLanguages } from '../../../shared/model/language.ts';
import type { ClassSuggestion } from '../../../shared/rpc/class-suggestion.ts';
import {
  assignKey,
  classesInPath,
  classInPath,
  isMissingProgram,
  type HeaderFacts,
  type LibraryDefaults,
} from './assign-key.ts';
import { suggestContentType } from './suggest-content-type.ts';
import { wordsOfName } from './words-of-name.ts';
import { nameOf } from './paths.ts';

/** A file of the library that has its key. */
export interface KeyedFile {
  readonly path: string;
  readonly key: ContentKeyText;
}

/** What a suggestion is made from. */
export interface SuggestionGround {
  readonly path: string;
  readonly header: HeaderFacts;
  readonly defaults: LibraryDefaults;
  /** Files of the same folder that have a key. */
  readonly neighbours: readonly KeyedFile[];
  /** The keys of the library that have an ETIM class. */
  readonly keysOfClass: (etimClassCode: string) => readonly ContentKeyText[];
  /** Files of the library that have a key, and a text in their paths. */
  readonly keyedWith: (part: string) => readonly KeyedFile[];
  readonly isTaken: (key: ContentKeyText) => boolean;
}

type Pair = Required<Omit<ClassSuggestion, 'because' | 'contentType'>>;
type Candidate = Pair & Pick<ClassSuggestion, 'because'>;

/**
 * The classes an unassigned file most likely belongs to, with the reason; `undefined` where nothing speaks for any. It
 * never contradicts a class the path names, and names no pair whose key another file has: that would be one file too
 * many. Where the path names one class only and nothing tells the other, it is that one.
 */
export function suggestClasses(ground: SuggestionGround): ClassSuggestion | undefined {
  const etimClass = classInPath(ground.path, 'class');
  const modellingClass = classInPath(ground.path, 'modellingClass');
  const candidates = [fromPath, sameName, usualPartner, alikeNames, neighbours];
  for (const candidateOf of candidates) {
    const candidate = candidateOf(ground);
    const isSaid =
      candidate !== undefined &&
      (!etimClass || candidate.etimClassCode === etimClass.code) &&
      (!modellingClass || candidate.modellingClassCode === modellingClass.code) &&
      isFree(candidate, ground);
    if (isSaid) return { ...candidate, ...typeOf(ground) };
  }
  if (etimClass && !modellingClass)
    return { etimClassCode: etimClass.code, etimClassVersion: etimClass.version, because: { code: 'path' } };
  if (modellingClass && !etimClass) {
    const { code: modellingClassCode, version: modellingClassVersion } = modellingClass;
    return { modellingClassCode, modellingClassVersion, because: { code: 'path' } };
  }
  return undefined;
}

/** What it seems to be, where that is not what files of the library usually are. */
function typeOf({ path, defaults }: SuggestionGround): Pick<ClassSuggestion, 'contentType'> {
  const contentType = suggestContentType(path, defaults.contentType);
  return contentType === defaults.contentType ? {} : { contentType };
}

function isFree(pair: Pair, { path, header, defaults, isTaken }: SuggestionGround): boolean {
  const link = {
    type: suggestContentType(path, defaults.contentType),
    etimClassCode: pair.etimClassCode,
    etimClassCodeVersion: pair.etimClassVersion,
    etimModelCode: pair.modellingClassCode,
    etimModelCodeVersion: pair.modellingClassVersion,
  };
  const assignment = assignKey(path, link, header, defaults);
  if (assignment.kind === 'assigned') return !isTaken(assignment.text);
  // Of a program that is not declared yet nothing has the pair.
  return isMissingProgram(assignment.missing);
}

/** Both classes stand in the path; a person said once that the file is not to have them. */
function fromPath({ path }: SuggestionGround): Candidate | undefined {
  const pair = classesInPath(path);
  return pair && { ...pair, because: { code: 'path' } };
}

/** The file next to it with the same name, in another language or of another program. */
function sameName({ path, neighbours: others }: SuggestionGround): Candidate | undefined {
  const stem = stemOf(path);
  const alike = others.filter((file) => stemOf(file.path) === stem);
  const [first] = alike;
  const most = mostOften(alike.map(({ key }) => key));
  if (!first || most?.count !== alike.length) return undefined;
  return { ...most.pair, because: { code: 'sameName', path: first.path } };
}

/** The modelling class that the files of the ETIM class in its path have most often. */
function usualPartner({ path, keysOfClass }: SuggestionGround): Candidate | undefined {
  const etimClass = classInPath(path, 'class');
  if (!etimClass || classInPath(path, 'modellingClass')) return undefined;
  const most = mostOften(keysOfClass(etimClass.code));
  // A version that the path names says more than those of others.
  const version = etimClass.isVersionNamed ? { etimClassVersion: etimClass.version } : {};
  return most && { ...most.pair, ...version, because: { code: 'usualPartner', count: most.count } };
}

/** What all files of the library are whose names have the same words: what a person said once counts for the next one. */
function alikeNames({ path, keyedWith }: SuggestionGround): Candidate | undefined {
  const words = wordsOfName(path);
  const [longest] = words.toSorted((one, other) => other.length - one.length);
  if (longest === undefined) return undefined;
  const said = words.join(' ');
  const alike = keyedWith(longest).filter((file) => wordsOfName(file.path).join(' ') === said);
  const most = mostOften(alike.map(({ key }) => key));
  if (most?.count !== alike.length) return undefined;
  return { ...most.pair, because: { code: 'alikeNames', count: most.count } };
}

/** What more than half of the files next to it are. */
function neighbours(ground: SuggestionGround): Candidate | undefined {
  const { length: of } = ground.neighbours;
  const most = mostOften(ground.neighbours.map(({ key }) => key));
  if (!most || most.count * 2 <= of) return undefined;
  return { ...most.pair, because: { code: 'neighbours', count: most.count, of } };
}

/** The classes that most of the keys have; `undefined` where no pair is more frequent than every other one. */
function mostOften(keys: readonly ContentKeyText[]): { readonly pair: Pair; readonly count: number } | undefined {
  const counts = new Map<string, number>();
  for (const key of keys) {
    // There may be 100,000: as texts, they are compared in a fraction of the time.
    const pair = key.split('/', 6).slice(2).join('/');
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a);
  if (!first || first[1] === second?.[1]) return undefined;
  const [etimClassCode = '', etimClassVersion = '', modellingClassCode = '', modellingClassVersion = ''] =
    first[0].split('/');
  return {
    pair: { etimClassCode, etimClassVersion, modellingClassCode, modellingClassVersion },
    count: first[1],
  };
}

/** A file's name without extension, language, and what copies are given. */
function stemOf(path: string): string {
  const name = nameOf(path).replace(/\.[^.]*$/, '');
  const language = /[._]([a-z]{2})$/i.exec(name)?.[1];
  const bare = language && fileNameLanguages.has(language.toLowerCase()) ? name.slice(0, -3) : name;
  return bare
    .replace(/\s*(\(mine( \d+)?\)|\(\d+\)|[-–]?\s*copy( \(?\d+\)?)?|[-–]?\s*kopie)$/i, '')
    .normalize('NFC')
    .toLowerCase();
}
