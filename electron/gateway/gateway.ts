import {
  unseen,
  type AnswerOf,
  type CallId,
  type CallInput,
  type RemoteCaller,
  type ViewCaller,
  type ViewOptions,
} from '../../shared/api/caller.ts';
import type { OperationId } from '../../shared/api/contract.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import { cutOffOf } from '../../shared/errors/reachability.ts';
import { decisions, type Decision } from './decisions.ts';
import { readMirrored, type MirroredQuestion } from './mirrored-question.ts';
import type { Asked, SeenAnswerOf, ServiceMirror } from './service-mirror.ts';
import { createWriteNotes } from './write-notes.ts';

/** How the service itself fails, whatever the way to it is like. */
const failures: ReadonlySet<ErrorCode> = new Set([
  'service-failed',
  'internal-error',
  'service-full',
  'answer-incomplete',
]);

/**
 * Whether an error says that the service could not be asked. Every other one is its answer; also that it does not accept
 * who asks, who then must not see what it answered before.
 */
function isUnasked(code: ErrorCode): boolean {
  const cutOff = cutOffOf(code);
  return cutOff === undefined ? failures.has(code) : cutOff !== 'signedOut';
}

/** Whether the next question would end so too: one over the limit may yet be answered. */
function isGone(code: ErrorCode): boolean {
  return isUnasked(code) && !failures.has(code) && cutOffOf(code) !== 'limited';
}

/** For so long after one of them nothing is asked: a list of lookups costs one outage and not one for each line. */
const restMs = 1_000;

/** So long somebody waits for the service before the mirror answers; what the service says then is kept all the same. */
const patienceMs = 8_000;

/**
 * So long an answer waits until the mirror has it: whose it is may be known only once a person answers the keychain. It
 * is kept then all the same.
 */
const notingMs = 1_000;

interface GatewayClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** @throws AppError `cancelled` when the signal is aborted before the time has passed */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What a gateway stands between. */
interface GatewayParts {
  readonly remote: RemoteCaller;
  /** Without one, everything is asked of the service alone. */
  readonly mirror: ServiceMirror | undefined;
  readonly clock: GatewayClock;
}

/** Asks the service, keeps what it answers, and answers with that where it cannot be asked, as `decisions` says. */
export function createGateway({ remote, mirror, clock }: GatewayParts): ViewCaller {
  const askMirrored = mirror && createAsking(mirror, clock);
  const noteWrite = mirror && createWriteNotes(mirror, clock);

  async function passOn<T>(id: OperationId, ask: () => Promise<T>): Promise<T> {
    const answer = await ask();
    const decision: Decision = decisions[id];
    if (mirror && decision.kind !== 'mirrored' && decision.ends) {
      await notedInTime(mirror.forgetAnswersTo(decision.ends), clock);
    }
    return answer;
  }

  /** What is not mirrored, and what that changes of what is. */
  async function callThrough<Id extends CallId>(id: Id, input: CallInput<Id>, options: ViewOptions) {
    const answer = await passOn(id, () => remote.call(id, input, options));
    if (noteWrite) await notedInTime(noteWrite(id, input, answer), clock);
    return answer;
  }

  return {
    asks: 'serviceOrMirror',
    async call(id, input, options = {}) {
      const question = readMirrored(id, input);
      if (!question || !askMirrored) {
        if (options.asksMirrorOnly) throw new AppError('service-unreachable');
        return callThrough(id, input, options);
      }
      const ask = async () => ({ answer: await remote.call(id, input, options) });
      return (await askMirrored(question, ask, options)).answer;
    },
    async callUnlessSeen(id, input, seen, options = {}) {
      const question = readMirrored(id, input);
      const ask = () => remote.callUnlessSeen(id, input, seen, options);
      if (!question || !askMirrored) return passOn(id, ask);
      const answered = await askMirrored(question, ask, options);
      // What the mirror has is no state that the service could be asked about.
      return 'seen' in answered ? answered : { ...answered, seen: unseen };
    },
    upload: (id, input, file, options) => passOn(id, () => remote.upload(id, input, file, options)),
    download: (id, input, options) => passOn(id, () => remote.download(id, input, options)),
  };
}

/** What was asked for, as it comes from the service or the mirror. */
interface Answered<Id extends CallId> {
  readonly answer: AnswerOf<Id> | undefined;
}

