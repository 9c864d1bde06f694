import { hash, randomBytes } from 'node:crypto';
import { tokenLifetimeSeconds } from '../../../shared/api/token.ts';
import type { ProvenClient } from './clients.ts';

/** Access tokens: random texts of which only the hashes are kept. Where processes share clients, they share these. */
export interface AccessTokens {
  /** A new token, for as long as the interface states; undefined where the secret was replaced at once meanwhile. */
  issue(client: ProvenClient): Promise<string | undefined>;
  /** The id of the client that has the token; undefined for one that nobody has, or whose time is over. */
  find(token: string): Promise<string | undefined>;
}

/** A token as it is given out; it means nothing by itself. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** A token as it is kept. */
export function tokenHash(token: string): string {
  return hash('sha256', token, 'base64');
}

/**
 * Tokens in memory, which end with the process.
 * @param steadyMs a clock that nobody sets, in milliseconds: setting the computer's makes no token live longer
 */
export function createAccessTokens(steadyMs: () => number = () => performance.now()): AccessTokens {
  const issued = new Map<string, { readonly clientId: string; readonly endsAt: number }>();

  return {
    async issue({ clientId }) {
      const token = newToken();
      dropExpired();
      issued.set(tokenHash(token), { clientId, endsAt: steadyMs() + tokenLifetimeSeconds * 1_000 });
      return token;
    },
    async find(token) {
      const found = issued.get(tokenHash(token));
      return found && found.endsAt > steadyMs() ? found.clientId : undefined;
    },
  };

  /** A map keeps the order of insertion, which here is the order of expiry. */
  function dropExpired(): void {
    for (const [hashed, { endsAt }] of issued) {
      if (endsAt > steadyMs()) return;
      issued.delete(hashed);
    }
  }
}
