import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Attempt, Timeouts } from './attempt.ts';

/** What axios calls to start a request. */
export interface Transport {
  request(options: RequestOptions, onAnswer: (answer: IncomingMessage) => void): ClientRequest;
}

/** Node's own client, with the phases of each request told to its attempt: axios alone has one time-out for all. */
export function watchedTransport(attempt: Attempt, timeouts: Timeouts, hasBody: boolean): Transport {
  return {
    request(options, onAnswer) {
      const secure = options.protocol === 'https:';
      const request = (secure ? https : http).request(options, onAnswer);
      watchPhases(request, attempt, timeouts, { secure, hasBody });
      return request;
    },
  };
}

function watchPhases(
  request: ClientRequest,
  attempt: Attempt,
  timeouts: Timeouts,
  { secure, hasBody }: { readonly secure: boolean; readonly hasBody: boolean },
): void {
  const onConnected = (): void => {
    attempt.markConnected();
    attempt.arm(hasBody ? timeouts.idleMs : timeouts.answerMs);
  };
  let answered = false;
  // Waiting for a free socket has no limit of its own: those who hold one have theirs.
  request.once('socket', (socket) => {
    // Not `reusedSocket`: one that is handed over from a request to the next in line does not count as reused.
    if (isConnected(socket, secure)) return onConnected();
    attempt.arm(timeouts.connectMs);
    socket.once(secure ? 'secureConnect' : 'connect', onConnected);
  });
  request.once('finish', () => {
    attempt.markSent();
    if (!answered) attempt.arm(timeouts.answerMs);
  });
  let source: Readable | undefined;
  request.once('pipe', (piped: Readable) => (source = piped));
  request.once('response', () => {
    answered = true;
    attempt.disarm();
    // An answer before the whole request was sent: writing on would break the connection before it is read.
    source?.unpipe(request);
  });
}

function isConnected(socket: Socket, secure: boolean): boolean {
  if (socket.connecting) return false;
  // Node's own word for a handshake that is under way; its types do not have it.
  return !secure || !('secureConnecting' in socket && socket.secureConnecting === true);
}
