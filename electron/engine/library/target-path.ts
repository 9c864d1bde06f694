import { extensionOf } from '../../../shared/model/cad-kind.ts';
import { isCompanionName } from '../../../shared/model/cad-companions.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import { isReservedName } from '../../../shared/model/reserved-name.ts';
import { nameOf } from '../tree/paths.ts';

/** Longest file name, in characters. */
const longestName = 120;
/** Names are not cut shorter than this, however deep the library lies: they would say nothing any more. */
const shortestCut = 32;
/** Stands where a name was cut, so that the whole one is known for the file's when it is sent. */
const cutMark = '…';
/** Most file systems store names of 255 bytes; names in other scripts reach that sooner. */
const longestNameBytes = 240;

/**
 * A file name every platform can store, made from what the service calls the file. Characters no folder can hold are
 * percent-encoded, so that the name can be read back; a name that programs give their backups is changed, because a
 * scan passes over those.
 * @param suffix stands before the extension and is kept whole when the name is too long
 * @param longest in characters; a longer name is cut and says so
 */
export function safeFileName(baseFilename: string, fileExtension: string, suffix = '', longest = longestName): string {
  const cutToFit = (text: string, after: string): string => cutToRoom(text, after, Math.min(longestName, longest));
  const base = safePart(baseFilename.normalize('NFC')) || 'unnamed';
  const extension = safePart(fileExtension).slice(0, 16);
  const end = `${suffix}${extension === '' ? '' : `.${extension}`}`;
  const name = `${cutToFit(base, end)}${end}`;
  if (isCompanionName(name)) return `_${cutToFit(base, `__${end}`)}_${end}`;
  return isReservedName(name) ? `_${cutToFit(base, `_${end}`)}${end}` : name;
}

/** What the service calls a file. */
export interface FileNameParts {
  readonly baseFilename: string;
  readonly fileExtension: string;
}

/**
 * Where a file of this key belongs when the library does not have it yet: a path that names the key again.
 * @param longestPath below the library's root, in characters
 */
export function freshPath(
  key: ContentKey,
  named: FileNameParts,
  longestPath: number,
  isTaken: (path: string) => boolean,
): string {
  const folder = `${key.etimClassCode}_v${key.etimClassCodeVersion}/${key.etimModelCode}_v${key.etimModelCodeVersion}`;
  const longest = Math.max(shortestCut, longestPath - folder.length - 1);
  for (let copy = 1; ; copy += 1) {
    const path = `${folder}/${nameOfCopy(key, named, copy, longest)}`;
    if (!isTaken(path)) return path;
  }
}

function nameOfCopy(
  { languageCode: language }: ContentKey,
  { baseFilename, fileExtension }: FileNameParts,
  copy: number,
  longest?: number,
): string {
  const bare = language ? baseFilename.replace(new RegExp(`[._]${language}$`, 'i'), '') : baseFilename;
  const suffix = `${copy === 1 ? '' : ` (${copy})`}${language ? `.${language}` : ''}`;
  return safeFileName(bare, fileExtension, suffix, longest);
}

/** Whether a name only stands for another one that no folder can hold, or that does not fit where the library lies. */
function standsFor(name: string, key: ContentKey, known: FileNameParts): boolean {
  if (name === nameOfCopy(key, known, 1)) return true;
  // How much room there was when it was cut is not known any more: the library may lie elsewhere by now.
  const [, copy] = /…_?(?: \((\d{1,4})\))?[^…]*$/.exec(name) ?? [];
  return (
    name.includes(cutMark) && name === nameOfCopy(key, known, Number(copy ?? 1), Math.max(shortestCut, name.length))
  );
}

/**
 * What the service is to call the file at `path`: its own name, unless that only stands for a name of the service that
 * no folder can hold. Then the service's stays.
 */
export function nameOnService(key: ContentKey, path: string, known: FileNameParts | undefined): FileNameParts {
  const name = nameOf(path);
  if (known && known.baseFilename.trim() !== '' && standsFor(name.normalize('NFC'), key, known)) {
    return { baseFilename: known.baseFilename, fileExtension: known.fileExtension };
  }
  const extension = extensionOf(name);
  return {
    baseFilename: name.slice(0, name.length - extension.length - 1),
    fileExtension: name.slice(name.length - extension.length),
  };
}

/** As much of `base` as leaves room for `end`. */
function cutToRoom(base: string, end: string, longest: number): string {
  const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
  const fits = (text: string): boolean =>
    text.length + end.length <= longest && bytesOf(text) + bytesOf(end) <= longestNameBytes;
  if (fits(base)) return base;
  let cut = '';
  for (const character of base) {
    if (!fits(cut + character + cutMark)) break;
    cut += character;
  }
  return `${cut.replace(/[. ]+$/, '')}${cutMark}`;
}

function safePart(text: string): string {
  return text
    .replace(
      /[<>:"/\\|?*\u0000-\u001f\u007f]/g,
      (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
    )
    .replace(/[. ]+$/, '')
    .replace(/^ +/, '');
}
