import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';

/**
 * Stands before a server as if it were far away: every byte needs half the round trip in each direction, and a new
 * connection one round trip for its handshake. Bandwidth is not limited.
 */
export async function startDelayProxy(target: string, roundTripMs: number) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    // Client and proxy greet each other at once; what the real handshake takes is added to the first bytes.
    near.pipe(createDelay(roundTripMs / 2, roundTripMs)).pipe(far);
    far.pipe(createDelay(roundTripMs / 2)).pipe(near);
    for (const [socket, other] of [[near, far] as const, [far, near] as const]) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** As many bytes as a network of this length holds without slowing anybody down. */
const onTheWayBytes = 64 * 1_024 * 1_024;

/** Gives every chunk back after a while, in order; a wait does not hold up the chunks behind it. */
function createDelay(delayMs: number, greetingMs = 0): Transform {
  const openMs = performance.now() + greetingMs;
  const waiting: (() => void)[] = [];
  let onTheWay = 0;
  const later = (work: () => void): void => {
    waiting.push(work);
    const due = Math.max(performance.now(), openMs) + delayMs;
    // Timers of one length fire in order, but the greeting makes lengths differ: each takes the first that waits.
    setTimeout(() => waiting.shift()?.(), due - performance.now());
  };
  return new Transform({
    readableHighWaterMark: onTheWayBytes,
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      onTheWay += chunk.length;
      const isFull = onTheWay > onTheWayBytes;
      later(() => {
        onTheWay -= chunk.length;
        this.push(chunk);
        if (isFull) done();
      });
      if (!isFull) done();
    },
    flush(done) {
      later(() => done());
    },
  });
}
