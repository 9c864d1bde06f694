/**
 * The file name of a multipart part: encoded words of older clients (`=?utf-8?B?…?=`, RFC 2047) decoded, and any
 * folders in front of the name dropped.
 */
export function decodePartName(name: string): string {
  const decoded = name
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([\w-]+)\?([BQ])\?([^?]*)\?=/gi, (word, charset: string, encoding: string, text: string) => {
      const bytes = encoding.toUpperCase() === 'B' ? Buffer.from(text, 'base64') : decodeQ(text);
      try {
        return new TextDecoder(charset).decode(bytes);
      } catch {
        // A charset nobody knows: the word itself is the only name there is.
        return word;
      }
    });
  return decoded.split(/[/\\]/).at(-1) ?? decoded;
}

function decodeQ(text: string): Buffer {
  const plain = text
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, 'latin1');
}
