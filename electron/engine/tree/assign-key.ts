import { cadKindOf } from '../../../shared/model/cad-kind.ts';
import {
  formatContentKey,
  readContentKey,
  type ContentKey,
  type ContentKeyText,
} from '../../../shared/model/content-key.ts';
import { fileNameLanguages } from '../../../shared/model/language.ts';
import { isNewerVersion, programNamed, type Program } from '../../../shared/model/program.ts';
import { classInName } from '../../../shared/model/versioned-class.ts';
import { saysNothing, type FileLink } from './library-links.ts';

/** What the file's own header says. Which program it is of, its extension tells. */
export interface HeaderFacts {
  readonly applicationVersion?: string | undefined;
}

/** What a file takes from its library where neither link nor path say otherwise. */
export interface LibraryDefaults {
  /**
   * The programs that its colleagues open its files with, each in one version. Files of a program's own format belong to
   * that program; neutral ones to the first.
   */
  readonly programs: readonly Program[];
  readonly contentType: string;
  readonly languageCode?: string | undefined;
}

/** Which classes are not known; `wrongLink` where something in its link has the wrong form. */
export const missingClasses = ['etimClass', 'modellingClass', 'both', 'wrongLink'] as const;

/**
 * Why a file that has its classes belongs to none of the library's programs: its program is not declared, or its header
 * is of a newer version than is declared, so that colleagues could not open it.
 */
const missingPrograms = ['newerProgram', 'undeclaredProgram'] as const;

type MissingClass = (typeof missingClasses)[number];
export type MissingProgram = (typeof missingPrograms)[number];
/** What a person has to add before a file has a key. */
export type Missing = MissingClass | MissingProgram;

export function isMissingClass(missing: string | undefined): missing is MissingClass {
  return missingClasses.some((name) => name === missing);
}

export function isMissingProgram(missing: string | undefined): missing is MissingProgram {
  return missingPrograms.some((name) => name === missing);
}

export type Assignment =
  | { readonly kind: 'assigned'; readonly key: ContentKey; readonly text: ContentKeyText }
  | { readonly kind: 'unassigned'; readonly missing: Missing };

/**
 * Finds the content key of a file. A recorded link decides; then the path names the classes
 * (`…/EC011524_v3/MC000123.2/…`, the innermost counts) and the language (`pump.nl.rfa`, `pump_nl.rfa`); program and
 * version are among those the library declares; its defaults fill the rest. A missing class is never guessed, and what
 * its colleagues' libraries would not look for, or could not open, is not sent.
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
    : classInPath(path, 'class');
  const modellingClass = link?.etimModelCode
    ? { code: link.etimModelCode, version: link.etimModelCodeVersion ?? '1' }
    : classInPath(path, 'modellingClass');
  if (!etimClass || !modellingClass) {
    return { kind: 'unassigned', missing: etimClass ? 'modellingClass' : modellingClass ? 'etimClass' : 'both' };
  }
  const program = programOf(path, link, header, defaults);
  if (typeof program === 'string') return { kind: 'unassigned', missing: program };
  const result = readContentKey(
    {
      applicationName: program.name,
      applicationVersion: program.version,
      etimClassCode: etimClass.code,
      etimClassCodeVersion: etimClass.version,
      etimModelCode: modellingClass.code,
      etimModelCodeVersion: modellingClass.version,
      type: link?.type ?? defaults.contentType,
    },
    link && !saysNothing(link)
      ? (link.languageCode ?? languageInName(path))
      : (languageInName(path) ?? defaults.languageCode),
  );
  if (!result.ok) return { kind: 'unassigned', missing: 'wrongLink' };
  return { kind: 'assigned', key: result.value, text: formatContentKey(result.value) };
}

/**
 * The key that a file which was not read yet will have, if it gets one: its header can only say that it is of too new a
 * version. `undefined` where reading it cannot give it a key.
 */
export function claimOfFile(
  path: string,
  link: FileLink | undefined,
  defaults: LibraryDefaults,
): ContentKeyText | undefined {
  const assignment = assignKey(path, link, {}, defaults);
  return assignment.kind === 'assigned' ? assignment.text : undefined;
}

/**
 * The link of a file after it was moved. It stays as it is, unless the new path names other classes than the old one: who
 * puts a file among those of another class says by that what it is.
 */
export function linkAfterMove(link: FileLink, fromPath: string, toPath: string): FileLink {
  const [from, to] = [classesInPath(fromPath), classesInPath(toPath)];
  if (link === 'unassigned' || to === undefined || JSON.stringify(to) === JSON.stringify(from)) return link;
  const { etimClassCode: _class, etimClassCodeVersion: _classVersion, ...others } = link;
  const { etimModelCode: _model, etimModelCodeVersion: _modelVersion, ...rest } = others;
  return rest;
}

/** Both classes a path names; `undefined` where one is missing. */
export function classesInPath(path: string) {
  const [etimClass, modellingClass] = [classInPath(path, 'class'), classInPath(path, 'modellingClass')];
  return (
    etimClass &&
    modellingClass && {
      etimClassCode: etimClass.code,
      etimClassVersion: etimClass.version,
      modellingClassCode: modellingClass.code,
      modellingClassVersion: modellingClass.version,
    }
  );
}

/**
 * The program and version a file belongs to. A person's word in its link counts as it is. Else it is the declared version
 * of its program, if that can open it; saved in an older format, or where nothing tells its version, it can.
 */
function programOf(
  path: string,
  link: Exclude<FileLink, 'unassigned'> | undefined,
  header: HeaderFacts,
  { programs }: LibraryDefaults,
): Program | MissingProgram {
  const name = link?.applicationName ?? cadKindOf(path)?.application ?? programs[0]?.name;
  const declared = name === undefined ? undefined : programNamed(programs, name);
  const spelled = link?.applicationName ?? declared?.name ?? name;
  const version = link?.applicationVersion ?? declared?.version;
  if (spelled === undefined || version === undefined) return 'undeclaredProgram';
  const isSaid = link?.applicationName !== undefined || link?.applicationVersion !== undefined;
  const found = isSaid ? undefined : header.applicationVersion;
  return found !== undefined && isNewerVersion(found, version) ? 'newerProgram' : { name: spelled, version };
}

/** The innermost class of a kind that a path names; none where its version cannot be read. */
export function classInPath(path: string, kind: 'class' | 'modellingClass') {
  for (const segment of path.split('/').reverse()) {
    const found = classInName(kind, segment);
    if (found) return found === 'unreadable' ? undefined : found;
  }
  return undefined;
}

function languageInName(path: string): string | undefined {
  const match = /[._]([a-z]{2})\.[^./]+$/i.exec(path);
  const code = match?.[1]?.toLowerCase();
  return code !== undefined && fileNameLanguages.has(code) ? code : undefined;
}
