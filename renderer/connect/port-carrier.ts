import { RPCLink } from '@orpc/client/message-port';
import { askForPort, portIsHere } from '../../shared/rpc/window-port.ts';
import type { Carrier } from './carrier.ts';

/**
 * Asks the preload script of the desktop window for a message port to the engine.
 * @throws Error when `signal` aborts before the port came
 */
export async function openPortCarrier(page: Window, signal: AbortSignal): Promise<Carrier> {
  signal.throwIfAborted();
  const port = await receivePort(page, signal);
  // Electron tells a page when the process at the other end of a port is gone (Chromium alone does not).
  const ended = new Promise<void>((resolve) => port.addEventListener('close', () => resolve(), { once: true }));
  const link = new RPCLink({ port });
  port.start();
  const close = () => {
    port.close();
    // Closing a port tells the other end only: here whatever waits for an answer would wait without end.
    port.dispatchEvent(new Event('close'));
  };
  return { link, ended, close };
}

function receivePort(page: Window, signal: AbortSignal): Promise<MessagePort> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: MessageEvent<unknown>) => {
      const port = message.ports[0];
      // Only this page's own preload script posts into it; a frame or an opener would be another source.
      if (message.source !== page || message.data !== portIsHere || !port) return;
      page.removeEventListener('message', onMessage);
      resolve(port);
    };
    page.addEventListener('message', onMessage);
    signal.addEventListener('abort', () => {
      page.removeEventListener('message', onMessage);
      reject(signal.reason instanceof Error ? signal.reason : new Error('The connection was given up.'));
    });
    page.postMessage(askForPort, '*');
  });
}
