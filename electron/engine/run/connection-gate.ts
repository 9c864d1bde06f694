import type { AppError, ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { Clock } from '../ports.ts';
import { backOffMs } from '../queue/back-off.ts';

export type ConnectionState = 'notSetUp' | 'connecting' | 'online' | 'offline' | 'refused';

/** Errors that say something about the whole connection and not about one request. */
const aboutConnection: ReadonlySet<string> = new Set([
  'service-unreachable',
  'service-timeout',
  'unreadable-answer',
  'sign-in-failed',
  'client-secret-missing',
  'invalid-token',
  'too-many-requests',
  'not-connected',
]);

/** Of these, the errors that only a person can end. */
const refusals: ReadonlySet<string> = new Set(['sign-in-failed', 'client-secret-missing']);

/**
 * One opinion about whether the service can be reached, so that an outage costs one probe now and then and not a
 * failed try of everything that waits.
 */
export function createConnectionGate(clock: Clock, random: () => number, onChange: () => void) {
  let state: ConnectionState = 'connecting';
  let failures = 0;
  let nextTryMs = 0;
  let error: ErrorRecord | undefined;
  let offlineSinceMs: number | undefined;

  const become = (next: ConnectionState, because?: ErrorRecord): void => {
    const changed = next !== state || because?.code !== error?.code;
    state = next;
    error = because;
    if (changed) onChange();
  };

  return {
    get state(): ConnectionState {
      return state;
    },
    get error(): ErrorRecord | undefined {
      return error;
    },
    /** Since when nothing came through; `undefined` while online. */
    get offlineSinceMs(): number | undefined {
      return offlineSinceMs;
    },

    /** Whether a request may be tried now. */
    mayTry: (): boolean =>
      state === 'online' || (state !== 'refused' && state !== 'notSetUp' && nextTryMs <= clock.steadyMs()),

    /** Whether several may be tried at once: only while the last one came through. */
    isOpen: (): boolean => state === 'online',

    /** By the steady clock. */
    nextTryMs: (): number => (state === 'refused' || state === 'notSetUp' ? Infinity : nextTryMs),

    noteSuccess(): void {
      failures = 0;
      nextTryMs = 0;
      offlineSinceMs = undefined;
      become('online');
    },

    /** @returns whether the error is about the connection, so that the request itself is not to blame */
    noteFailure(failure: AppError): boolean {
      if (!aboutConnection.has(failure.code)) return false;
      // What was under way when the sign-in was refused does not take that back: only a person can, or an answer.
      if (state === 'refused' && !refusals.has(failure.code)) return true;
      offlineSinceMs ??= clock.now();
      failures += 1;
      // What the service asks for is obeyed, however long; our own guess stays short.
      nextTryMs = clock.steadyMs() + (failure.retryAfterMs ?? Math.min(backOffMs(failures, random), 60_000));
      become(refusals.has(failure.code) ? 'refused' : 'offline', failure.toRecord());
      return true;
    },

    /** Addresses or secrets changed, or a person wants it tried now. */
    reset(setUp: boolean): void {
      failures = 0;
      nextTryMs = 0;
      offlineSinceMs = undefined;
      become(setUp ? 'connecting' : 'notSetUp');
    },
  };
}

export type ConnectionGate = ReturnType<typeof createConnectionGate>;
