import { z } from 'zod';
import { tokenLifetimeSeconds } from '../../../../../shared/api/token.ts';
import { newToken, tokenHash, type AccessTokens } from '../../../auth/access-tokens.ts';
import type { Ask } from '../connections.ts';
import { databaseNow } from './clock.ts';

const clientRow = z.object({ client_id: z.string() });

/** So many tokens that are over are dropped when one is issued. */
const droppedAtOnce = 100;

/**
 * The lock on the secret has whoever replaces it wait for the token, and then end it; a token that comes later waits for
 * them, and finds that the secret does not count any more.
 */
const issueOne = `
  WITH issued AS (
    INSERT INTO access_tokens (token_hash, client_id, ends_at)
    SELECT $1, client_id, ${databaseNow} + $4::bigint FROM client_proofs
    WHERE client_id = $2 AND kind = 'secret' AND hash = $3 AND ends_at > ${databaseNow} FOR SHARE
    RETURNING 1),
  over AS (DELETE FROM access_tokens WHERE EXISTS (SELECT 1 FROM issued) AND token_hash IN (
    SELECT token_hash FROM access_tokens WHERE ends_at <= ${databaseNow} LIMIT ${droppedAtOnce} FOR UPDATE SKIP LOCKED))
  SELECT 1 FROM issued`;

/** Tokens in PostgreSQL: one that a process issued is good at all of them, for as long as the database’s clock says. */
export function createSharedTokens(ask: Ask): AccessTokens {
  return {
    async issue({ clientId, secretHash }) {
      const token = newToken();
      const values = [tokenHash(token), clientId, secretHash, tokenLifetimeSeconds * 1_000];
      return (await ask(issueOne, values)).length === 0 ? undefined : token;
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
