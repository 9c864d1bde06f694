import type { KeptBudget, RequestsSpent } from '../../shared/rpc/request-budget.ts';
import type { CallPriority } from '../../shared/api/caller.ts';
import type { Clock } from './clock.ts';

/** A stretch of time in which a service answers so many requests. Times are those of the steady clock. */
interface RateWindow {
  /** Tells windows apart; `undefined` where the service only says how many are left. */
  readonly limit: number | undefined;
  /** As the service last told it; what it does not know of yet is not taken off. */
  readonly remaining: number;
  readonly resetAtMs: number;
  /** The same by the service's clock, as it told it: answers of one window agree on it, however late they come. */
  readonly toldResetMs?: number | undefined;
  readonly lengthMs: number;
}

/** What is known of the requests a service still answers: all its windows count at the same time. */
export interface RateBudget {
  readonly windows: readonly RateWindow[];
  /** When those requests were sent of which nobody knows whether the service counted them yet. */
  readonly onTheirWay: readonly number[];
  /** The service asked for silence until then (Retry-After of a 429). */
  readonly silentUntilMs: number;
}

/** Lower-case header names and their values. */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>;

export const unknownBudget: RateBudget = { windows: [], onTheirWay: [], silentUntilMs: 0 };

/** Both clocks, read at the same moment. */
type Moment = Readonly<Record<'nowMs' | 'steadyMs', number>>;

export function momentOf(clock: Pick<Clock, 'now' | 'steadyMs'>): Moment {
  return { nowMs: clock.now(), steadyMs: clock.steadyMs() };
}

/** The published limits count by the minute and by the day; the length is used only until the next answer tells. */
const usualLengthsMs = [60_000, 3_600_000, 86_400_000] as const;
const dayMs = 86_400_000;
/** Clocks that are told in whole seconds, and the time an answer takes, move what is computed from them. */
const sameMomentMs = 1_500;
/** A request that went out so long ago has arrived, and was counted. */
const arrivesWithinMs = 10_000;

/** How long a request has to wait before it may be sent, by the windows and by what is on its way. */
interface Wait {
  /** By the steady clock, from now; 0: go. */
  readonly ms: number;
  /** Only until those on their way are answered, which may be sooner. */
  readonly isForAnswers: boolean;
}

/** How long a request has to wait before it may be sent. */
export function waitBefore(budget: RateBudget, priority: CallPriority, steadyMs: number): Wait {
  const { windows, onTheirWay, silentUntilMs } = atPresent(budget, steadyMs);
  const waits = windows.map(({ limit, remaining, resetAtMs }): Wait => {
    const free = remaining - (priority === 'person' ? 0 : keptForPersons(limit));
    if (free > onTheirWay.length) return { ms: 0, isForAnswers: false };
    const untilResetMs = resetAtMs - steadyMs;
    return free > 0
      ? { ms: Math.min(untilResetMs, arrivesWithinMs + 1), isForAnswers: true }
      : { ms: untilResetMs, isForAnswers: false };
  });
  const silence = { ms: Math.max(0, silentUntilMs - steadyMs), isForAnswers: false };
  return waits.reduce((longest, wait) => (wait.ms > longest.ms ? wait : longest), silence);
}

/** The budget after a request went out: those on their way count before their answers tell. */
export function budgetAfterSend(budget: RateBudget, steadyMs: number): RateBudget {
  const current = atPresent(budget, steadyMs);
  return { ...current, onTheirWay: [...current.onTheirWay, steadyMs] };
}

/** The budget after a request that got no answer: the service may have counted it. */
export function budgetAfterSilence(budget: RateBudget, sentAtMs: number, steadyMs: number): RateBudget {
  return without(atPresent(budget, steadyMs), sentAtMs, () => true);
}

