import { hash, randomBytes } from 'node:crypto';
import { tokenLifetimeSeconds } from '../../../shared/api/token.ts';

/** Access tokens: random texts that mean nothing outside this process. Only their hashes are kept. */
export interface AccessTokens {
  issue(): string;
  isValid(token: string): boolean;
}

/** Tokens end with the process, or after the lifetime the interface states. `now` is in milliseconds. */
export function createAccessTokens(now: () => number): AccessTokens {
  const expiries = new Map<string, number>();

  return {
    issue() {
      const token = randomBytes(32).toString('base64url');
      dropExpired();
      expiries.set(hashOf(token), now() + tokenLifetimeSeconds * 1_000);
      return token;
    },
    isValid: (token) => (expiries.get(hashOf(token)) ?? 0) > now(),
  };

  /** A map keeps the order of insertion, which here is the order of expiry. */
  function dropExpired(): void {
    for (const [tokenHash, expiry] of expiries) {
      if (expiry > now()) return;
      expiries.delete(tokenHash);
    }
  }
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64');
}
