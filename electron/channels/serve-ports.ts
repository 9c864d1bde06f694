import { RPCHandler } from '@orpc/server/message-port';
import type { MessagePortMain } from 'electron';
import type { WindowRouter } from './router.ts';

/** Carries the window contract over message ports, one for each window that is there. */
export interface PortServer {
  /** Answers on this port until either end closes it. */
  serve(port: MessagePortMain): void;
  /** Closes every port, which the windows notice. */
  close(): void;
}

/** Makes the carrier of the desktop app for one router. */
export function createPortServer(router: WindowRouter): PortServer {
  const handler = new RPCHandler(router);
  const ports = new Set<MessagePortMain>();
  return {
    serve(port) {
      ports.add(port);
      port.once('close', () => ports.delete(port));
      handler.upgrade(port);
      port.start();
    },
    close() {
      for (const port of ports) port.close();
      ports.clear();
    },
  };
}
