import { connect, type Socket } from 'node:net';
import { gtinAt } from './bench-products.ts';

/** What a load generator is told, as JSON in its first argument. */
export interface LoadOrder {
  /** Connections are spread over them in turn. */
  readonly addresses: readonly string[];
  /** What stands before the GTIN in the path. */
  readonly prefix: string;
  readonly token: string;
  readonly products: number;
  readonly connections: number;
  readonly milliseconds: number;
}

/** What it prints, as JSON. */
export interface LoadResult {
  readonly requestsPerSecond: number;
  readonly p99Ms: number;
}

/**
 * Asks for one product after the other over connections that stay open. Plain sockets: an HTTP client would cost more
 * than the servers that are measured.
 */
async function generateLoad(order: LoadOrder): Promise<LoadResult> {
  const times: number[] = [];
  const end = performance.now() + order.milliseconds;
  const { addresses, connections } = order;
  const addressAt = (place: number): string => addresses[place % addresses.length] ?? '';
  await Promise.all(
    Array.from({ length: connections }, (_, place) => askUntil(end, addressAt(place), { order, times })),
  );
  const sorted = Float64Array.from(times).sort();
  const p99Ms = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  return { requestsPerSecond: (times.length / order.milliseconds) * 1_000, p99Ms };
}

interface Asking {
  readonly order: LoadOrder;
  readonly times: number[];
}

function askUntil(end: number, address: string, { order, times }: Asking): Promise<void> {
  const { prefix, token, products } = order;
  const { hostname, port, host } = new URL(address);
  const headers = `HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: hostname, port: Number(port), noDelay: true });
    let asked = 0;
    let received = '';
    const ask = (): void => {
      if (performance.now() >= end) {
        socket.destroy();
        resolve();
        return;
      }
      asked = performance.now();
      socket.write(`GET ${prefix}${gtinAt(Math.floor(Math.random() * products))} ${headers}`);
    };
    socket.setEncoding('latin1').on('connect', ask).on('error', reject);
    socket.on('data', (chunk: string) => {
      received += chunk;
      if (!isWhole(received)) return;
      if (!received.startsWith('HTTP/1.1 200')) reject(new Error(received.slice(0, 300)));
      times.push(performance.now() - asked);
      received = '';
      ask();
    });
  });
}

function isWhole(text: string): boolean {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /content-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  if (length === undefined) throw new Error('An answer without a length.');
  return text.length >= end + 4 + Number(length);
}

const [given] = process.argv.slice(2);
if (import.meta.main && given) {
  process.stdout.write(`${JSON.stringify(await generateLoad(JSON.parse(given) as LoadOrder))}\n`);
}
