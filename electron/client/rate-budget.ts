/** Whose wait counts more: `person` goes ahead of `background`. */
export type Priority = 'person' | 'background';

/** What is known of the calls a service still allows in its current window. Times are milliseconds since 1970. */
export interface RateBudget {
  readonly limit: number | undefined;
  readonly remaining: number | undefined;
  readonly resetAt: number | undefined;
  /** The service asked for silence until then (Retry-After of a 429). */
  readonly silentUntil: number;
}

/** Lower-case header names and their values. */
export type AnswerHeaders = Readonly<Record<string, string | undefined>>;

export const unknownBudget: RateBudget = {
  limit: undefined,
  remaining: undefined,
  resetAt: undefined,
  silentUntil: 0,
};

/** The published limits count by the minute; used only until the next answer tells. */
const assumedWindowMs = 60_000;
const dayMs = 86_400_000;

/** How long a call has to wait before it may be sent, in milliseconds; 0: go. */
export function waitBefore(budget: RateBudget, priority: Priority, now: number): number {
  const { limit, remaining, resetAt, silentUntil } = rolledOver(budget, now);
  const silence = Math.max(0, silentUntil - now);
  if (remaining === undefined || resetAt === undefined) return silence;
  const kept = priority === 'person' ? 0 : keptForPersons(limit);
  return Math.max(silence, remaining > kept ? 0 : resetAt - now);
}

/** The budget after a call went out: those on their way count before their answers tell. */
export function budgetAfterSend(budget: RateBudget, now: number): RateBudget {
  const current = rolledOver(budget, now);
  return current.remaining === undefined ? current : { ...current, remaining: Math.max(0, current.remaining - 1) };
}

/** The budget after an answer with these headers. */
export function budgetAfterAnswer(
  budget: RateBudget,
  answer: { readonly headers: AnswerHeaders; readonly retryAfterMs?: number | undefined },
  now: number,
): RateBudget {
  const { headers, retryAfterMs } = answer;
  const current = rolledOver(budget, now);
  const silentUntil = Math.max(current.silentUntil, retryAfterMs === undefined ? 0 : now + retryAfterMs);
  const limit = wholeNumber(headers['x-ratelimit-limit']) ?? current.limit;
  const reported = wholeNumber(headers['x-ratelimit-remaining']);
  const resetAt = resetTime(headers, now);
  if (reported === undefined || resetAt === undefined) return { ...current, limit, silentUntil };
  // Answers overtake each other: in the same window the smaller number is the newer one.
  const sameWindow = current.resetAt !== undefined && Math.abs(current.resetAt - resetAt) < 1_500;
  const remaining = sameWindow ? Math.min(reported, current.remaining ?? reported) : reported;
  return { limit, remaining, resetAt, silentUntil };
}

/** The last tenth of a window, at least one call; nothing where background work could then never go. */
function keptForPersons(limit: number | undefined): number {
  if (limit === undefined) return 1;
  return limit <= 1 ? 0 : Math.max(1, Math.ceil(limit / 10));
}

/** A window that has passed: the next one is taken to be full, so that those who waited do not all go at once. */
function rolledOver(budget: RateBudget, now: number): RateBudget {
  if (budget.resetAt === undefined || now < budget.resetAt) return budget;
  return budget.limit === undefined
    ? { ...budget, remaining: undefined, resetAt: undefined }
    : { ...budget, remaining: budget.limit, resetAt: now + assumedWindowMs };
}

function resetTime(headers: AnswerHeaders, now: number): number | undefined {
  const seconds = wholeNumber(headers['x-ratelimit-reset']);
  if (seconds === undefined) return undefined;
  // Small numbers are a duration, as some gateways send it.
  const wait = seconds < 1e9 ? seconds * 1000 : seconds * 1000 - serverTime(headers, now);
  return now + Math.min(Math.max(0, wait), dayMs);
}

/** The time by the service's own clock, so that a wrong clock on this machine does not matter. */
export function serverTime(headers: AnswerHeaders, now: number): number {
  const date = Date.parse(headers['date'] ?? '');
  return Number.isNaN(date) ? now : date;
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\s*\d{1,12}\s*$/.test(text) ? Number(text) : undefined;
}
