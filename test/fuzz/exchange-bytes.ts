import { connect } from 'node:net';

/** What came back over a connection. */
export interface RawAnswer {
  /** Undefined where nothing came, or nothing that is HTTP. */
  readonly status: number | undefined;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** Everything that came, header and body. */
  readonly text: string;
}

/** Longer than any answer takes here; a server that needs more hangs. */
const timeLimitMs = 15_000;

/**
 * Sends bytes over a connection of their own and reads until the server closes.
 * @param end whether the sending side says that nothing follows: the server then need not answer
 * @throws Error when the server has not closed in time
 */
export function exchangeBytes(address: string, bytes: Buffer, { end }: { readonly end: boolean }): Promise<RawAnswer> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const received: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) }, () => {
      if (end) socket.end(bytes);
      else socket.write(bytes);
    });
    const limit = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No whole answer within ${timeLimitMs} ms.`));
    }, timeLimitMs);
    socket.on('data', (chunk) => received.push(chunk));
    // A server may hang up on what is no HTTP before it has read all of it.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(limit);
      resolve(readAnswer(Buffer.concat(received)));
    });
  });
}

function readAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = bytes.subarray(0, Math.max(0, end)).toString('latin1').split('\r\n');
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
  const rest = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4);
  const body = headers.get('transfer-encoding') === 'chunked' ? joinChunks(rest) : rest;
  const status = /^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1];
  return { status: status === undefined ? undefined : Number(status), headers, body, text: bytes.toString() };
}

function joinChunks(bytes: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    const length = lineEnd < 0 ? 0 : Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (!(length > 0)) return Buffer.concat(chunks);
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + length));
    at = lineEnd + 2 + length + 2;
  }
}
