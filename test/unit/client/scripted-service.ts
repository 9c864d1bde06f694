import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, type ServiceClient } from '../../../electron/client/client.ts';
import type { ClientOptions } from '../../../electron/client/connection.ts';

/** One request as the service got it. */
export interface Received {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly rawHeaders: string[];
  readonly body: Buffer;
}

export type Reply = (response: ServerResponse, request: IncomingMessage, received: Received) => void | Promise<void>;

/** A real HTTP server on loopback whose answers a test decides, lies included. */
export interface ScriptedService {
  readonly address: string;
  /** Requests to the operations, in order. */
  readonly requests: Received[];
  /** Bodies of the token requests, in order. */
  readonly signIns: string[];
  close(): Promise<void>;
}

interface Script {
  /** Answers the operations: one reply for each request in order; the last one stays. */
  readonly replies: readonly Reply[];
  readonly token?: Reply;
  /** Answers before the body was read. */
  readonly early?: boolean;
}

/** Starts a server on a free port. */
export async function startService({ replies, token, early }: Script): Promise<ScriptedService> {
  const requests: Received[] = [];
  const signIns: string[] = [];
  const server = createServer((request, response) => {
    // A client that goes away in the middle is part of the play.
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    void (async () => {
      const isToken = request.url?.toLowerCase() === '/oauth/token';
      const body = early && !isToken ? Buffer.alloc(0) : await bodyOf(request);
      const received = receivedOf(request, body);
      if (isToken) {
        signIns.push(body.toString());
        return (token ?? goodToken(signIns.length))(response, request, received);
      }
      requests.push(received);
      return replies[Math.min(requests.length, replies.length) - 1]?.(response, request, received);
    })().catch(() => request.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    signIns,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A client of a scripted service that never really waits; what it would have waited is in `sleeps`. */
export function clientOf(
  service: { readonly address: string },
  options: Partial<ClientOptions> = {},
): ServiceClient & { readonly sleeps: number[] } {
  const sleeps: number[] = [];
  let slept = 0;
  const client = createClient({
    contentAddress: service.address,
    clientId: 'designer',
    secrets: { clientSecret: async () => 'client-secret-1', licenseCode: async () => 'license-code-1' },
    ...options,
    clock: {
      now: () => Date.now() + slept,
      steadyMs: () => performance.now() + slept,
      async sleep(milliseconds) {
        sleeps.push(milliseconds);
        slept += milliseconds;
      },
      random: () => 0.5,
      ...options.clock,
    },
  });
  return Object.assign(client, { sleeps });
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Reply {
  return (response) =>
    void response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(value));
}

export function plain(body: string | Buffer, status = 200, headers: Record<string, string> = {}): Reply {
  return (response) => void response.writeHead(status, headers).end(body);
}

/** Never answers. */
export const hang: Reply = () => undefined;

/** Breaks the connection off. */
export const reset: Reply = (_response, request) => void request.socket.destroy();

export function goodToken(number: number): Reply {
  return json({ access_token: `access-token-${number}`, token_type: 'Bearer', expires_in: 3600 });
}

function receivedOf(request: IncomingMessage, body: Buffer): Received {
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: request.headers,
    rawHeaders: request.rawHeaders,
    body,
  };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The product context and type that tests ask for. */
export const pumpKey = {
  applicationName: 'Revit',
  applicationVersion: '2025',
  etimClassCode: 'EC011524',
  etimClassCodeVersion: '3',
  etimModelCode: 'MC000123',
  etimModelCodeVersion: '2',
};
export const pumpContent = { ...pumpKey, type: 'Template' };
