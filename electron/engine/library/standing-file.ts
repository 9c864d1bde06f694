import { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKey, ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Program } from '../../../shared/model/program.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import { claimOfFile } from '../tree/assign-key.ts';
import { keyOf } from '../tree/key-of.ts';
import type { FileLink } from '../tree/library-links.ts';
import type { Links } from './links-file.ts';

type Claims = LibraryRecords & Pick<Links, 'links'>;

/** How a file stands to a key: it is the key's own, of the same product, or of another one or none. */
type Standing = 'own' | 'sameProduct' | 'other';

/** How what stands at a path does, noticed or not; `undefined` where nothing is. */
export async function standingAt(
  context: Claims & LibraryFolder,
  path: string,
  key: ContentKeyText,
): Promise<Standing | undefined> {
  const file = context.files.get(path);
  if (file && file.goneSinceMs === undefined) return standingOf(context, file, key);
  return (await context.disk.stat(path)) ? standingOf(context, { path }, key) : undefined;
}

/** A file that a newer program saved, or one that is not declared any more, is as before what it was. */
export function standingOf(context: Claims, file: NamedFile, key: ContentKeyText): Standing {
  const now = keyWithProgramOf(context, file, key);
  if (now === key) return 'own';
  return now !== undefined && isSameProduct(now, key) ? 'sameProduct' : 'other';
}

/** What a file is of, if anything; where no program of the library has it, as one of the program of a key. */
export const keyWithProgramOf = (context: Claims, file: NamedFile, key: ContentKeyText): ContentKeyText | undefined =>
  keyByNow(context, file) ?? claimOf(context, file.path, programOf(key));

/** As much of a known file as tells of which key it is; of one that was not noticed yet, its path. */
type NamedFile = Pick<LocalFile, 'path'> & Partial<LocalFile>;

/** Of which key a file is by now: since it was read, a person may have said what it belongs to. */
export function keyByNow(context: Claims, file: NamedFile): ContentKeyText | undefined {
  const isRead = file.settled && (file.sha256 ?? file.missing ?? file.problem) !== undefined;
  return isRead || file.goneSinceMs !== undefined ? file.key : claimOf(context, file.path);
}

const claimOf = (
  { links, library }: Claims,
  path: string,
  programs: readonly Program[] = library.programs,
): ContentKeyText | undefined => claimOfFile(path, links().get(path), { ...library, programs });

/** Whether the library has its program is another question. */
function programOf(key: ContentKeyText): Program[] | undefined {
  const parsed = keyOf(key);
  return parsed && [{ name: parsed.applicationName, version: parsed.applicationVersion }];
}

/** The link with which a file at a path is of a key: this one where that says so, or path and library do. */
export function linkForKey(
  { library }: Pick<LibraryRecords, 'library'>,
  { path, link }: { readonly path: string; readonly link: FileLink | undefined },
  key: ContentKeyText,
): FileLink | undefined {
  const parsed = keyOf(key);
  if (!parsed) return link;
  const { applicationName: name, applicationVersion: version, ...classes } = parsed;
  const claim = claimOfFile(path, link, { ...library, programs: [{ name, version }] });
  return claim !== undefined && isSameProduct(claim, key) ? link : classes;
}

/** Another version of its program, or another program, makes no other product of a file. */
function isSameProduct(one: ContentKeyText, other: ContentKeyText): boolean {
  const [a, b] = [keyOf(one), keyOf(other)];
  return a !== undefined && b !== undefined && productOf(a) === productOf(b);
}

function productOf({ etimClassCode, etimModelCode, type, languageCode }: ContentKey): string {
  return JSON.stringify([etimClassCode, etimModelCode, type, languageCode]);
}

/** Meanwhile a person may have said that the file at a path is something else. */
export function watchStanding(context: Claims, path: string, key: ContentKeyText | undefined) {
  const standing = () => key !== undefined && standingOf(context, context.files.get(path) ?? { path }, key);
  const before = standing();
  const isStill = (): boolean => standing() === before;
  return {
    isStill,

    /** @throws AppError `file-changed-meanwhile` */
    assertStill: (): void => {
      if (!isStill()) throw new AppError('file-changed-meanwhile');
    },
  };
}
