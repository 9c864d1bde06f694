import { parseContentKey, type ContentKey, type ContentKeyText } from '../../../shared/model/content-key.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { LibraryRecords } from '../state/library-state.ts';
import { claimOfFile } from '../tree/assign-key.ts';
import type { FileLink } from '../tree/library-links.ts';
import type { Links } from './links-file.ts';

type Claims = LibraryRecords & Pick<Links, 'links'>;

/** A file that stands at a path; without a key, it is of nothing. */
interface StandingFile {
  readonly key: ContentKeyText | undefined;
}

/** What stands at a path by now, noticed or not; `undefined` where nothing does. */
export async function standingAt(context: Claims & LibraryFolder, path: string): Promise<StandingFile | undefined> {
  const file = context.files.get(path);
  if (file && file.goneSinceMs === undefined) return { key: keyByNow(context, file) };
  return (await context.disk.stat(path)) ? { key: claimOf(context, path) } : undefined;
}

/** Of which key a known file is by now: since it was read, a person may have said what it belongs to. */
export function keyByNow(context: Claims, file: LocalFile): ContentKeyText | undefined {
  const isRead = file.settled && (file.sha256 ?? file.missing ?? file.problem) !== undefined;
  return isRead || file.goneSinceMs !== undefined ? file.key : claimOf(context, file.path);
}

const claimOf = ({ links, library }: Claims, path: string): ContentKeyText | undefined =>
  claimOfFile(path, links().get(path), library);

/** The link with which a file at a path is of a key: this one where that says so, or path and library do. */
export function linkForKey(
  { library }: Pick<LibraryRecords, 'library'>,
  { path, link }: { readonly path: string; readonly link: FileLink | undefined },
  key: ContentKeyText,
): FileLink | undefined {
  const parsed = parseContentKey(key);
  if (!parsed.ok) return link;
  const { applicationName: name, applicationVersion: version, ...classes } = parsed.value;
  // Whether the library has its program is another question.
  const claim = claimOfFile(path, link, { ...library, programs: [{ name, version }] });
  return claim !== undefined && isSameProduct(claim, key) ? link : classes;
}

/** Another version of its program, or another program, makes no other product of a file. */
export function isSameProduct(one: ContentKeyText, other: ContentKeyText): boolean {
  const [a, b] = [parseContentKey(one), parseContentKey(other)];
  return a.ok && b.ok && productOf(a.value) === productOf(b.value);
}

function productOf({ etimClassCode, etimModelCode, type, languageCode }: ContentKey): string {
  return JSON.stringify([etimClassCode, etimModelCode, type, languageCode]);
}
