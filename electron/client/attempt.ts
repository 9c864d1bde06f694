import { AppError } from '../../shared/errors/app-error.ts';
import { cutOffOf } from '../../shared/errors/reachability.ts';

/** How long each phase of a request may take, in milliseconds. */
export interface Timeouts {
  /** From having a socket to being connected, TLS included. */
  readonly connectMs: number;
  /** From the last byte of the request to the first of the answer. */
  readonly answerMs: number;
  /** Between two pieces of a body, in either direction. */
  readonly idleMs: number;
}

export const usualTimeouts: Timeouts = { connectMs: 15_000, answerMs: 90_000, idleMs: 30_000 };

/** A connection that outlived the sleep of the computer shows so within this time. */
const lifeSignMs = 10_000;

/** One request on its way: what may stop it, and why it was stopped. */
export interface Attempt {
  readonly signal: AbortSignal;
  /** Sets the deadline, of which there is one; when it passes, the attempt stops with `service-timeout`. */
  arm(milliseconds: number): void;
  disarm(): void;
  stop(reason: AppError): void;
  /** Why it was stopped; `undefined` while it was not. */
  stopped(): AppError | undefined;
  /** Notes that the connection stands, so that bytes may have reached the service. */
  markConnected(): void;
  connected(): boolean;
  /** Notes that the whole request went out. */
  markSent(): void;
  /** Notes that an answer began: its body has limits of its own. */
  markAnswered(): void;
  answered(): boolean;
  /** The computer sleeps while it is under way: what ends it from now on is nobody's fault, and soon known. */
  noteSleep(): void;
  /** What its failure is called: one that the sleep of the computer explains says nothing of the service. */
  explain(error: AppError): AppError;
  /** Frees the timer and the listeners; a request that is still being sent ends there. */
  end(): void;
}

/** Starts an attempt that ends when the caller's signal is aborted. `onEnd` is called once. */
export function startAttempt(callerSignal: AbortSignal | undefined, onEnd: (attempt: Attempt) => void): Attempt {
  const controller = new AbortController();
  const deadline = createDeadline(() => stop(attempt.explain(new AppError('service-timeout'))));
  let reason: AppError | undefined;
  let connected = false;
  let sent = false;
  let answered = false;
  let ended = false;
  let slept = false;
  const stop = (why: AppError): void => {
    if (reason || ended) return;
    reason = why;
    deadline.end();
    controller.abort();
  };
  const cancel = (): void => stop(new AppError('cancelled'));
  const attempt: Attempt = {
    signal: controller.signal,
    arm(milliseconds) {
      if (!reason && !ended) deadline.moveTo(milliseconds);
    },
    disarm: () => deadline.moveTo(Infinity),
    stop,
    stopped: () => reason,
    markConnected: () => void (connected = true),
    connected: () => connected,
    markSent: () => void (connected = sent = true),
    markAnswered() {
      answered = true;
      attempt.disarm();
    },
    answered: () => answered,
    noteSleep() {
      slept = true;
      attempt.arm(lifeSignMs);
    },
    explain: (error) => (slept ? bySleep(error) : error),
    end() {
      if (ended) return;
      ended = true;
      deadline.end();
      callerSignal?.removeEventListener('abort', cancel);
      // An answer that came before the whole request was sent: nobody reads the rest of it.
      if (!sent) controller.abort();
      onEnd(attempt);
    },
  };
  if (callerSignal?.aborted) cancel();
  else callerSignal?.addEventListener('abort', cancel, { once: true });
  return attempt;
}

function bySleep(error: AppError): AppError {
  if (cutOffOf(error.code) === undefined) return error;
  return new AppError('interrupted-by-sleep', { detail: error.detail, cause: error });
}

/** One timer for most requests, however often the deadline moves on: it looks when it fires. */
function createDeadline(onPassed: () => void) {
  let timer: NodeJS.Timeout | undefined;
  let firesAt = Infinity;
  let passesAt = Infinity;
  const wakeAfter = (milliseconds: number): void => {
    clearTimeout(timer);
    firesAt = performance.now() + milliseconds;
    timer = setTimeout(() => {
      const leftMs = passesAt - performance.now();
      firesAt = Infinity;
      if (leftMs <= 0) onPassed();
      else if (passesAt < Infinity) wakeAfter(leftMs);
    }, milliseconds);
  };
  return {
    /** @param milliseconds from now; `Infinity` for none */
    moveTo(milliseconds: number): void {
      passesAt = performance.now() + milliseconds;
      if (firesAt > passesAt) wakeAfter(milliseconds);
    },
    end: (): void => clearTimeout(timer),
  };
}
