import { createServer, request as send, Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that went through, with the time since the start of this process. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly arrivedMs: number;
  readonly answeredMs: number;
  /** Of request and answer together, headers and bodies. */
  readonly bytes: number;
}

/** Stands before a service and keeps a list of what is asked of it. */
export interface CountingProxy {
  readonly address: string;
  /** What went through since the start or the last `clear`, in the order of the answers. */
  readonly exchanges: readonly Exchange[];
  clear(): void;
  /** The next exchange of this kind that ends. */
  next(isWanted: (exchange: Exchange) => boolean): Promise<Exchange>;
  close(): Promise<void>;
}

export async function startCountingProxy(target: string): Promise<CountingProxy> {
  const { hostname, port, host } = new URL(target);
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let exchanges: Exchange[] = [];
  let waiting: { readonly isWanted: (exchange: Exchange) => boolean; readonly found: (exchange: Exchange) => void }[] =
    [];

  const note = (exchange: Exchange): void => {
    exchanges.push(exchange);
    const found = waiting.filter(({ isWanted }) => isWanted(exchange));
    waiting = waiting.filter((waiter) => !found.includes(waiter));
    for (const waiter of found) waiter.found(exchange);
  };

  const forward = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const arrivedMs = performance.now();
    const { method = '', url: path = '/' } = incoming;
    let bytes = headBytes(incoming) + path.length;
    incoming.on('data', (piece: Buffer) => (bytes += piece.length));
    const outgoing = send(
      { hostname, port, method, path, agent, headers: { ...incoming.headers, host } },
      (received) => {
        answer.writeHead(received.statusCode ?? 502, received.headers);
        bytes += headBytes(received);
        received.on('data', (piece: Buffer) => (bytes += piece.length));
        received.pipe(answer);
        received.once('end', () =>
          note({ method, path, status: received.statusCode ?? 502, arrivedMs, answeredMs: performance.now(), bytes }),
        );
      },
    );
    outgoing.once('error', () => answer.destroy());
    incoming.pipe(outgoing);
  };

  const server = createServer({ keepAliveTimeout: 60_000, requestTimeout: 0 }, forward);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get exchanges() {
      return exchanges;
    },
    clear: () => void (exchanges = []),
    next: (isWanted) => new Promise((found) => waiting.push({ isWanted, found })),
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Roughly what the first line and the headers take. */
function headBytes({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((bytes, text) => bytes + text.length + 2, 16);
}

/** What the exchanges asked for, most frequent first: `POST Files 20, POST Metadata 20`. Tokens are not counted. */
export function describeExchanges(exchanges: readonly Exchange[]): string {
  const counts = Map.groupBy(exchanges.filter(isOfApi), ({ method, path }) => `${method} ${operationIn(path)}`);
  return [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name, { length }]) => `${name} ${length}`)
    .join(', ');
}

/** Whether it is one of the service's operations; requests for a token come once an hour and belong to none. */
export function isOfApi({ path }: Exchange): boolean {
  return path.startsWith('/api/');
}

/** `Files` of `/api/v1/Files/…`: what stands behind it may hold a license code. */
export function operationIn(path: string): string {
  return path.split(/[/?]/)[3] ?? '';
}
