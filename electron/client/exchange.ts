import { AppError, toAppError } from '../../shared/errors/app-error.ts';
import { createAnswerBody, type AnswerBody, type BodyLimits } from './answer-body.ts';
import { asksOnlyOtherwise, proxySignInNeeded } from './proxy-sign-in.ts';
import type { AdapterAnswer } from './adapter.ts';
import { startAttempt, type Attempt, type Timeouts } from './attempt.ts';
import { connectionError, notConnectedInTime } from './connection-error.ts';
import { passingOnMs, promptnessMs } from './answer-limit.ts';
import { openConnections, type Connections } from './connections.ts';
import type { Route } from './route.ts';
import type { Routes } from './routes.ts';
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
  /** Whoever is there answers it at once: `promptAnswerMs` is its limit. */
  readonly isPrompt?: boolean;
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
  /** The computer is about to sleep: what is on its way may not outlive that. */
  fallAsleep(): void;
  /** It slept: the next request makes a new connection, and what is on its way goes on if it still can. */
  wakeUp(): void;
  /** Stops everything that is on its way and closes the sockets. */
  close(): void;
}

/** A service from which nothing comes that was asked for. */
export interface Silence {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly silentMs: number;
  /** How much longer this request waits for it. */
  readonly leftMs: number;
}

interface ExchangerOptions {
  readonly routes: Routes;
  readonly timeouts: Timeouts;
  /** Connections to one address at the same time. */
  readonly maxSockets: number;
  /** Told once of a silence, and again of another one after an answer. */
  readonly onSilence?: ((silence: Silence) => void) | undefined;
}

/** Idle connections go before an office's firewall forgets them without a word. */
const idleSocketMs = 15_000;

/** No service closes a connection this soon after it was used. */
const justUsedMs = 1_000;

/** A kept connection that the other side had closed breaks as soon as it is written to. */
const closedShowsWithinMs = 2_000;

