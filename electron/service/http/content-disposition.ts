/**
 * The header that names a download (RFC 6266): always a plain `filename` in quotes, which older clients need, and
 * `filename*` where that one had to lose characters.
 */
export function contentDisposition(fileName: string): string {
  const name = fileName.toWellFormed();
  // Quotes, backslashes and percent signs are read differently from client to client.
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%/]/gu, '_');
  const header = `attachment; filename="${plain.trim() === '' ? 'file' : plain}"`;
  return plain === name ? header : `${header}; filename*=UTF-8''${encodeExtended(name)}`;
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