/** The budget after an answer to a request that was sent at `sentAtMs`. */
export function budgetAfterAnswer(
  budget: RateBudget,
  sentAtMs: number,
  { headers, retryAfterMs }: { readonly headers: AnswerHeaders; readonly retryAfterMs?: number | undefined },
  { nowMs, steadyMs }: Moment,
): RateBudget {
  const told = toldWindow(headers, nowMs, steadyMs);
  // It counts in every window; of one of them the answer tells.
  const current = without(atPresent(budget, steadyMs), sentAtMs, ({ limit }) => limit !== told?.limit);
  const silentUntilMs = Math.max(
    current.silentUntilMs,
    retryAfterMs === undefined ? 0 : steadyMs + Math.min(retryAfterMs, dayMs),
  );
  return { ...current, silentUntilMs, windows: told ? withTold(current.windows, told) : current.windows };
}

/** The window that is tightest now; `undefined` while no limit is known. */
export function requestsSpentOf(budget: RateBudget, { nowMs, steadyMs }: Moment): RequestsSpent | undefined {
  const { windows, onTheirWay } = atPresent(budget, steadyMs);
  const known = windows.flatMap(({ limit, ...window }) => (limit === undefined ? [] : [{ limit, ...window }]));
  const [tightest] = known.toSorted((a, b) => a.remaining - b.remaining);
  if (!tightest) return undefined;
  const { limit, remaining, resetAtMs, lengthMs } = tightest;
  const used = Math.min(limit, limit - remaining + onTheirWay.length);
  return { limit, used: Math.max(0, used), resetAtMs: nowMs + resetAtMs - steadyMs, lengthMs };
}

/** What is kept over a restart: what is on its way then counts as answered. */
export function keptOf(budget: RateBudget, { nowMs, steadyMs }: Moment): KeptBudget {
  const { windows, onTheirWay, silentUntilMs } = atPresent(budget, steadyMs);
  return {
    atMs: nowMs,
    silentForMs: Math.max(0, silentUntilMs - steadyMs),
    windows: windows.map(({ limit, remaining, resetAtMs, lengthMs }) => ({
      ...(limit !== undefined && { limit }),
      remaining: Math.max(0, remaining - onTheirWay.length),
      resetInMs: resetAtMs - steadyMs,
      lengthMs,
    })),
  };
}

/** The budget as it was kept. Where the clock was set back meanwhile, no time counts as passed, and no wait grows. */
export function budgetFrom({ atMs, windows, silentForMs }: KeptBudget, { nowMs, steadyMs }: Moment): RateBudget {
  const passedMs = Math.max(0, nowMs - atMs);
  return {
    onTheirWay: [],
    silentUntilMs: steadyMs + silentForMs - passedMs,
    windows: windows.map(({ limit, remaining, resetInMs, lengthMs }) => ({
      ...{ limit, remaining, lengthMs },
      resetAtMs: steadyMs + resetInMs - passedMs,
    })),
  };
}

/** The last tenth of a window, at least one request; nothing where background work could then never go. */
function keptForPersons(limit: number | undefined): number {
  if (limit === undefined) return 1;
  return limit <= 1 ? 0 : Math.max(1, Math.ceil(limit / 10));
}

/** Windows that have passed began anew, and what went out long ago has been counted. */
function atPresent({ windows, onTheirWay, silentUntilMs }: RateBudget, steadyMs: number): RateBudget {
  const isArrived = (sentAtMs: number): boolean => steadyMs - sentAtMs > arrivesWithinMs;
  const arrived = onTheirWay.filter(isArrived).length;
  return {
    silentUntilMs,
    onTheirWay: arrived === 0 ? onTheirWay : onTheirWay.filter((sentAtMs) => !isArrived(sentAtMs)),
    windows: windows.flatMap((window) => {
      const remaining = Math.max(0, window.remaining - arrived);
      if (steadyMs < window.resetAtMs) return [arrived === 0 ? window : { ...window, remaining }];
      // The next one is taken to be full, so that those who waited do not all go at once.
      const { limit, lengthMs } = window;
      if (limit === undefined) return [];
      // It ends no earlier than this, by the service's clock: what still comes of the one before is told from it.
      const toldResetMs = window.toldResetMs === undefined ? undefined : window.toldResetMs + lengthMs;
      return [{ limit, remaining: limit, resetAtMs: steadyMs + lengthMs, toldResetMs, lengthMs }];
    }),
  };
}

