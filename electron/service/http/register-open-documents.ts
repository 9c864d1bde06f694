import type { FastifyInstance } from 'fastify';
import { createOpenApi } from '../../../shared/api/openapi.ts';

/** What is served without a token: the description of the interface and a sign of life. */
export function registerOpenDocuments(server: FastifyInstance): void {
  const document = JSON.stringify(createOpenApi());
  server.get('/openapi.json', (_request, reply) => reply.type('application/json; charset=utf-8').send(document));
  server.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
}
