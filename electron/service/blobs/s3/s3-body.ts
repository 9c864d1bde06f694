import { Readable } from 'node:stream';
import { errors } from 'undici';

const pieceBytes = 64 * 1024;

/**
 * The body of a request, in pieces: undici counts the time for the answer anew with each of them that was taken, and from
 * the last one on.
 * @param withinMs how long the store may take for all of them; later the body fails with undici's `HeadersTimeoutError`
 */
export function bodyInPieces(bytes: Uint8Array, withinMs: number): Readable {
  return Readable.from(piecesOf(bytes, withinMs));
}

function* piecesOf(bytes: Uint8Array, withinMs: number): Generator<Uint8Array, void, void> {
  const until = performance.now() + withinMs;
  for (let start = 0; start < bytes.length; start += pieceBytes) {
    if (performance.now() > until) throw new errors.HeadersTimeoutError();
    yield bytes.subarray(start, start + pieceBytes);
  }
}
