import type { OutgoingFile, ViewOptions } from '../../../shared/api/caller.ts';
import { toAppError, type AppError } from '../../../shared/errors/app-error.ts';
import type { WriteMaker } from '../../../shared/model/write-maker.ts';
import { decisions, type Queued } from '../decisions.ts';
import { findAsked } from './asked-again.ts';
import { askedUntil } from './asked-until.ts';
import { askVersions, versionsBefore } from './known-versions.ts';
import { findLostAnswer } from './lost-answers.ts';
import { planWrite, subjectsOf } from './plan-write.ts';
import { idsIn, withKnownIds } from './provisional-ids.ts';
import type { VersionsOf } from './queued-writes.ts';
import type { Replay, ReplayParts, ServiceAtHand } from './replay.ts';
import { toldVersions } from './told-versions.ts';
import type { InTurn } from './turns.ts';
import { waitingAt } from './waiting.ts';
import { letGo } from './waiting-bytes.ts';
import { isAnswerLost, wasTaken } from './was-taken.ts';
import { isBehind, type AnyInput, type KeptFile, type WriteId, type WriteRecord } from './write.ts';

export interface WritingParts extends Omit<ReplayParts, 'clock'> {
  readonly replay: Replay;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly madeBy: WriteMaker;
  readonly inTurn: InTurn;
}

interface AskedWrite {
  readonly id: WriteId;
  /** With ids that may have been given meanwhile. */
  readonly input: AnyInput;
  readonly file?: OutgoingFile;
  readonly options?: ViewOptions | undefined;
  readonly askedMs: number;
  /** @param input with the ids of the service */
  readonly send: (input: AnyInput) => Promise<unknown>;
}

/**
 * Writes at once where that can be, else has it wait. About the same thing one is written at a time, in the order in which
 * it was asked: the last word stays the last, also where an earlier one gets lost on its way.
 */
export async function writeInTurn(parts: WritingParts, service: ServiceAtHand, asked: AskedWrite): Promise<unknown> {
  const subjects = subjectsOf(asked.id, asked.input).map((subject) => `${service.serviceId} ${subject}`);
  return parts.inTurn(subjects, () => write(parts, service, asked));
}

async function write(parts: WritingParts, service: ServiceAtHand, asked: AskedWrite): Promise<unknown> {
  const { outbox, reach, now } = parts;
  const input = withKnownIds(outbox, service.serviceId, asked.input);
  if (hasToWait(parts, service, { ...asked, input }) || !reach.mayTry()) return queue(parts, service, asked, {});
  const sentMs = now();
  let answer: unknown;
  try {
    answer = await asked.send(input);
  } catch (thrown) {
    return afterFailure(parts, service, { ...asked, input, sentMs }, toAppError(thrown));
  }
  reach.noteSuccess();
  await noteDone(parts, service, { ...asked, input }, answer);
  return answer;
}

/** Nothing overtakes what waits; what was refused only that which is about the same. */
function hasToWait(parts: WritingParts, { serviceId }: ServiceAtHand, { id, input }: AskedWrite): boolean {
  const { writes } = waitingAt(parts.outbox, serviceId);
  if (writes.some(({ error }) => error === undefined)) return true;
  const about = { needs: idsIn(input), subjects: subjectsOf(id, input) };
  return writes.some((earlier) => isBehind(about, earlier));
}

/** What the service may drop again stays here too, until a version has it: what waits for it may wait for long. */
async function noteDone(
  { outbox }: WritingParts,
  { serviceId }: ServiceAtHand,
  { id, input, file }: AskedWrite,
  answer: unknown,
): Promise<void> {
  try {
    for (const told of toldVersions(id, input, answer)) outbox.noteVersion(serviceId, told);
    if (id === 'storeFile' && file) await outbox.sentBytes.keep({ serviceId, blobId: answer }, file);
    if (id === 'storeMetadata') await outbox.sentBytes.remove({ serviceId, blobId: input.params['blobId'] });
  } catch {
    // It is done, also where this computer cannot note it: what it notes is a hint for later.
  }
}

