import type { Socket } from 'node:net';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import { AppError } from '../../../shared/errors/app-error.ts';
import { problemMediaType, toProblem } from '../../../shared/errors/problem.ts';
import { unknownInstance } from './problem-instance.ts';
import { operationMeant, withKnownWords, withoutServer, withPlainSlashes } from './route-path.ts';
import { sendProblem, type ServiceProblem } from './send-problem.ts';

interface ServerOptions {
  readonly onProblem: (problem: ServiceProblem) => void;
  /** Names under which a balancer in front is reached; with one, what it says in `X-Forwarded-*` is believed. */
  readonly balancerHosts: readonly string[];
  /** How long a caller may take nothing of its answer, milliseconds; its connection then ends. */
  readonly answerIdleMs: number;
}

/** The longest path value: disabled fields of a filter, percent-encoded. */
const longestPathBytes = 64 * 1024;

/** RFC 9110, 8.3.1; what follows a semicolon is for those who read the body. */
const mediaType = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;|$)/;

/** What a request was too much of, by the code that Node gives the failure. */
const brokenRequests: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: `The path and the headers have more than ${longestPathBytes} bytes.`,
  ERR_HTTP_REQUEST_TIMEOUT: 'The headers did not come in time.',
};

/** An HTTP server that answers every failure as a problem and leaves reading bodies to those who know what they are. */
export function createServer({ onProblem, balancerHosts, answerIdleMs }: ServerOptions): FastifyInstance {
  const contextOf = ({ originalUrl, routeOptions }: FastifyRequest) => ({
    instance: unknownInstance(withoutServer(originalUrl), routeOptions.url),
    listed: undefined,
    onProblem,
  });
  const server = fastify({
    logger: false,
    trustProxy: balancerHosts.length > 0,
    exposeHeadRoutes: true,
    // Closing waits for nobody: what was acknowledged is durable, and the rest callers ask for again.
    forceCloseConnections: true,
    connectionTimeout: answerIdleMs,
    // Node would refuse one without it by itself; here it is refused like any other host that is not known.
    http: { maxHeaderSize: longestPathBytes, requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: longestPathBytes },
    rewriteUrl: ({ method, url = '/' }) => withKnownWords(method, withPlainSlashes(withoutServer(url))),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
    frameworkErrors: (_error, request, reply) => {
      const listed = operationMeant(request.method, request.url)?.errors;
      const detail = 'The path cannot be decoded, or a value in it is too long.';
      void sendProblem(reply, new AppError('invalid-request', { detail }), { ...contextOf(request), listed });
    },
  });
  // What else a request expects may be passed over (RFC 9110, 10.1.1); Node would answer 417, which no operation lists.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  server.addHook('onRequest', (request, reply, done) => {
    // Where nothing waits to be taken, the answer is still being made, or the body of the request read.
    reply.raw.on('timeout', (socket: Socket) =>
      socket.writableLength > 0 ? socket.destroy() : socket.setTimeout(answerIdleMs),
    );
    // The framework refuses what is no media type, before anybody can say that it does not matter.
    const type = request.headers['content-type'] ?? '';
    if (!mediaType.test(type)) {
      // A form stays one, for its reader to refuse: taken as the file itself, it would be stored with its boundaries.
      if (/^\W*multipart\//i.test(type)) request.raw.headers['content-type'] = 'multipart/form-data';
      else delete request.raw.headers['content-type'];
    }
    done();
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, _payload, done) => done(null));
  server.setNotFoundHandler((request, reply) =>
    sendProblem(reply, new AppError('unknown-operation'), contextOf(request)),
  );
  server.setErrorHandler((thrown, request, reply) => sendProblem(reply, asRefusal(thrown), contextOf(request)));
  return server;
}

/** What the framework itself refuses is the request's fault. */
function asRefusal(thrown: unknown): unknown {
  const status = thrown instanceof Error && 'statusCode' in thrown ? Number(thrown.statusCode) : 500;
  return status >= 400 && status < 500 ? asInvalid(thrown) : thrown;
}

function asInvalid(thrown: unknown): AppError {
  return new AppError('invalid-request', { cause: thrown, detail: 'This is no request that an operation reads.' });
}

/** What is not HTTP, or has no end to its headers, is refused like everything else; which path was meant is not known. */
function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const detail = brokenRequests[error.code ?? ''] ?? 'What came is no HTTP request.';
  const body = JSON.stringify(toProblem(new AppError('invalid-request', { detail }), '/', 400));
  const headers = [
    'HTTP/1.1 400 Bad Request',
    `Content-Type: ${problemMediaType}; charset=utf-8`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}
