/** Encodings that catalogues are published in, as `TextDecoder` calls them. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1' | 'iso-8859-15' | 'windows-1252';

/**
 * The Unicode encoding that the first bytes of a text speak for: its byte order mark, or where the zeros of its first
 * letters stand (the published ETIM model is UTF-16 without a mark). UTF-8 where nothing speaks for another.
 */
export function unicodeEncodingOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) return 'utf-16be';
  return 'utf-8';
}

/** Decodes the next bytes; without any, what is left at the end. */
export type Decode = (bytes?: Buffer) => string;

/** A decoder of text that comes in pieces; bytes that are no such text raise what `failure` makes of it. */
export function createDecoder(
  encoding: TextEncoding,
  failure: (encoding: TextEncoding, cause: unknown) => Error,
): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (bytes) => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch (cause) {
      throw failure(encoding, cause);
    }
  };
}
