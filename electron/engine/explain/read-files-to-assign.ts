import { parseContentKey, type ContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import type { NamedClasses } from '../person/assign-classes.ts';
import type { Database } from '../ports.ts';
import type { Library } from '../state/libraries.ts';
import { createLocalFiles, type LocalFiles } from '../state/local-files.ts';
import { assignKey, isMissingProgram } from '../tree/assign-key.ts';
import { folderOf } from '../tree/paths.ts';
import type { FileLink, LibraryLinks } from '../tree/library-links.ts';
import { suggestContentType } from '../tree/suggest-content-type.ts';
import type { SomePaths } from '../state/local-rows.ts';

/** What of a content key its class pair leaves open. */
interface OpenPart {
  /** Program, version and language, as one text; none where the file gets no key. */
  readonly place?: string;
  readonly contentType: string;
}

/** Which files a person is asked about, by their paths in the library. */
export type PathScope =
  | { readonly of: 'folder' | 'rivals'; readonly path: string }
  | { readonly of: 'files'; readonly paths: readonly string[] };

interface AssignQuestion {
  readonly library: Library;
  readonly links: LibraryLinks;
  readonly scope: PathScope;
  readonly classes?: NamedClasses | undefined;
  readonly atMost: number;
}

/** Any pair of classes: what matters is what else tells keys apart. */
const anyClasses = { etimClassCode: 'EC000000', etimModelCode: 'MC000000' };

/** What there is to say of files that a person is asked about. Reads only. */
export function readFilesToAssign(database: Database, { library, links, scope, classes, atMost }: AssignQuestion) {
  const files = createLocalFiles(database, library.libraryId);
  const { paths, count } = pathsOf(files, scope, atMost);
  const rows = paths.map((path) => ({ path, ...openPartOf(files, library, path, links.get(path)) }));
  return { total: count, rows, taken: classes ? takenBy(files, classes, new Set(paths)) : [] };
}

/** The files of each key that some of these claim together with others, by path; also those that were not read since. */
export function readSharing(
  database: Database,
  { library, links, paths }: Pick<AssignQuestion, 'library' | 'links'> & { readonly paths: readonly string[] },
): readonly (readonly string[])[] {
  const files = createLocalFiles(database, library.libraryId);
  const keyOf = (path: string): ContentKeyText | undefined => {
    const assignment = assignmentOf(files, library, path, links.get(path));
    return assignment.kind === 'assigned' ? assignment.text : undefined;
  };
  const keys = [...new Set(paths.map(keyOf))].filter((key) => key !== undefined);
  const claimants = Map.groupBy(
    new Set([...files.unreadPaths(), ...keys.flatMap((key) => files.presentPathsOf(key))]),
    keyOf,
  );
  return keys.map((key) => claimants.get(key)?.sort() ?? []).filter(({ length }) => length > 1);
}

function pathsOf(files: LocalFiles, scope: PathScope, atMost: number): SomePaths {
  if (scope.of === 'files') {
    const there = scope.paths.filter((path) => files.get(path) && files.get(path)?.goneSinceMs === undefined);
    return { paths: there.slice(0, atMost), count: there.length };
  }
  if (scope.of === 'folder') return files.unassignedBelow(folderOf(scope.path), atMost);
  const key = files.get(scope.path)?.key;
  const paths = key === undefined ? [] : files.presentPathsOf(key);
  return { paths: paths.slice(0, atMost), count: paths.length };
}

/** What a file would be assigned to with a link. */
function assignmentOf(files: LocalFiles, library: Library, path: string, link: FileLink | undefined) {
  return assignKey(path, link, { applicationVersion: files.get(path)?.programVersion }, library);
}

function openPartOf(
  files: LocalFiles,
  library: Library,
  path: string,
  link: FileLink | undefined,
): OpenPart & { readonly isOfOtherProgram: boolean } {
  const said = link === undefined || link === 'unassigned' ? {} : link;
  const contentType = said.type ?? suggestContentType(path, library.contentType);
  const assignment = assignmentOf(files, library, path, { ...said, ...anyClasses, type: contentType });
  return assignment.kind === 'assigned'
    ? { ...openPartIn(assignment.key), isOfOtherProgram: false }
    : { contentType, isOfOtherProgram: isMissingProgram(assignment.missing) };
}

function openPartIn({ applicationName, applicationVersion, languageCode, type }: ContentKey): OpenPart {
  return { place: JSON.stringify([applicationName, applicationVersion, languageCode ?? '']), contentType: type };
}

/** What other files have taken of a class pair. */
function takenBy(files: LocalFiles, classes: NamedClasses, except: ReadonlySet<string>): OpenPart[] {
  const taken = new Map<ContentKeyText, OpenPart>();
  for (const { path, key: text } of files.keyedOfClass(classes.etimClassCode)) {
    const key = parseContentKey(text);
    if (!key.ok || except.has(path) || !isOfPair(key.value, classes)) continue;
    taken.set(text, openPartIn(key.value));
  }
  return [...taken.values()];
}

function isOfPair(key: ContentKey, classes: NamedClasses): boolean {
  return (
    key.etimClassCodeVersion === classes.etimClassCodeVersion &&
    key.etimModelCode === classes.etimModelCode &&
    key.etimModelCodeVersion === classes.etimModelCodeVersion
  );
}
