import type { FastifyRequest } from 'fastify';
import type { AccessTokens } from './access-tokens.ts';
import type { Client, Clients } from './clients.ts';

/** Tells whose token a request carries, looked up once for each request. */
export type IdentifyClient = (request: FastifyRequest) => Promise<Client | undefined>;

/** Looks up who asks by the token: a client that was ended is nobody, however long its token runs. */
export function createIdentifyClient(tokens: AccessTokens, clients: Clients): IdentifyClient {
  const known = new WeakMap<FastifyRequest, Promise<Client | undefined>>();
  const lookUp = async (request: FastifyRequest): Promise<Client | undefined> => {
    const token = bearerTokenOf(request);
    const clientId = token === '' ? undefined : await tokens.find(token);
    return clientId === undefined ? undefined : clients.find(clientId);
  };
  return (request) => {
    const found = known.get(request) ?? lookUp(request);
    known.set(request, found);
    return found;
  };
}

/** The token of a request; empty where it has none. */
export function bearerTokenOf(request: FastifyRequest): string {
  return /^Bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
}
