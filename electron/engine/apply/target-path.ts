import { extensionOf } from '../../../shared/model/cad-kind.ts';
import { isCompanionName } from '../../../shared/model/cad-companions.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';

/** Names Windows keeps for devices, with or without an extension. */
const reservedName = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;

/** Longest file name, in characters: it leaves room for folders within the 260 that Windows stores. */
const longestName = 120;
/** Most file systems store names of 255 bytes; names in other scripts reach that sooner. */
const longestNameBytes = 240;

/**
 * A file name every platform can store, made from what the service calls the file. Characters no folder can hold are
 * percent-encoded, so that the name can be read back; a name that programs give their backups is changed, because a
 * scan passes over those.
 * @param suffix stands before the extension and is kept whole when the name is too long
 */
export function safeFileName(baseFilename: string, fileExtension: string, suffix = ''): string {
  const base = safePart(baseFilename.normalize('NFC')) || 'unnamed';
  const extension = safePart(fileExtension).slice(0, 16);
  const end = `${suffix}${extension === '' ? '' : `.${extension}`}`;
  const name = `${cutToFit(base, end)}${end}`;
  if (isCompanionName(name)) return `_${cutToFit(base, `__${end}`)}_${end}`;
  return reservedName.test(name) ? `_${name}` : name;
}

/** Where a file of this key belongs when the library does not have it yet: a path that names the key again. */
export function freshPath(
  key: ContentKey,
  baseFilename: string,
  fileExtension: string,
  isTaken: (path: string) => boolean,
): string {
  const folder = `${key.etimClassCode}_v${key.etimClassCodeVersion}/${key.etimModelCode}_v${key.etimModelCodeVersion}`;
  const language = key.languageCode;
  const bare = language ? baseFilename.replace(new RegExp(`[._]${language}$`, 'i'), '') : baseFilename;
  for (let copy = 1; ; copy += 1) {
    const suffix = `${copy === 1 ? '' : ` (${copy})`}${language ? `.${language}` : ''}`;
    const path = `${folder}/${safeFileName(bare, fileExtension, suffix)}`;
    if (!isTaken(path)) return path;
  }
}

/** What the service calls a file. */
export interface FileNameParts {
  readonly baseFilename: string;
  readonly fileExtension: string;
}

/**
 * What the service is to call the file at `path`: its own name, unless that only stands for a name of the service that
 * no folder can hold. Then the service's stays.
 */
export function nameOnService(key: ContentKey, path: string, known: FileNameParts | undefined): FileNameParts {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (known && known.baseFilename.trim() !== '') {
    const substitute = freshPath(key, known.baseFilename, known.fileExtension, () => false);
    if (substitute.slice(substitute.lastIndexOf('/') + 1) === name.normalize('NFC')) {
      return { baseFilename: known.baseFilename, fileExtension: known.fileExtension };
    }
  }
  const extension = extensionOf(name);
  return {
    baseFilename: name.slice(0, name.length - extension.length - 1),
    fileExtension: name.slice(name.length - extension.length),
  };
}

/** As much of `base` as leaves room for `end`. */
function cutToFit(base: string, end: string): string {
  const bytes = new TextEncoder();
  const room = { characters: longestName - end.length, bytes: longestNameBytes - bytes.encode(end).length };
  let cut = '';
  for (const character of base) {
    const longer = cut + character;
    if (longer.length > room.characters || bytes.encode(longer).length > room.bytes) break;
    cut = longer;
  }
  return cut.replace(/[. ]+$/, '');
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
