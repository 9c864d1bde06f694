import { hash } from 'node:crypto';

/** Texts of any length as one short value that is no other texts’. Halves of characters, which no store keeps, are alike. */
export function hashOf(...texts: readonly string[]): string {
  const wellFormed = texts.map((text) => text.toWellFormed());
  return hash('sha256', JSON.stringify(wellFormed), 'hex').slice(0, 32);
}
