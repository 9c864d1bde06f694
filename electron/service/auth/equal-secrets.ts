import { hash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that tells nothing about where, or by how much, they differ. */
export function equalSecrets(given: string, expected: string): boolean {
  return timingSafeEqual(digestOf(given), digestOf(expected));
}

/** Whether a license code is one of the configured ones; all are compared, whichever fits. */
export function isOneOf(given: string, expected: readonly string[]): boolean {
  return expected.reduce((found, secret) => equalSecrets(given, secret) || found, false);
}

function digestOf(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
