import { AppError } from '../../shared/errors/app-error.ts';
import { cutOffOf } from '../../shared/errors/reachability.ts';

/** How long each phase of a request may take, in milliseconds. */
export interface Timeouts {
  /** From having a socket to being connected, TLS included. */
  readonly connectMs: number;
  /** From the last byte of the request to the first of the answer. */
  readonly answerMs: number;
  /** The same where a person waits for what takes the service no work, and for signing in. */
  readonly promptAnswerMs: number;
  /** Between two pieces of a body, in either direction. */
  readonly idleMs: number;
  /** Without a sign of life in any phase, until whoever waits is told. */
  readonly silentMs: number;
}

export const usualTimeouts: Timeouts = {
  connectMs: 15_000,
  answerMs: 90_000,
  promptAnswerMs: 30_000,
  idleMs: 30_000,
  silentMs: 5_000,
};

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

interface AttemptListeners {
  /** Called once. */
  readonly onEnd: (attempt: Attempt) => void;
  readonly silence?: SilenceListener | undefined;
}

interface SilenceListener {
  readonly afterMs: number;
  /** @param leftMs how much longer it is waited for; Infinity while it connects, which has a limit of its own */
  readonly tell: (leftMs: number) => void;
}

/** Starts an attempt that ends when the caller's signal is aborted. */
export function startAttempt(callerSignal: AbortSignal | undefined, { onEnd, silence }: AttemptListeners): Attempt {
  const controller = new AbortController();
  const deadline = startDeadline(() => stop(attempt.explain(new AppError('service-timeout'))), silence);
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
    leftMs: (): number => passesAt - performance.now(),
    end: (): void => clearTimeout(timer),
  };
}

/** A deadline that is not set yet. Who listens is told of each while without a move, unless nothing is waited for. */
function startDeadline(
  onPassed: () => void,
  listener: SilenceListener | undefined,
): Pick<ReturnType<typeof createDeadline>, 'moveTo' | 'end'> {
  const deadline = createDeadline(onPassed);
  if (!listener) return deadline;
  const { afterMs, tell } = listener;
  const silence = createDeadline(() => tell(deadline.leftMs()));
  silence.moveTo(afterMs);
  return {
    moveTo(milliseconds) {
      deadline.moveTo(milliseconds);
      silence.moveTo(milliseconds === Infinity ? Infinity : afterMs);
    },
    end() {
      deadline.end();
      silence.end();
    },
  };
}
