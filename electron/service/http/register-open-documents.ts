import type { FastifyInstance } from 'fastify';
import { createOpenApi } from '../../../shared/api/openapi.ts';

/** Where clients that search on a page of the service are sent (operation 23). */
export const searchPath = '/search';

const searchPage = 'This service has no page to search on. Products are looked up in CAD Library Sync.\n';

let openApi: string | undefined;

/** Made when somebody asks: it takes longer than all the rest of a start. */
function openApiText(): string {
  return (openApi ??= JSON.stringify(createOpenApi()));
}

/** What is served without a token: the description of the interface and a sign of life. */
export function registerOpenDocuments(server: FastifyInstance): void {
  server.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(openApiText()));
  // Such clients show it in a window of their own, with a token in the address: it is neither read nor handed on.
  server.get(searchPath, (_request, reply) =>
    reply
      .headers({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
      .type('text/plain; charset=utf-8')
      .send(searchPage),
  );
  server.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
}
