/**
 * Bytes that arrive in small pieces, so many of them together at least: each write is a round through a pool of threads,
 * whatever its length. What came before the source failed is handed over first.
 */
export async function* gatherPieces(
  source: AsyncIterable<Uint8Array>,
  togetherBytes: number,
): AsyncGenerator<readonly Uint8Array[], void, void> {
  let pieces: Uint8Array[] = [];
  let gatheredBytes = 0;
  let failure: { readonly cause: unknown } | undefined;
  try {
    for await (const piece of source) {
      pieces.push(piece);
      gatheredBytes += piece.length;
      if (gatheredBytes < togetherBytes) continue;
      yield pieces;
      pieces = [];
      gatheredBytes = 0;
    }
  } catch (cause) {
    failure = { cause };
  }
  if (pieces.length > 0) yield pieces;
  if (failure) throw failure.cause;
}
