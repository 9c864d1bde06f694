import type { AppError, ErrorRecord } from '../../../shared/errors/app-error.ts';
import { cutOffOf, isCutOff, type Reachability } from '../../../shared/errors/reachability.ts';
import type { ConnectionStanding } from '../../../shared/rpc/connection-standing.ts';
import type { Clock } from '../ports.ts';
import { backOffMs } from '../../../shared/errors/back-off.ts';

/** Errors of a sign-in that was refused, or could not be tried: waiting does not help against them. */
const refusals: ReadonlySet<string> = new Set(['sign-in-failed', 'client-secret-missing']);

const firstRefusedWaitMs = 60_000;
const longestRefusedWaitMs = 900_000;

const longestGuessMs = 60_000;
/** At most so long where what a person saved waits, and only an answer is missing. */
const longestAwaitedMs = 10_000;

/**
 * One opinion about whether the service can be reached, so that an outage costs one probe now and then and not a
 * failed try of everything that waits.
 */
export function createConnectionGate(
  clock: Clock,
  random: () => number,
  onChange: () => void,
  /** Whether what a person saved, or asked for, waits for the service. */
  isAwaited: () => boolean = () => false,
) {
  let state: Reachability = 'connecting';
  let error: ErrorRecord | undefined;
  let offlineSinceMs: number | undefined;
  const wait = createProbeWait(clock, random, isAwaited);

  const become = (next: Reachability, because?: ErrorRecord): void => {
    const changed = next !== state || because?.code !== error?.code;
    [state, error] = [next, because];
    offlineSinceMs = because && (offlineSinceMs ?? clock.now());
    if (changed) onChange();
  };
  const nextTryMs = (): number => (state === 'notSetUp' ? Infinity : wait.nextTryMs());
  const beginAgain = (next: Reachability): void => {
    wait.end();
    become(next);
  };

  return {
    get state(): Reachability {
      return state;
    },
    get error(): ErrorRecord | undefined {
      return error;
    },
    /** Since when nothing came through; `undefined` while online. */
    get offlineSinceMs(): number | undefined {
      return offlineSinceMs;
    },

    /** Whether the sign-in was refused, or could not be tried: sooner or later a person has to look at it. */
    isRefused: wait.isRefused,

    /** All of it, as it is told: times by the computer's clock. */
    standing: (): ConnectionStanding => standingOf({ state, error }, nextTryMs() - clock.steadyMs(), clock.now()),

    /** Whether a request may be tried now. */
    mayTry: (): boolean => state === 'online' || nextTryMs() <= clock.steadyMs(),

    /** Whether several may be tried at once: only while the last one came through. */
    isOpen: (): boolean => state === 'online',

    /** By the steady clock; Infinity where only a person can end it. */
    nextTryMs,

    noteSuccess: (): void => beginAgain('online'),

    /**
     * Notes what failed; where the service answered, that says that the connection works.
     * @param wasReached whether the service answered before, in the same try: a line that breaks under much is not an
     * outage, and is not tried the sooner
     * @returns whether the error is about the connection, so that the request itself is not to blame
     */
    noteFailure(failure: AppError, wasReached = false): boolean {
      const cutOff = cutOffOf(failure.code);
      // A service that just answered, and is not available for this one request, is there for others.
      if (cutOff === undefined || (wasReached && failure.code === 'service-unavailable')) {
        // What a connection that was taken out still answers says nothing of the next one.
        if (failure.receivedStatus !== undefined && state !== 'notSetUp') beginAgain('online');
        return false;
      }
      if (wait.note(failure, wasReached)) become(cutOff, failure.toRecord());
      return true;
    },

    /** The computer slept: what we guessed before of how long an outage lasts says nothing now. */
    lookSoon: (): void => wait.endGuess(),

    /** Addresses or secrets changed, or a person wants it tried now. */
    reset: (setUp: boolean): void => beginAgain(setUp ? 'connecting' : 'notSetUp'),
  };
}

function standingOf(
  { state, error }: Pick<ConnectionGate, 'state' | 'error'>,
  waitMs: number,
  nowMs: number,
): ConnectionStanding {
  const hasEnd = isCutOff(state) && Number.isFinite(waitMs);
  return { state, ...(error && { error }), ...(hasEnd && { nextTryAtMs: nowMs + Math.max(0, waitMs) }) };
}

export type ConnectionGate = ReturnType<typeof createConnectionGate>;

/** How long is waited after failures until something is tried again. */
function createProbeWait(clock: Clock, random: () => number, isAwaited: () => boolean) {
  let failures = 0;
  let refusedInRow = 0;
  let nextTryMs = 0;
  /** Until when at most is waited where somebody waits, too; Infinity where that changes nothing. */
  let awaitedTryMs = Infinity;

  /** Until when a wait is no guess of ours: the service asked for it, or refused the sign-in. */
  let firmUntilMs = 0;

  /** What the service asks for is obeyed, however long; our own guess stays short. */
  function waitAfter(failure: AppError): number {
    const { code } = failure;
    // Nothing could be sent.
    if (code === 'client-secret-missing') return Infinity;
    // A service may refuse everybody for a while (it was restored, its clock is wrong); a wrong secret is not hammered at it.
    if (code === 'sign-in-failed') return Math.min(longestRefusedWaitMs, firstRefusedWaitMs * 2 ** (refusedInRow - 1));
    return backOffMs(failure, failures, random, longestGuessMs);
  }

  return {
    nextTryMs: (): number => (awaitedTryMs < nextTryMs && isAwaited() ? awaitedTryMs : nextTryMs),
    /** Whether the sign-in was refused, and nothing came through since. */
    isRefused: (): boolean => refusedInRow > 0,
    endGuess(): void {
      failures = 0;
      nextTryMs = Math.min(nextTryMs, firmUntilMs);
    },
    /** @returns whether the failure says something of the connection that was not known */
    note(failure: AppError, wasReached: boolean): boolean {
      const nowMs = clock.steadyMs();
      const isRefusal = refusals.has(failure.code);
      const wasRefused = refusedInRow > 0;
      // Of those under way at the same time one counts.
      if (isRefusal && wasRefused && nextTryMs > nowMs) return false;
      if (isRefusal) refusedInRow += 1;
      else failures += 1;
      const untilMs = nowMs + waitAfter(failure);
      // What fails otherwise after the sign-in was refused does not take that back: a person can, or an answer.
      if (wasRefused && !isRefusal) {
        nextTryMs = firmUntilMs = Math.max(nextTryMs, untilMs);
        return false;
      }
      nextTryMs = untilMs;
      firmUntilMs = isRefusal ? untilMs : nowMs + (failure.retryAfterMs ?? 0);
      awaitedTryMs = isRefusal || wasReached ? Infinity : Math.max(firmUntilMs, nowMs + longestAwaitedMs);
      return true;
    },
    end(): void {
      failures = refusedInRow = 0;
      nextTryMs = firmUntilMs = 0;
      awaitedTryMs = Infinity;
    },
  };
}
