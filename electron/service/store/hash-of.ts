import { createHash } from 'node:crypto';

/** Texts of any length as one short value that is no other texts’. */
export function hashOf(...texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32);
}
