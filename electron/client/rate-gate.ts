import { callPriorities, type CallPriority } from '../../shared/api/caller.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { BudgetMemory, RequestsSpent } from '../../shared/rpc/request-budget.ts';
import type { Clock } from './clock.ts';
import {
  budgetAfterAnswer,
  budgetAfterSend,
  budgetAfterSilence,
  budgetFrom,
  keptOf,
  momentOf,
  requestsSpentOf,
  unknownBudget,
  waitBefore,
  type AnswerHeaders,
} from './rate-budget.ts';

/** An answer that says that too much was asked, and after how long it may be asked again where it tells. */
interface Refusal {
  readonly retryAfterMs: number | undefined;
}

/** A request that was let through: what became of it is to be told, once. */
interface Passage {
  /** Takes note of what its answer says of the limits. */
  answered(headers: AnswerHeaders, refusal?: Refusal): void;
  /** No answer came. */
  unanswered(): void;
}

/** Lets calls to one address through as its rate limits allow, and those first that somebody waits for. */
export interface RateGate {
  /**
   * Returns when the call may be sent, and counts it.
   * @throws AppError `too-many-requests` when the wait would be longer than anybody waits; `cancelled` on abort.
   */
  enter(priority: CallPriority, signal: AbortSignal): Promise<Passage>;
  /** Time may have passed that no timer knows of. */
  lookAgain(): void;
  /** How far the limit is used up; `undefined` while none is known. */
  spent(): RequestsSpent | undefined;
  /** Whether an answer ever told a limit. */
  isLimiting(): boolean;
}

interface Waiter {
  readonly priority: CallPriority;
  readonly sinceMs: number;
  readonly letGo: (passage: Passage) => void;
  readonly turnAway: (error: AppError) => void;
}

/** Whoever has waited so long counts as the next more urgent kind, though never as a person: nobody waits for ever. */
const urgentAfterMs = 60_000;

/** Longer waits are an error that says how long, so that the caller can plan. */
const longestWaitMs = 120_000;

/** Makes a gate that knows what was kept of the limits. */
export function createRateGate(clock: Clock, memory?: BudgetMemory): RateGate {
  const kept = memory?.read();
  let budget = kept ? budgetFrom(kept, momentOf(clock)) : unknownBudget;
  let isLimiting = kept !== undefined;
  const line: Waiter[] = [];
  const alarm = createAlarm(clock, () => letThrough());

  const become = (next: typeof budget): void => {
    budget = next;
    if (budget.windows.length === 0 && budget.silentUntilMs === 0) return;
    isLimiting = true;
    memory?.write(() => keptOf(budget, momentOf(clock)));
  };

  function letThrough(): void {
    alarm.takeBack();
    for (let next = mostUrgent(line, clock.steadyMs()); next; next = mostUrgent(line, clock.steadyMs())) {
      const { ms, isForAnswers } = waitBefore(budget, next.priority, clock.steadyMs());
      if (ms > 0 && (isForAnswers || ms <= longestWaitMs)) return alarm.setTo(ms);
      line.splice(line.indexOf(next), 1);
      if (ms > 0) next.turnAway(new AppError('too-many-requests', { retryAfterMs: ms }));
      else {
        const sentAtMs = clock.steadyMs();
        become(budgetAfterSend(budget, sentAtMs));
        next.letGo(passage(sentAtMs));
      }
    }
  }

  const learn = (next: typeof budget): void => {
    become(next);
    letThrough();
  };
  const passage = (sentAtMs: number): Passage => ({
    answered(headers, refusal) {
      // Some say it in no other way.
      isLimiting ||= refusal !== undefined;
      learn(budgetAfterAnswer(budget, sentAtMs, { headers, ...refusal }, momentOf(clock)));
    },
    unanswered: () => learn(budgetAfterSilence(budget, sentAtMs, clock.steadyMs())),
  });

  return {
    enter: (priority, signal) => standInLine(line, { priority, sinceMs: clock.steadyMs() }, signal, letThrough),
    lookAgain: letThrough,
    spent: () => requestsSpentOf(budget, momentOf(clock)),
    isLimiting: () => isLimiting,
  };
}

function standInLine(
  line: Waiter[],
  asked: Pick<Waiter, 'priority' | 'sinceMs'>,
  signal: AbortSignal,
  letThrough: () => void,
): Promise<Passage> {
  if (signal.aborted) return Promise.reject(new AppError('cancelled'));
  const { promise, resolve: letGo, reject: turnAway } = Promise.withResolvers<Passage>();
  const waiter: Waiter = { ...asked, letGo, turnAway };
  const leave = (): void => {
    const place = line.indexOf(waiter);
    if (place >= 0) line.splice(place, 1);
    turnAway(new AppError('cancelled'));
    letThrough();
  };
  signal.addEventListener('abort', leave, { once: true });
  line.push(waiter);
  letThrough();
  return promise.finally(() => signal.removeEventListener('abort', leave));
}

/** One timer, which the next one replaces. */
function createAlarm(clock: Pick<Clock, 'sleep'>, onDue: () => void) {
  let waiting: AbortController | undefined;
  return {
    takeBack: (): void => waiting?.abort(),
    setTo(ms: number): void {
      const { signal } = (waiting = new AbortController());
      clock.sleep(ms, signal).then(
        () => signal.aborted || onDue(),
        () => undefined,
      );
    },
  };
}

/** The one to go first: of those that are as urgent, the one that waited longest. */
function mostUrgent(line: readonly Waiter[], steadyMs: number): Waiter | undefined {
  const rankOf = ({ priority, sinceMs }: Waiter): number => {
    const rank = callPriorities.indexOf(priority);
    return rank === 0 ? 0 : Math.max(1, rank - Math.floor((steadyMs - sinceMs) / urgentAfterMs));
  };
  return line.reduce<Waiter | undefined>(
    (first, waiter) => (first && rankOf(first) <= rankOf(waiter) ? first : waiter),
    undefined,
  );
}
