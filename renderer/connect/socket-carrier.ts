import { RPCLink } from '@orpc/client/websocket';
import type { Carrier } from './carrier.ts';

/**
 * Connects to the host that served this page. The page holds no token: the host knows it by the cookie it set when the
 * page was opened with its one-time token.
 * @param host host and port of the page
 * @throws Error when the socket closes before it was open, or `signal` aborts
 */
export async function openSocketCarrier(host: string, secure: boolean, signal: AbortSignal): Promise<Carrier> {
  signal.throwIfAborted();
  const socket = new WebSocket(`${secure ? 'wss' : 'ws'}://${host}/rpc`);
  const ended = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve(), { once: true }));
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(), { once: true });
    socket.addEventListener('close', () => reject(new Error('The app did not accept the connection.')), { once: true });
    signal.addEventListener('abort', () => {
      socket.close();
      reject(signal.reason instanceof Error ? signal.reason : new Error('The connection was given up.'));
    });
  });
  return { link: new RPCLink({ websocket: socket }), ended, close: () => socket.close() };
}
