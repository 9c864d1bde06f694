import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';

/** Everything comes from here; the description is fetched, and requests tried, on this very address. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Product CAD content and product data service</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/reference/swagger-ui.css" />
    <script src="/reference/swagger-ui-bundle.js" defer></script>
    <script src="/reference/start.js" defer></script>
  </head>
  <body>
    <div id="reference"></div>
  </body>
</html>
`;

/** Nothing is asked of a validator elsewhere, and a token that was entered is forgotten with the page. */
const start = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
});
`;

const scriptType = 'text/javascript; charset=utf-8';

/**
 * Serves the description of the interface as a page for people, on which requests can be tried: `/reference`.
 * @param assetsDir folder of the package `swagger-ui-dist`; without it whoever asks is told where the description is
 */
export function registerReferencePage(server: FastifyInstance, assetsDir: string | undefined): void {
  if (assetsDir === undefined) {
    server.get('/reference', () => {
      const detail = 'The page is not part of this service. The description of the interface is at /openapi.json.';
      throw new AppError('unknown-operation', { detail });
    });
    return;
  }
  server.get('/reference', (_request, reply) => send(reply, 'text/html; charset=utf-8', page));
  server.get('/reference/start.js', (_request, reply) => send(reply, scriptType, start));
  for (const [name, type] of [
    ['swagger-ui.css', 'text/css; charset=utf-8'],
    ['swagger-ui-bundle.js', scriptType],
  ] as const) {
    server.get(`/reference/${name}`, async (_request, reply) =>
      send(reply, type, await readFile(join(assetsDir, name))),
    );
  }
}

function send(reply: FastifyReply, type: string, content: string | Buffer): FastifyReply {
  return reply
    .headers({
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    .type(type)
    .send(content);
}
