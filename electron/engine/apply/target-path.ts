import type { ContentKey } from '../../../shared/model/content-key.ts';

/** Names Windows keeps for devices, with or without an extension. */
const reservedName = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?$/i;

/** Longest file name most file systems store, in UTF-16 units and well within 255 bytes of UTF-8 for Latin text. */
const longestName = 120;

/**
 * A file name every platform can store, made from what the service calls the file. Characters no folder can hold are
 * percent-encoded, so that the name can be read back.
 */
export function safeFileName(baseFilename: string, fileExtension: string): string {
  const base = safePart(baseFilename.normalize('NFC')) || 'unnamed';
  const extension = safePart(fileExtension).slice(0, 16);
  const cut = [...base]
    .slice(0, longestName - extension.length)
    .join('')
    .replace(/[. ]+$/, '');
  const name = extension === '' ? cut : `${cut}.${extension}`;
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
    const numbered = copy === 1 ? bare : `${bare} (${copy})`;
    const path = `${folder}/${safeFileName(language ? `${numbered}.${language}` : numbered, fileExtension)}`;
    if (!isTaken(path)) return path;
  }
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
