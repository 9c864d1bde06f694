import type { Readable } from 'node:stream';
import { AxiosHeaders, type AxiosResponse } from 'axios';
import { AppError } from '../../shared/errors/app-error.ts';
import { createAnswerBody, type AnswerBody } from './answer-body.ts';
import { startAttempt, type Attempt, type Timeouts } from './attempt.ts';
import { connectionError, notConnectedInTime } from './connection-error.ts';
import { openConnections, type Connections } from './connections.ts';
import { streamPayload, type Payload } from './payload.ts';
import type { AnswerHeaders } from './rate-budget.ts';

/** One request as it goes out. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: Payload | undefined;
  /**
   * Not on a connection that lay idle: the other side may just have closed it, and nobody could then say whether the
   * request arrived.
   */
  readonly notAfterIdling?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** What came back: any status is an answer. The body has to be read or discarded. */
export interface Answer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: AnswerBody;
}

export type ExchangeOutcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** `connected`: bytes of the request may have reached the service. */
  | { readonly kind: 'failed'; readonly error: AppError; readonly connected: boolean };

/** Sends single requests, without tokens, retries or limits. */
export interface Exchanger {
  send(request: OutgoingRequest): Promise<ExchangeOutcome>;
  /** Has the next request make a new connection; what is on its way goes on. */
  dropIdle(): void;
  /** Stops everything that is on its way and closes the sockets. */
  close(): void;
}

interface ExchangerOptions {
  readonly timeouts: Timeouts;
  /** Connections to one address at the same time. */
  readonly maxSockets: number;
}

/** Idle connections go before an office's firewall forgets them without a word. */
const idleSocketMs = 15_000;

/** No service closes a connection this soon after it was used. */
const justUsedMs = 1_000;

/** Makes an exchanger with its own connections. */
export function createExchanger({ timeouts, maxSockets }: ExchangerOptions): Exchanger {
  const openAll = () => ({
    pooled: openConnections({ timeouts, maxSockets, idleSocketMs }),
    justUsed: openConnections({ timeouts, maxSockets, idleSocketMs: justUsedMs }),
  });
  let open = openAll();
  const retired = new Set<Connections>();
  const underWay = new Set<Attempt>();
  let closed = false;
  return {
    async send(request) {
      const attempt = startAttempt(request.signal, (ended) => underWay.delete(ended));
      underWay.add(attempt);
      if (closed) attempt.stop(closedError());
      return sendOnce(request, attempt, {
        timeouts,
        connections: request.notAfterIdling ? open.justUsed : open.pooled,
      });
    },
    dropIdle() {
      if (closed) return;
      for (const connections of Object.values(open)) {
        retired.add(connections);
        void connections.retire().then(() => retired.delete(connections));
      }
      open = openAll();
    },
    close() {
      closed = true;
      for (const attempt of [...underWay]) attempt.stop(closedError());
      for (const connections of [...Object.values(open), ...retired]) connections.close();
    },
  };
}

const usualHeaders = { 'Accept-Encoding': 'identity', 'User-Agent': 'cad-library-sync' };

async function sendOnce(
  request: OutgoingRequest,
  attempt: Attempt,
  { timeouts, connections }: { readonly timeouts: Timeouts; readonly connections: Connections },
): Promise<ExchangeOutcome> {
  const { payload, url } = request;
  const body = payload && streamPayload(payload, attempt, timeouts.idleMs);
  try {
    const stopped = attempt.stopped();
    if (stopped) throw stopped;
    // Adapters are called directly: what axios does around them costs more than sending.
    const send = connections.adapterFor(url, attempt);
    const response = (await send({
      method: request.method,
      url,
      headers: new AxiosHeaders({ ...usualHeaders, ...request.headers, ...body?.headers }),
      data: body?.data,
      signal: attempt.signal,
    })) as AxiosResponse<Readable>;
    return { kind: 'answered', answer: answerOf(response, attempt, timeouts) };
  } catch (thrown) {
    attempt.end();
    const stopped = attempt.stopped();
    const error =
      stopped?.code === 'service-timeout' && !attempt.connected()
        ? notConnectedInTime(url)
        : (stopped ?? body?.failure() ?? connectionError(thrown, url));
    return { kind: 'failed', error, connected: attempt.connected() };
  }
}

function answerOf(response: AxiosResponse<Readable>, attempt: Attempt, timeouts: Timeouts): Answer {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return { status: response.status, headers, body: createAnswerBody(response.data, attempt, timeouts.idleMs) };
}

function closedError(): AppError {
  return new AppError('cancelled', { detail: 'The connection to the service was closed.' });
}
