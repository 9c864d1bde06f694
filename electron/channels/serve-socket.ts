import type { Duplex } from 'node:stream';
import type { RPCHandler } from '@orpc/server/websocket';
import type { RawData, WebSocket } from 'ws';
import { isWindowMessage } from './window-message.ts';

/** What one window may have going on; a window that keeps to the contract stays far below. */
export const socketLimits = {
  messageBytes: 1 << 20,
  callsInFlight: 100,
  /** Answers and events that were sent and not yet read. */
  unreadBytes: 32 << 20,
} as const;

/** Close codes of RFC 6455. */
const unreadable = 1007;
const againstTheRules = 1008;

/**
 * Answers one client until either end closes the socket. Whatever the client does ends at most its own connection:
 * frames and messages that break the rules, too many calls at once, half a connection, and events it does not read.
 * @param connection what the socket runs over
 */
export function serveSocket(socket: WebSocket, connection: Duplex, rpc: RPCHandler<Record<never, never>>): void {
  let callsInFlight = 0;

  const peer = {
    send(data: string | Uint8Array) {
      if (socket.bufferedAmount > socketLimits.unreadBytes) socket.terminate();
      else socket.send(data);
    },
    addEventListener: () => undefined,
  };

  async function answer(data: RawData, isBinary: boolean): Promise<void> {
    // What arrived together with the message that ended the connection.
    if (socket.readyState !== socket.OPEN) return;
    const text = !isBinary && Buffer.isBuffer(data) ? data.toString() : '';
    if (!isWindowMessage(text)) return socket.close(unreadable, 'This is no message of the window.');
    if (callsInFlight >= socketLimits.callsInFlight) return socket.close(againstTheRules, 'Too many calls at once.');
    callsInFlight += 1;
    try {
      await rpc.message(peer, text, { context: {} });
    } catch {
      // A call that gets no answer would wait for ever; the end of the connection is one.
      socket.terminate();
    } finally {
      callsInFlight -= 1;
    }
  }

  socket.on('message', (data, isBinary) => void answer(data, isBinary));
  // The library tells the client why and closes; without a listener the error would end the process.
  socket.on('error', () => undefined);
  socket.on('close', () => rpc.close(peer));
  connection.on('end', () => socket.terminate());
}
