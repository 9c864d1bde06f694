import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { RPCHandler } from '@orpc/server/websocket';
import { WebSocketServer } from 'ws';
import { AppError } from '../../shared/errors/app-error.ts';
import { intakePath, socketPath, windowProtocol } from '../../shared/rpc/window-socket.ts';
import type { WindowRouter } from './router.ts';
import { securityHeaders } from './security-headers.ts';
import { serveSocket, socketLimits } from './serve-socket.ts';
import { mostFilesAtOnce, receiveFile, type TakeFile } from './receive-file.ts';
import { readWindowFiles, type WindowFile } from './window-files.ts';
import { createWindowSession, type WindowSession } from './window-session.ts';

interface WindowServerOptions {
  readonly router: WindowRouter;
  /** Folder of the built window. */
  readonly pagesDir: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** Puts a file that a page sends into a library. */
  readonly takeFile: TakeFile;
}

/** What all clients together may hold open. */
export const windowLimits = {
  /** Windows with a socket. */
  windows: 16,
  /** Connections that are no window's socket; beyond, the oldest makes room. */
  otherConnections: 256,
} as const;

/** How long a client may take to ask, and to read the answer. */
const patience = {
  headersTimeout: 5_000,
  // A file may take its time, as long as it goes on arriving; nothing else has a body that is waited for.
  requestTimeout: 0,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 5_000,
} as const;
const idleMs = 20_000;

const socketOptions = {
  noServer: true,
  maxPayload: socketLimits.messageBytes,
  /** How long a client may take to say that it closes, too. */
  closeTimeout: 2_000,
  // The proof is never sent back.
  handleProtocols: (offered: ReadonlySet<string>) => (offered.has(windowProtocol) ? windowProtocol : false),
} as const;

/**
 * Serves the window to a browser on this computer: pages and the window contract over a WebSocket, on the loopback
 * address only. The address opens once, by its token, and gives the browser a cookie and the tab a proof; the socket
 * wants both. Host and Origin are checked, so that no page elsewhere can reach it under another name (DNS rebinding).
 * Whatever a client sends ends at most that client.
 * @throws AppError `port-in-use`
 */
export async function serveWindow({ router, pagesDir, port, takeFile }: WindowServerOptions) {
  const files = readWindowFiles(pagesDir);
  const server = createServer(patience);
  server.setTimeout(idleMs);
  const others = boundConnections(server);
  await listen(server, port);
  const ownPort = (server.address() as AddressInfo).port;
  const authority = `127.0.0.1:${ownPort}`;
  const session = createWindowSession(ownPort);
  const rpc = new RPCHandler(router);
  const sockets = new WebSocketServer(socketOptions);

  const filesArriving = new Set<Duplex>();
  /** It stays while others come: what arrives is the person's. */
  const takeIn = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    filesArriving.add(socket);
    others.delete(socket);
    void receiveFile(request, response, takeFile).finally(() => filesArriving.delete(socket));
  };

  server.on('request', (request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    if (request.headers.host !== authority) return say(response, 421, 'This address is not served here.');
    if (request.method === 'PUT' && request.url?.startsWith(`${intakePath}?`)) {
      const isOurs = request.headers.origin === `http://${authority}` && session.isLetIn(request);
      if (isOurs && filesArriving.size < mostFilesAtOnce) return takeIn(request, response);
      request.resume();
      return isOurs ? say(response, 503, 'Too many files at once.') : say(response, 403, 'Not let in.');
    }
    // Nobody waits for a body that nobody asked for.
    if (hasBody(request)) response.setHeader('Connection', 'close');
    if (request.method !== 'GET') return say(response, 405, 'Only GET is answered here.');
    answer(request, response, session, files);
  });

  server.on('upgrade', (request, connection, head) => {
    // Node has let go of it: an error that nobody hears would end the process.
    connection.on('error', () => connection.destroy());
    const isOurs = request.headers.host === authority && request.headers.origin === `http://${authority}`;
    if (!isOurs || request.url !== socketPath || !session.isLetIn(request)) return refuse(connection, '403 Forbidden');
    if (sockets.clients.size >= windowLimits.windows) return refuse(connection, '503 Service Unavailable');
    others.delete(connection);
    sockets.handleUpgrade(request, connection, head, (socket) => serveSocket(socket, connection, rpc));
  });

  return {
    /** Opens once. Holds the token: for the person's own terminal and browser only. */
    address: `http://${authority}/?token=${session.token}`,

    /** Resolves when somebody has opened the address. */
    opened: session.redeemed,

    async close(): Promise<void> {
      for (const client of sockets.clients) client.terminate();
      // What breaks off while it arrives is no file.
      for (const connection of [...others, ...filesArriving]) connection.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  session: WindowSession,
  files: ReadonlyMap<string, WindowFile>,
): void {
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  if (path === socketPath) return session.isLetIn(request) ? send(response, 204) : say(response, 403, 'Not let in.');
  const token = path === '/' ? new URLSearchParams(query).get('token') : null;
  const key = token === null ? undefined : session.redeem(token);
  if (key) return send(response, 303, key);
  const isHome = path === '/' || path === '/index.html';
  const file = files.get(isHome ? '/index.html' : path);
  if (!file) return say(response, 404, 'There is nothing here.');
  // Who is not let in gets the page all the same: it says so in the person's language, and what to do. A browser that
  // another page led here does so as well: it sends such a cookie only with what this page asks for then.
  const status = isHome && !session.hasCookie(request) ? 403 : 200;
  send(response, status, { 'Content-Type': file.mediaType, 'Cache-Control': 'no-cache' }, file.bytes);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function say(response: ServerResponse, status: number, sentence: string): void {
  send(response, status, { 'Content-Type': 'text/plain; charset=utf-8' }, `${sentence}\n`);
}

function send(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  body?: string | Buffer,
): void {
  response.writeHead(status, { 'Cache-Control': 'no-store', ...headers }).end(body);
}

function refuse(connection: Duplex, status: string): void {
  connection.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => connection.destroy());
}

/** Keeps the connections that are no window's socket few: who floods the port drives out its own, not the person. */
function boundConnections(server: Server): Set<Duplex> {
  const others = new Set<Duplex>();
  server.on('connection', (connection) => {
    others.add(connection);
    connection.once('close', () => others.delete(connection));
    if (others.size <= windowLimits.otherConnections) return;
    const [oldest] = others;
    oldest?.destroy();
    if (oldest) others.delete(oldest);
  });
  return others;
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new AppError('port-in-use', { cause, detail: `Port ${port} of this computer cannot be served on.` })),
    );
    server.listen(port, '127.0.0.1', () => resolve());
  });
  // A connection that cannot be accepted (too many open files) is that client's loss.
  server.on('error', () => undefined);
}
