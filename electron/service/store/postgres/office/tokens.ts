import { z } from 'zod';
import { tokenLifetimeSeconds } from '../../../../../shared/api/token.ts';
import { newToken, tokenHash, type AccessTokens } from '../../../auth/access-tokens.ts';
import type { Ask } from '../connections.ts';
import { databaseNow } from './clock.ts';

const clientRow = z.object({ client_id: z.string() });

/** So many tokens that are over are dropped when one is issued. */
const droppedAtOnce = 100;

/** Tokens in PostgreSQL: one that a process issued is good at all of them, for as long as the database’s clock says. */
export function createSharedTokens(ask: Ask): AccessTokens {
  return {
    async issue(clientId) {
      const token = newToken();
      await ask(
        `WITH over AS (DELETE FROM access_tokens WHERE token_hash IN (
           SELECT token_hash FROM access_tokens WHERE ends_at <= ${databaseNow} LIMIT ${droppedAtOnce} FOR UPDATE SKIP LOCKED))
         INSERT INTO access_tokens (token_hash, client_id, ends_at) VALUES ($1, $2, ${databaseNow} + $3::bigint)`,
        [tokenHash(token), clientId, tokenLifetimeSeconds * 1_000],
      );
      return token;
    },
    async find(token) {
      const [row] = await ask(
        `SELECT client_id FROM access_tokens WHERE token_hash = $1 AND ends_at > ${databaseNow}`,
        [tokenHash(token)],
      );
      return row === undefined ? undefined : clientRow.parse(row).client_id;
    },
  };
}
