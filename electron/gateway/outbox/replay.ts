import type { RemoteCaller, ViewCaller } from '../../../shared/api/caller.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import { toAppError, type AppError } from '../../../shared/errors/app-error.ts';
import { backOffMs } from '../../../shared/errors/back-off.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import { decisions, type Decision } from '../decisions.ts';
import { askedUntil, type AskedService } from './asked-until.ts';
import { findLostAnswer } from './lost-answers.ts';
import { isNamedBy, withVersions } from './made-versions.ts';
import type { Outbox } from './outbox.ts';
import { withKnownIds } from './provisional-ids.ts';
import { sendWrite } from './send-write.ts';
import { toldVersions, type ToldVersion } from './told-versions.ts';
import { answerAbout, wasTaken } from './was-taken.ts';
import { isBehind, type Write } from './write.ts';

/** What is known of the way to the service; the engine's one opinion of it. */
interface Reach {
  mayTry(): boolean;
  /** By the steady clock; Infinity where only a person can end it. */
  nextTryMs(): number;
  noteSuccess(): void;
  /**
   * Notes what failed; where the service answered, that says that it is there.
   * @returns whether the error is about the connection, so that the request itself is not to blame
   */
  noteFailure(failure: AppError): boolean;
}

/** The service that is connected. */
export interface ServiceAtHand {
  readonly serviceId: string;
  /** What it answers, and where it cannot be asked what it answered before. */
  readonly views: ViewCaller;
  readonly remote: RemoteCaller;
}

export interface ReplayParts {
  readonly outbox: Outbox;
  readonly connected: () => ServiceAtHand | undefined;
  readonly reach: Reach;
  readonly clock: {
    steadyMs(): number;
    after(delayMs: number, callback: () => void): () => void;
  };
  readonly tell: (event: WriteEvent) => void;
}

export type WriteEvent =
  | { readonly kind: 'queued' }
  | { readonly kind: 'sent'; readonly write: Write }
  | { readonly kind: 'refused'; readonly write: Write; readonly error: AppError };

/** Does what waits, in its order, as soon as the service can be asked. */
export interface Replay {
  /** Resolves when nothing more can be done now. */
  run(): Promise<void>;
  /** A person wants it tried, also what the service failed at a moment ago. */
  tryNow(): Promise<void>;
  /** Ends what is being sent: it counts as tried, so that it is looked for before it is sent again. */
  close(): Promise<void>;
}

/** A service that fails at a write is given some more tries, so far apart; then a person is asked. */
const mostFailures = 3;
const pauseMs = 60_000;
const shortestWaitMs = 250;

export function createReplay(parts: ReplayParts): Replay {
  const { clock } = parts;
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const closing = new AbortController();
  /** Until when services rest after a failure, by the steady clock. */
  const restsUntilMs = new Map<string, number>();
  const unread: Unread = new Map();
  let takeBackTimer = (): void => undefined;

  function lookAgainIn(waitMs: number): void {
    if (closing.signal.aborted || !Number.isFinite(waitMs)) return;
    takeBackTimer = clock.after(Math.max(shortestWaitMs, waitMs), () => void replay.run());
  }

  async function doUnlessResting(): Promise<End | undefined> {
    const atHand = parts.connected();
    if (!atHand) return undefined;
    const restMs = (restsUntilMs.get(atHand.serviceId) ?? 0) - clock.steadyMs();
    if (restMs > 0) return { waitMs: restMs };
    // The state cannot be written, on a full disk say: what waits goes on waiting.
    const end = await doWaiting({ ...parts, unread }, atHand, closing.signal).catch(afterFailure);
    if (end?.isFailure) restsUntilMs.set(atHand.serviceId, clock.steadyMs() + end.waitMs);
    return end;
  }

  async function runWhileAsked(): Promise<void> {
    do {
      isAskedAgain = false;
      takeBackTimer();
      const end = await doUnlessResting().catch(afterFailure);
      if (end) lookAgainIn(end.waitMs);
    } while (isAskedAgain && !closing.signal.aborted);
    // Not a moment later: whoever asks from now on begins a run of its own.
    running = undefined;
  }

  const replay: Replay = {
    async run() {
      if (closing.signal.aborted) return;
      isAskedAgain = true;
      running ??= runWhileAsked();
      await running;
    },
    tryNow() {
      restsUntilMs.clear();
      unread.clear();
      return replay.run();
    },
    async close() {
      closing.abort();
      takeBackTimer();
      await running;
    },
  };
  return replay;
}

/** The service, for as long as it may be asked. */
interface ServiceUntil {
  readonly serviceId: string;
  readonly views: AskedService;
  readonly remote: AskedService;
}

function serviceUntil({ serviceId, views, remote }: ServiceAtHand, signal: AbortSignal): ServiceUntil {
  return { serviceId, views: askedUntil(views, signal), remote: askedUntil(remote, signal) };
}

/** What was left unread: how often in a row, and until when it rests, by the steady clock. All else goes on. */
type Unread = Map<number, { readonly times: number; readonly untilMs: number }>;

type Running = ReplayParts & { readonly unread: Unread };

/** Something is in the way, and when to look again; all of it rests where the service failed, or the state. */
interface End {
  readonly waitMs: number;
  readonly isFailure?: true;
}

