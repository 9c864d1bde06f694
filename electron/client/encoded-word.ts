/** Encoded words (RFC 2047): how texts beyond ASCII stand in headers of this service (wire format, section 1). */

/** The text as one encoded word in UTF-8. */
export function encodeWord(text: string): string {
  return `=?utf-8?B?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

/** The text with its encoded words decoded; what cannot be decoded stays as it is. */
export function decodeWords(text: string): string {
  return text
    .replace(/(\?=)\s+(?==\?)/g, '$1')
    .replace(/=\?([\w-]+)\?([BQ])\?([^?]*)\?=/gi, (word, charset: string, encoding: string, content: string) => {
      const bytes = encoding.toUpperCase() === 'B' ? Buffer.from(content, 'base64') : bytesOfQ(content);
      return decodeBytes(charset, bytes) ?? word;
    });
}

/** Bytes as text; `undefined` when the charset is not known or the bytes are not of it. */
export function decodeBytes(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function bytesOfQ(content: string): Buffer {
  const latin1 = content
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(latin1, 'latin1');
}
