import { createServer } from 'node:net';

/** Below the ports that systems give to whoever asks for any. */
const [firstPort, portCount] = [20_000, 12_000];

/**
 * A port of the loopback address that is free, and stays so while nobody listens at it: tests beside this one, which are
 * given theirs by the system, never get it. For what is started again where it was, or is told its port.
 */
export async function ownPort(): Promise<number> {
  for (;;) {
    const port = firstPort + Math.floor(Math.random() * portCount);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