const afterFailure = (thrown: unknown): End => ({
  isFailure: true,
  waitMs: Math.max(pauseMs, toAppError(thrown).retryAfterMs ?? 0),
});

const cutOff = ({ reach, clock }: ReplayParts): End => ({ waitMs: reach.nextTryMs() - clock.steadyMs() });

/** Does what waits until something is in the way, or it has to end. @returns what is in the way */
async function doWaiting(parts: Running, atHand: ServiceAtHand, signal: AbortSignal): Promise<End | undefined> {
  const { outbox, reach, clock, unread } = parts;
  const service = serviceUntil(atHand, signal);
  const held: Write[] = [];
  for (const write of outbox.all()) {
    if (signal.aborted) return undefined;
    // Somebody may have given it up while an earlier one was sent.
    if (write.serviceId !== service.serviceId || !outbox.all().some(({ writeId }) => writeId === write.writeId))
      continue;
    const isResting = (unread.get(write.writeId)?.untilMs ?? 0) > clock.steadyMs();
    if (isResting || write.error || held.some((earlier) => isBehind(write, earlier))) {
      held.push(write);
      continue;
    }
    if (!reach.mayTry()) return cutOff(parts);
    const outcome = await outbox.sending(write.writeId, () => carryOut(parts, service, write));
    if (typeof outcome === 'object') return outcome;
    if (outcome !== 'done') held.push(write);
    if (outcome !== 'unread') unread.delete(write.writeId);
  }
  const rests = held.flatMap(({ writeId }) => unread.get(writeId)?.untilMs ?? []);
  return rests.length === 0 ? undefined : { waitMs: Math.min(...rests) - clock.steadyMs() };
}

type Outcome = 'done' | 'refused' | 'unread' | End;

async function carryOut(parts: Running, service: ServiceUntil, write: Write): Promise<Outcome> {
  const { outbox, reach, tell } = parts;
  // What this computer cannot note refuses nothing: it is thrown, and the write goes on waiting.
  if (!write.wasTried) outbox.noteTried(write.writeId);
  let taken: TakenWrite;
  try {
    taken = await ask(parts, service, write);
  } catch (thrown) {
    return settle(parts, write, toAppError(thrown));
  }
  for (const told of taken.told) outbox.noteVersion(write.serviceId, told);
  await outbox.finish(write.writeId, taken.meanings);
  reach.noteSuccess();
  tell({ kind: 'sent', write });
  return 'done';
}

/** What is to be noted of a write that the service took. */
interface TakenWrite {
  readonly told: readonly ToldVersion[];
  readonly meanings: readonly (readonly [string, string])[];
}

/** Sends a write, unless it was done already. @throws AppError and whatever reading its bytes throws */
async function ask({ outbox }: ReplayParts, service: ServiceUntil, write: Write): Promise<TakenWrite> {
  const meant = <Input>(input: Input): Input => withKnownIds(outbox, write.serviceId, input);
  const input = meant(write.input);
  const following = { ...write, after: meant({ params: {}, body: write.after }).body };
  const lost = write.wasTried ? await answerAbout(findLostAnswer(service.remote, following, input)) : undefined;
  const sent =
    lost === undefined
      ? await sendWrite({ bytes: outbox.bytes, caller: service.views }, write, input)
      : { answer: lost, meanings: [] };
  const isNamed = write.operation === 'storeMetadata' && isNamedBy(outbox.all(), write);
  const answer = isNamed
    ? await answerAbout(withVersions(service.remote, following, sent.answer as readonly CadMetadata[]))
    : sent.answer;
  const decision: Decision = decisions[write.operation];
  const meanings = decision.kind === 'queued' ? decision.meanings?.(write, answer) : undefined;
  return { told: toldVersions(write.operation, input, answer), meanings: [...(meanings ?? []), ...sent.meanings] };
}

/** What becomes of a write that the service did not take. */
function settle(parts: Running, write: Write, error: AppError): Outcome {
  const { outbox, reach, tell } = parts;
  // Nobody failed, however often that is so.
  if (error.code === 'cancelled' || error.code === 'interrupted-by-sleep') return cutOff(parts);
  // This computer cannot read what is to be sent.
  if (error.code === 'state-out-of-reach') return leaveUnread(parts, write, error);
  if (!wasTaken(error)) {
    if (reach.noteFailure(error) || cutOffOf(error.code) !== undefined) return cutOff(parts);
    // The service has no room for what is long; it reads what is short.
    if (error.code === 'service-busy') return leaveUnread(parts, write, error);
    if (error.retryable && write.failures + 1 < mostFailures) {
      outbox.noteFailed(write.writeId);
      return afterFailure(error);
    }
  }
  outbox.refuse(write.writeId, error.toRecord());
  tell({ kind: 'refused', write, error });
  return 'refused';
}

function leaveUnread({ unread, clock }: Running, { writeId }: Write, error: AppError): 'unread' {
  const times = (unread.get(writeId)?.times ?? 0) + 1;
  unread.set(writeId, { times, untilMs: clock.steadyMs() + backOffMs(error, times, Math.random) });
  return 'unread';
}
