import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RPCHandler } from '@orpc/server/ws';
import sirv from 'sirv';
import { WebSocketServer } from 'ws';
import { AppError } from '../../shared/errors/app-error.ts';
import type { WindowRouter } from './router.ts';
import { securityHeaders } from './security-headers.ts';

export interface WindowServerOptions {
  readonly router: WindowRouter;
  /** Folder of the built window. */
  readonly pagesDir: string;
  /** 0 picks a free one. */
  readonly port: number;
}

const cookieName = 'cadsync-window';

/**
 * Serves the window to a browser on this computer: pages and the window contract over a WebSocket, on the loopback
 * address only. The address opens once, by its token; the browser that used it keeps a cookie that no script can read.
 * Host and Origin are checked, so that no page elsewhere can reach it under another name (DNS rebinding).
 * @throws AppError `port-in-use`
 */
export async function serveWindow({ router, pagesDir, port }: WindowServerOptions) {
  const session = randomBytes(32).toString('base64url');
  let token: string | undefined = randomBytes(32).toString('base64url');
  const pages = sirv(pagesDir, { single: true, etag: true });
  const rpc = new RPCHandler(router);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1 << 20 });
  let authority = '';

  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    if (request.headers.host !== authority) return refuse(response, 421, 'This address is not served here.');
    const url = new URL(request.url ?? '/', `http://${authority}`);
    const given = url.searchParams.get('token');
    if (given !== null) return redeem(request, response, given);
    if (!hasSession(request)) {
      return refuse(
        response,
        403,
        'This address was opened already in another browser. Start the app again for a new one.',
      );
    }
    pages(request, response, () => refuse(response, 404, 'There is nothing here.'));
  });

  /** The token is good for one visit; what comes back is the cookie, and an address without it. */
  function redeem(request: IncomingMessage, response: ServerResponse, given: string): void {
    if (request.method !== 'GET' || token === undefined || !sameText(given, token)) {
      if (hasSession(request)) return redirectHome(response);
      return refuse(response, 403, 'This address was used already. Start the app again for a new one.');
    }
    token = undefined;
    response.setHeader('Set-Cookie', `${cookieName}=${session}; HttpOnly; SameSite=Strict; Path=/`);
    redirectHome(response);
  }

  function hasSession(request: IncomingMessage): boolean {
    const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
    return cookies.some(
      (cookie) => cookie.startsWith(`${cookieName}=`) && sameText(cookie.slice(cookieName.length + 1), session),
    );
  }

  server.on('upgrade', (request, socket, head) => {
    const trusted = request.headers.host === authority && request.headers.origin === `http://${authority}`;
    if (!trusted || request.url !== '/rpc' || !hasSession(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => void rpc.upgrade(webSocket, { context: {} }));
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new AppError('port-in-use', { cause, detail: `Port ${port} of this computer cannot be served on.` })),
    );
    server.listen(port, '127.0.0.1', () => resolve());
  });
  authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    /** Opens once. Holds the token: for the person's own terminal and browser only. */
    address: `http://${authority}/?token=${token}`,

    async close(): Promise<void> {
      for (const client of sockets.clients) client.terminate();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function redirectHome(response: ServerResponse): void {
  response.writeHead(303, { Location: '/', 'Cache-Control': 'no-store' }).end();
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
