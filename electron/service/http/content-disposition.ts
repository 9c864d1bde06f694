/** No disk holds longer names, and no client reads a header that is as long as a text may be. Characters. */
const longestName = 255;
/** What stands behind a dot further in front is no extension. Characters, with the dot. */
const longestExtension = 20;

/**
 * The header that names a download (RFC 6266): always a plain `filename` in quotes, which older clients need, and
 * `filename*` where that one had to lose characters. A name that is too long loses its middle.
 */
export function contentDisposition(fileName: string): string {
  const name = shortened(fileName.toWellFormed());
  // Quotes, backslashes and percent signs are read differently from client to client.
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
  const header = `attachment; filename="${plain.trim() === '' ? 'file' : plain}"`;
  return plain === name ? header : `${header}; filename*=UTF-8''${encodeExtended(name)}`;
}

function shortened(name: string): string {
  if (name.length <= longestName) return name;
  const [extension = ''] = /\.[^.]*$/.exec(name.slice(-longestExtension)) ?? [];
  // Half of a character is none.
  return name.slice(0, longestName - extension.length).replace(/\p{Cs}$/u, '') + extension;
}

/** RFC 8187: everything but its attribute characters is percent-encoded. */
function encodeExtended(text: string): string {
  return encodeURIComponent(text).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A text as a header can hold it: what is not printable ASCII is percent-encoded. */
export function headerText(text: string): string {
  return text.toWellFormed().replace(/[^\x20-\x7e]/gu, (character) => encodeURIComponent(character));
}