/** Makes an exchanger with its own connections. */
export function createExchanger({ routes, timeouts, maxSockets, onSilence }: ExchangerOptions): Exchanger {
  const openFor = (idleMs: number): Connections => openConnections({ timeouts, maxSockets, idleSocketMs: idleMs });
  const openAll = () => ({ pooled: openFor(idleSocketMs), justUsed: openFor(justUsedMs), unused: openFor(0) });
  let open = openAll();
  const retired = new Set<Connections>();
  const underWay = new Set<Attempt>();
  let closed = false;
  let keptUntilMs = 0;
  const silences = onSilence && createSilences(onSilence, timeouts);
  const sendOn = async (pool: keyof typeof open, request: OutgoingRequest, route: Route): Promise<ExchangeOutcome> => {
    const onEnd = (ended: Attempt): unknown => underWay.delete(ended);
    const attempt = startAttempt(request.signal, { onEnd, silence: silences?.of(request.url) });
    underWay.add(attempt);
    if (closed) attempt.stop(closedError());
    const outcome = await sendOnce(request, attempt, { timeouts, connections: open[pool], route });
    if (outcome.kind === 'failed') return outcome;
    silences?.end();
    keptUntilMs = performance.now() + idleSocketMs;
    return outcome;
  };
  const sendBy = async (request: OutgoingRequest, route: Route): Promise<ExchangeOutcome> => {
    if (request.notAfterIdling) return sendOn('justUsed', request, route);
    const startedMs = performance.now();
    const outcome = await sendOn('pooled', request, route);
    const isOnKept = startedMs < keptUntilMs && performance.now() - startedMs < closedShowsWithinMs;
    return isOnKept && !closed && isCutOffUnanswered(request, outcome) ? sendOn('unused', request, route) : outcome;
  };
  const noteSleep = (): void => underWay.forEach((attempt) => attempt.noteSleep());
  return {
    send: (request) => sendFirstWay(routes, request, sendBy),
    fallAsleep: noteSleep,
    wakeUp() {
      if (closed) return;
      noteSleep();
      routes.startOver();
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

/** Of many requests that wait at the same time, one tells of it. */
function createSilences(onSilence: (silence: Silence) => void, { silentMs, connectMs }: Timeouts) {
  let isTold = false;
  return {
    of: (url: string) => ({
      afterMs: silentMs,
      tell(leftMs: number): void {
        if (isTold) return;
        isTold = true;
        const isConnecting = leftMs === Infinity;
        onSilence({ origin: new URL(url).origin, silentMs, leftMs: isConnecting ? connectMs - silentMs : leftMs });
      },
    }),
    end: (): void => void (isTold = false),
  };
}

/** Sends a request by the first way on which anybody is there. What may have arrived is not sent another way. */
async function sendFirstWay(
  routes: Routes,
  request: OutgoingRequest,
  sendBy: (request: OutgoingRequest, route: Route) => Promise<ExchangeOutcome>,
): Promise<ExchangeOutcome> {
  let outcome: ExchangeOutcome | undefined;
  try {
    for (const route of await routes.to(request.url)) {
      outcome = await sendBy(request, route);
      if (!isDeadEnd(outcome)) {
        if (route !== 'direct' && asksWhoAsks(outcome)) routes.noteAsked(route);
        return outcome;
      }
      routes.noteDead(route);
    }
  } catch (thrown) {
    return { kind: 'failed', error: toAppError(thrown), connected: false };
  }
  return outcome ?? { kind: 'failed', error: new AppError('service-unreachable'), connected: false };
}

/** Perhaps by a connection that was closed just as it was used: that says nothing of the service (RFC 9110, 9.2.2). */
function isCutOffUnanswered({ payload }: OutgoingRequest, outcome: ExchangeOutcome): boolean {
  if (outcome.kind === 'answered' || !outcome.connected || payload?.kind === 'stream') return false;
  return outcome.error.code === 'service-unreachable';
}

function isDeadEnd(outcome: ExchangeOutcome): boolean {
  if (outcome.kind === 'answered' || outcome.connected) return false;
  return outcome.error.code === 'service-unreachable' || outcome.error.code === 'no-network';
}

/** Whether a proxy asks who asks in a way that can be answered. */
function asksWhoAsks(outcome: ExchangeOutcome): boolean {
  return (
    outcome.kind === 'answered' &&
    outcome.answer.status === proxySignInNeeded &&
    !asksOnlyOtherwise(outcome.answer.headers)
  );
}

const usualHeaders = { 'Accept-Encoding': 'identity', 'User-Agent': 'cad-library-sync' };

async function sendOnce(
  request: OutgoingRequest,
  attempt: Attempt,
  {
    timeouts,
    connections,
    route,
  }: { readonly timeouts: Timeouts; readonly connections: Connections; readonly route: Route },
): Promise<ExchangeOutcome> {
  const { payload, url } = request;
  const body = payload && streamPayload(payload, attempt, timeouts.idleMs);
  try {
    const stopped = attempt.stopped();
    if (stopped) throw stopped;
    // Adapters are called directly: what axios does around them costs more than sending.
    const { idleMs } = timeouts;
    const answerMs = promptnessMs(request, timeouts);
    const send = connections.adapterFor(route, attempt, answerMs + passingOnMs(payload));
    const response = await send({
      method: request.method,
      url,
      headers: { ...usualHeaders, ...request.headers, ...body?.headers },
      data: body?.data,
      signal: attempt.signal,
    });
    return { kind: 'answered', answer: answerOf(response, attempt, { idleMs, leastBytesMs: answerMs }) };
  } catch (thrown) {
    attempt.end();
    const stopped = attempt.stopped();
    const error =
      stopped?.code === 'service-timeout' && !attempt.connected()
        ? notConnectedInTime(url)
        : (stopped ?? body?.failure() ?? connectionError(thrown, url));
    return { kind: 'failed', error: attempt.explain(error), connected: attempt.connected() };
  }
}

function answerOf(response: AdapterAnswer, attempt: Attempt, limits: BodyLimits): Answer {
  const headers: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    headers[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : String(value);
  }
  return { status: response.status, headers, body: createAnswerBody(response.data, attempt, limits) };
}

function closedError(): AppError {
  return new AppError('cancelled', { detail: 'The connection to the service was closed.' });
}
