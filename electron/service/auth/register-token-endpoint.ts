import type { FastifyInstance, FastifyReply } from 'fastify';
import type { z } from 'zod';
import { tokenLifetimeSeconds, tokenPath, type tokenAnswer, type TokenFailure } from '../../../shared/api/token.ts';
import { catalogue } from '../../../shared/errors/catalogue.ts';
import { readBodyText } from '../http/read-body-text.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { Clients } from './clients.ts';
import { readClientCredentials, type ClientCredentials } from './read-client-credentials.ts';
import type { SlowDown } from './slow-down.ts';

interface TokenEndpointParts {
  readonly clients: Clients;
  readonly tokens: AccessTokens;
  readonly slowDown: SlowDown;
  /** How long a request may send nothing of its body, milliseconds. */
  readonly idleMs: number;
}

/** Credentials and a grant type; anything larger is no token request. */
const maxFormBytes = 16 * 1024;

/** Serves `POST /oauth/token` (interface description, section 5), in any letter case. */
export function registerTokenEndpoint(server: FastifyInstance, parts: TokenEndpointParts): void {
  server.post(tokenPath, { config: { countedAs: 'token' } }, async (request, reply) => {
    // RFC 6749 section 5.1: what stands in these answers is kept by nobody on the way.
    void reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' });
    const form = await readBodyText(request.raw, { maxBytes: maxFormBytes, idleMs: parts.idleMs }).catch(
      () => undefined,
    );
    const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers['content-type'] ?? '');
    if (form === undefined || !isForm) {
      // What is still to come of the body nobody reads.
      void reply.header('connection', 'close');
      return refuse(reply, { error: 'invalid_request', error_description: 'a form-encoded body is expected' });
    }
    const read = readClientCredentials(form, request.headers.authorization);
    if ('error' in read) return refuse(reply, read);
    const token = await firstIssued(read.candidates, parts);
    if (token === undefined) {
      await parts.slowDown.failed();
      return refuse(reply, { error: 'invalid_client', error_description: catalogue['sign-in-failed'].happened });
    }
    const answer: z.output<typeof tokenAnswer> = {
      access_token: token,
      token_type: 'Bearer',
      expires_in: tokenLifetimeSeconds,
    };
    return reply.send(answer);
  });
}

/** A client may or may not have encoded what it gave: the first reading that fits counts. */
async function firstIssued(
  candidates: readonly ClientCredentials[],
  { clients, tokens }: TokenEndpointParts,
): Promise<string | undefined> {
  for (const candidate of candidates) {
    const client = await clients.authenticate(candidate);
    const token = client && (await tokens.issue(client));
    if (token !== undefined) return token;
  }
  return undefined;
}

function refuse(reply: FastifyReply, failure: TokenFailure): FastifyReply {
  if (failure.error !== 'invalid_client') return reply.code(400).send(failure);
  return reply.code(401).header('www-authenticate', 'Basic realm="cad-library-sync"').send(failure);
}
