/** Ends what arrives and nobody wants: only what was begun can be ended, so that its beginning is read. Never rejects. */
export async function letGo(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const pieces = bytes[Symbol.asyncIterator]();
  try {
    await pieces.next();
    await pieces.return?.();
  } catch {
    // It broke off by itself.
  }
}
