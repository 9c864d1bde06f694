import { createHash } from 'node:crypto';

/** Texts of any length as one short value that is no other texts’. Halves of characters, which no store keeps, are alike. */
export function hashOf(...texts: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(texts.map((text) => text.toWellFormed())))
    .digest('hex')
    .slice(0, 32);
}