function without(
  { windows, onTheirWay, silentUntilMs }: RateBudget,
  sentAtMs: number,
  isCountedIn: (window: RateWindow) => boolean,
): RateBudget {
  const place = onTheirWay.indexOf(sentAtMs);
  if (place < 0) return { windows, onTheirWay, silentUntilMs };
  return {
    silentUntilMs,
    onTheirWay: onTheirWay.toSpliced(place, 1),
    windows: windows.map((window) =>
      isCountedIn(window) ? { ...window, remaining: Math.max(0, window.remaining - 1) } : window,
    ),
  };
}

function withTold(windows: readonly RateWindow[], told: RateWindow): RateWindow[] {
  const others = windows.filter(({ limit }) => limit !== told.limit);
  const known = windows.find(({ limit }) => limit === told.limit);
  if (!known) return [...others, told];
  const laterMs = laterBy(told, known);
  // An answer of the window before this one was overtaken by the end of it.
  if (laterMs < sameMomentMs - known.lengthMs) return [...windows];
  // Answers overtake each other: in the same window the smaller number is the newer one.
  const isSame = Math.abs(laterMs) < sameMomentMs;
  const remaining = isSame ? Math.min(told.remaining, known.remaining) : told.remaining;
  const resetAtMs = isSame ? Math.max(told.resetAtMs, known.resetAtMs) : told.resetAtMs;
  return [...others, { ...told, remaining, resetAtMs, lengthMs: Math.max(told.lengthMs, known.lengthMs) }];
}

/**
 * How much later one window ends than another. Where the service tells times, these are compared: how long an answer was
 * under way then changes nothing.
 */
function laterBy(one: RateWindow, other: RateWindow): number {
  return one.toldResetMs !== undefined && other.toldResetMs !== undefined
    ? one.toldResetMs - other.toldResetMs
    : one.resetAtMs - other.resetAtMs;
}

function toldWindow(headers: AnswerHeaders, nowMs: number, steadyMs: number): RateWindow | undefined {
  const remaining = wholeNumber(headers['x-ratelimit-remaining']);
  const waitMs = waitUntilReset(headers, nowMs);
  if (remaining === undefined || waitMs === undefined) return undefined;
  return {
    limit: wholeNumber(headers['x-ratelimit-limit']),
    remaining,
    resetAtMs: steadyMs + waitMs,
    toldResetMs: toldTime(headers),
    lengthMs: usualLengthsMs.find((lengthMs) => waitMs <= lengthMs + sameMomentMs) ?? dayMs,
  };
}

function waitUntilReset(headers: AnswerHeaders, nowMs: number): number | undefined {
  const seconds = wholeNumber(headers['x-ratelimit-reset']);
  if (seconds === undefined) return undefined;
  const timeMs = toldTime(headers);
  const wait = timeMs === undefined ? seconds * 1000 : timeMs - serverTime(headers, nowMs);
  return Math.min(Math.max(0, wait), dayMs);
}

/** When the window ends, by the service's clock; `undefined` where it tells a duration, as some gateways do. */
function toldTime(headers: AnswerHeaders): number | undefined {
  const seconds = wholeNumber(headers['x-ratelimit-reset']);
  return seconds === undefined || seconds < 1e9 ? undefined : seconds * 1000;
}

/** The time by the service's own clock, so that a wrong clock on this machine does not matter. */
export function serverTime(headers: AnswerHeaders, now: number): number {
  const date = Date.parse(headers['date'] ?? '');
  return Number.isNaN(date) ? now : date;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,12}\s*$/.test(text) ? Number(text) : undefined;
}