type SentWrite = AskedWrite & { readonly sentMs: number };

/** Done although the answer was lost, it is answered as it was done; all else that may go once more waits for that. */
async function afterFailure(
  parts: WritingParts,
  service: ServiceAtHand,
  asked: SentWrite,
  error: AppError,
): Promise<unknown> {
  if (!isAnswerLost(error)) throw error;
  if (!wasTaken(error)) parts.reach.noteFailure(error);
  const before = await versionsBefore(parts, service, asked);
  const record = plan(parts, service, { ...asked, versionsOf: before ?? nothingKnown });
  const found = await findDone(service, asked, { error, record });
  if (found !== undefined) {
    parts.reach.noteSuccess();
    await noteDone(parts, service, asked, found);
    return found;
  }
  if (wasTaken(error)) throw error;
  return queue(parts, service, asked, { wasTried: true, before });
}

const nothingKnown: VersionsOf = () => ({ versions: [] });

/** So long somebody is made to wait to hear whether it was done; then it is looked for when it is its turn to be sent. */
const patienceMs = 8_000;

/** @returns what the service would have answered; `undefined` where it was not done, or nobody can tell now */
async function findDone(
  { remote }: ServiceAtHand,
  { id, input }: SentWrite,
  { error, record }: { readonly error: AppError; readonly record: WriteRecord },
): Promise<unknown> {
  const { receivedStatus = 200 } = error;
  // Whoever answered for the service says that it cannot be asked.
  if (receivedStatus < 200 || receivedStatus >= 300) return undefined;
  const asking = askedUntil(remote, AbortSignal.timeout(patienceMs));
  // No version was named where it was sent: it may have been of one that was not known here.
  const asSent = id === 'release' ? [input] : [];
  try {
    for (const one of [...asSent, record.input]) {
      const found = await findLostAnswer(asking, { ...record, operation: id }, one);
      if (found !== undefined) return found;
    }
  } catch {
    // It is looked for again before it is sent again.
  }
  return undefined;
}

interface ToPlan extends AskedWrite {
  readonly kept?: KeptFile | undefined;
  readonly versionsOf: VersionsOf;
}

function plan(parts: WritingParts, service: ServiceAtHand, asked: ToPlan): WriteRecord {
  const { id, kept, versionsOf, askedMs, options } = asked;
  const { serviceId } = service;
  const input = withKnownIds(parts.outbox, serviceId, asked.input);
  return planWrite(parts, serviceId, { id, input, kept, versionsOf, askedMs, title: options?.title });
}

interface Tried {
  /** Whether it may have been done already. */
  readonly wasTried?: boolean;
  /** What was known before it was sent. */
  readonly before?: VersionsOf | undefined;
}

async function queue(
  parts: WritingParts,
  service: ServiceAtHand,
  asked: AskedWrite,
  { wasTried = false, before }: Tried,
): Promise<unknown> {
  const { outbox, tell, replay } = parts;
  const { id, file, options } = asked;
  const { serviceId } = service;
  const kept = file && { ...(await outbox.bytes.keep(file)), fileName: file.fileName, contentType: file.contentType };
  let isAdded = false;
  let answer: unknown;
  try {
    const versionsOf = before ?? (await askVersions(parts, service, asked));
    // Nothing is awaited until it is added: what it counts on waits, or does not, all the while.
    const record = plan(parts, service, { ...asked, kept, versionsOf });
    const earlier = findAsked(waitingAt(outbox, serviceId).writes, id, record, decisions[id] as Queued);
    if (!earlier) {
      outbox.add({ serviceId, operation: id, wasTried, record });
      isAdded = true;
    }
    answer = (earlier ?? record).answer;
  } finally {
    if (kept && !isAdded) await letGo(outbox.bytes, [kept.bytesId]);
  }
  options?.onWaiting?.(!isAdded);
  tell({ kind: 'queued' });
  void replay.run();
  return answer;
}
