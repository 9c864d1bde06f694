import { RPCLink } from '@orpc/client/websocket';
import { socketPath, windowProtocol } from '../../shared/rpc/window-socket.ts';
import { ShutOutError, type Carrier } from './carrier.ts';

/**
 * Connects to the host that served this page. The host knows the tab by its proof and by the cookie it gave the browser.
 * @param host host and port of the page
 * @throws ShutOutError when the host answers and does not know this tab
 * @throws Error when the socket closes before it was open, or `signal` aborts
 */
export async function openSocketCarrier(
  host: string,
  proof: string | undefined,
  signal: AbortSignal,
): Promise<Carrier> {
  signal.throwIfAborted();
  // A header: addresses end up in histories and logs.
  const socket = new WebSocket(`ws://${host}${socketPath}`, proof ? [windowProtocol, proof] : [windowProtocol]);
  const ended = new Promise<void>((resolve) => socket.addEventListener('close', () => resolve(), { once: true }));
  const isOpen = await new Promise<boolean>((resolve, reject) => {
    socket.addEventListener('open', () => resolve(true), { once: true });
    socket.addEventListener('close', () => resolve(false), { once: true });
    signal.addEventListener('abort', () => {
      socket.close();
      reject(signal.reason instanceof Error ? signal.reason : new Error('The connection was given up.'));
    });
  });
  if (isOpen) return { link: new RPCLink({ websocket: untilClosed(socket) }), ended, close: () => socket.close() };
  // A browser does not tell a page why a socket was refused.
  if (await isShutOut(host, proof, signal)) throw new ShutOutError('The app does not know this tab.');
  throw new Error('The app did not accept the connection.');
}

/**
 * A socket that is open until its end was told. The link gives up calls by a message and waits for no answer to it: that
 * the socket is closing just then would be an error nobody hears of. Such a socket drops what it is given.
 */
function untilClosed(
  socket: WebSocket,
): Pick<WebSocket, 'addEventListener' | 'removeEventListener' | 'send' | 'readyState'> {
  let isClosed = false;
  socket.addEventListener('close', () => (isClosed = true), { once: true });
  return {
    get readyState() {
      return isClosed ? WebSocket.CLOSED : WebSocket.OPEN;
    },
    send: (message) => socket.send(message),
    addEventListener: socket.addEventListener.bind(socket),
    removeEventListener: socket.removeEventListener.bind(socket),
  };
}

async function isShutOut(host: string, proof: string | undefined, signal: AbortSignal): Promise<boolean> {
  const headers: Record<string, string> = proof ? { Authorization: `Bearer ${proof}` } : {};
  const answer = await fetch(`http://${host}${socketPath}`, { headers, cache: 'no-store', signal });
  return answer.status === 403;
}
