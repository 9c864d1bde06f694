import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import {
  formatContentKey,
  readContentKey,
  type ContentKey,
  type ContentKeyText,
} from '../../../shared/model/content-key.ts';
import { fileNameLanguages } from '../../../shared/model/language.ts';
import type { LibraryDefaults } from './library-defaults.ts';
import type { FileLink } from './library-links.ts';

/** What the file's own header says. */
export interface HeaderFacts {
  readonly applicationName?: string | undefined;
  readonly applicationVersion?: string | undefined;
}

export type Assignment =
  | { readonly kind: 'assigned'; readonly key: ContentKey; readonly text: ContentKeyText }
  /** `missing` says what a person has to add. */
  | { readonly kind: 'unassigned'; readonly missing: 'etimClass' | 'modellingClass' | 'both' };

interface ClassInPath {
  readonly code: string;
  readonly version: string;
}

/**
 * Finds the content key of a file. A recorded link decides; then the path names the classes
 * (`…/EC011524_v3/MC000123.2/…`, the innermost counts) and the language (`pump.nl.rfa`, `pump_nl.rfa`); the header of
 * the program's own formats gives application and version; the library's defaults fill the rest. A missing class is
 * never guessed.
 */
export function assignKey(
  path: string,
  link: FileLink | undefined,
  header: HeaderFacts,
  defaults: LibraryDefaults,
): Assignment {
  if (link === 'unassigned') return { kind: 'unassigned', missing: 'both' };
  const etimClass = link?.etimClassCode
    ? { code: link.etimClassCode, version: link.etimClassCodeVersion ?? '1' }
    : classInPath(path, 'EC');
  const modellingClass = link?.etimModelCode
    ? { code: link.etimModelCode, version: link.etimModelCodeVersion ?? '1' }
    : classInPath(path, 'MC');
  if (!etimClass || !modellingClass) {
    return { kind: 'unassigned', missing: etimClass ? 'modellingClass' : modellingClass ? 'etimClass' : 'both' };
  }
  const own = applicationOf(path, header, defaults);
  const result = readContentKey(
    {
      applicationName: link?.applicationName ?? own.name,
      applicationVersion: link?.applicationVersion ?? own.version,
      etimClassCode: etimClass.code,
      etimClassCodeVersion: etimClass.version,
      etimModelCode: modellingClass.code,
      etimModelCodeVersion: modellingClass.version,
      type: link?.type ?? defaults.contentType,
    },
    link ? (link.languageCode ?? languageInName(path)) : (languageInName(path) ?? defaults.languageCode),
  );
  if (!result.ok) return { kind: 'unassigned', missing: 'both' };
  return { kind: 'assigned', key: result.value, text: formatContentKey(result.value) };
}

/**
 * The link of a file after it was moved. It stays as it is, unless the new path names other classes than the old one: who
 * puts a file among those of another class says by that what it is.
 */
export function linkAfterMove(link: FileLink, fromPath: string, toPath: string): FileLink {
  const [from, to] = [classesInPath(fromPath), classesInPath(toPath)];
  if (link === 'unassigned' || to === undefined || to === from) return link;
  const { etimClassCode: _class, etimClassCodeVersion: _classVersion, ...others } = link;
  const { etimModelCode: _model, etimModelCodeVersion: _modelVersion, ...rest } = others;
  return rest;
}

/** Both classes a path names, as one text; `undefined` where one is missing. */
function classesInPath(path: string): string | undefined {
  const [etimClass, modellingClass] = [classInPath(path, 'EC'), classInPath(path, 'MC')];
  return etimClass && modellingClass && JSON.stringify([etimClass, modellingClass]);
}

/** Stands for the version of a program whose files do not tell it. */
const unknownVersion = 'unknown';

/**
 * Application and version: neutral formats take the library's. A program's own format takes what its header says;
 * where that is silent about the version, the library's only if the library is of the same program.
 */
function applicationOf(
  path: string,
  header: HeaderFacts,
  defaults: LibraryDefaults,
): { name: string; version: string } {
  const name = header.applicationName ?? cadKindOf(path)?.application;
  if (name === undefined) return { name: defaults.applicationName, version: defaults.applicationVersion };
  const sameProgram = name.toLowerCase() === defaults.applicationName.toLowerCase();
  const version = header.applicationVersion ?? (sameProgram ? defaults.applicationVersion : unknownVersion);
  return { name: sameProgram ? defaults.applicationName : name, version };
}

/** The innermost class of a kind that a path names. */
export function classInPath(path: string, prefix: 'EC' | 'MC'): ClassInPath | undefined {
  const pattern = new RegExp(`(?:^|[^a-z0-9])(${prefix}\\d{6})(?:(?:_v|\\.|_)(\\d{1,4}))?(?![a-z0-9])`, 'i');
  for (const segment of path.split('/').reverse()) {
    const match = pattern.exec(segment);
    if (match?.[1]) return { code: match[1].toUpperCase(), version: match[2] ?? '1' };
  }
  return undefined;
}

function languageInName(path: string): string | undefined {
  const match = /[._]([a-z]{2})\.[^./]+$/i.exec(path);
  const code = match?.[1]?.toLowerCase();
  return code !== undefined && fileNameLanguages.has(code) ? code : undefined;
}