interface AskingParts {
  readonly mirror: ServiceMirror;
  readonly clock: GatewayClock;
  readonly rest: Rest;
}

/** One way of asking for all that is mirrored. */
function createAsking(mirror: ServiceMirror, clock: GatewayClock) {
  const parts: AskingParts = { mirror, clock, rest: createRest(clock) };
  return async <Id extends CallId, FromService extends Answered<Id>>(
    question: MirroredQuestion<Id>,
    ask: () => Promise<FromService>,
    options: ViewOptions,
  ): Promise<FromService | { readonly answer: AnswerOf<Id> }> => {
    const asked: Asked<Id> = { ...question, whose: mirror.whose() };
    const aged = ({ answer, seenMs }: SeenAnswerOf<Id>): { readonly answer: AnswerOf<Id> } => {
      options.onMirrored?.(seenMs);
      return { answer };
    };
    const resting = parts.rest.now();
    const known = resting || options.asksMirrorOnly ? await mirror.find(asked) : undefined;
    if (known) return aged(known);
    if (options.asksMirrorOnly) throw new AppError('service-unreachable');
    if (resting?.error) throw resting.error;
    let isAnswered = false;
    const askOnce = () => ask().finally(() => (isAnswered = true));
    const asking = askService(parts, asked, askOnce, options.isPinned ?? false);
    try {
      if (await isInTime(asking, options, clock)) return await asking;
      parts.rest.begin();
      const answered = asking.then(
        () => undefined,
        () => undefined,
      );
      const meanwhile = await Promise.race([mirror.find(asked), answered]);
      // What the mirror has may be the answer that was waited for.
      if (!meanwhile || isAnswered) return await asking;
      // Nobody is told any more how it ended.
      asking.catch(() => undefined);
      return aged(meanwhile);
    } catch (error) {
      const mayBeMirrored = error instanceof AppError && isUnasked(error.code);
      const found = mayBeMirrored ? await mirror.find(asked) : undefined;
      if (!found) throw error;
      return aged(found);
    }
  };
}

/** Asks the service, and has what it says in the mirror before anybody else knows, where that can be at once. */
async function askService<Id extends CallId, FromService extends Answered<Id>>(
  { mirror, clock, rest }: AskingParts,
  asked: Asked<Id>,
  ask: () => Promise<FromService>,
  isPinned: boolean,
): Promise<FromService> {
  const asking = mirror.begin(asked);
  let noting = Promise.resolve();
  try {
    const answered = await ask();
    rest.end();
    const { answer } = answered;
    if (answer !== undefined) noting = asking.keep(answer, { seenMs: clock.now(), isPinned });
    await notedInTime(noting, clock);
    return answered;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'not-found') await notedInTime((noting = asking.forget()), clock);
    if (isGone(error.code)) rest.begin(error);
    throw error;
  } finally {
    const end = (): void => asking.end();
    void noting.then(end, end);
  }
}

async function notedInTime(noting: Promise<void>, clock: GatewayClock): Promise<void> {
  await endsWithin(notingMs, noting, clock);
}

/** The moment after the service could not be asked, or did not answer in time (without an error). */
function createRest(clock: GatewayClock) {
  let last: { readonly sinceMs: number; readonly error: AppError | undefined } | undefined;
  return {
    begin: (error?: AppError): void => void (last = { sinceMs: clock.now(), error }),
    end: (): void => void (last = undefined),
    now() {
      const agoMs = last && clock.now() - last.sinceMs;
      // The clock may have been set back.
      return agoMs !== undefined && agoMs >= 0 && agoMs < restMs ? last : undefined;
    },
  };
}

type Rest = ReturnType<typeof createRest>;

/** Whether it ends before a person's patience does. What syncs in the background has no hurry. */
async function isInTime(asking: Promise<unknown>, options: ViewOptions, clock: GatewayClock): Promise<boolean> {
  if ((options.priority ?? 'person') !== 'person') return true;
  const answered = asking.catch(() => undefined);
  return endsWithin(patienceMs, answered, clock);
}

/** Whether work ends before so long has passed. @throws what the work throws by then */
async function endsWithin(ms: number, work: Promise<unknown>, clock: GatewayClock): Promise<boolean> {
  const ended = new AbortController();
  const late = clock.sleep(ms, ended.signal).then(
    () => false,
    () => true,
  );
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    ended.abort();
  }
}
