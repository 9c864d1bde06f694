import type { OutgoingFile, ViewOptions } from '../../../shared/api/caller.ts';
import { toAppError } from '../../../shared/errors/app-error.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import type { WriteMaker } from '../../../shared/model/write-maker.ts';
import { decisions, type Queued } from '../decisions.ts';
import { findAsked } from './asked-again.ts';
import { askVersions } from './known-versions.ts';
import { planWrite, subjectsOf } from './plan-write.ts';
import { idsIn, mapIds } from './provisional-ids.ts';
import type { VersionsOf } from './queued-writes.ts';
import type { Replay, ReplayParts, ServiceAtHand } from './replay.ts';
import { toldVersions } from './told-versions.ts';
import type { InTurn } from './turns.ts';
import { waitingAt } from './waiting.ts';
import { wasTaken } from './was-taken.ts';
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
  const { reach } = parts;
  const input = withKnownIds(parts, service, asked.input);
  if (hasToWait(parts, service, { ...asked, input }) || !reach.mayTry()) return queue(parts, service, asked, false);
  let answer: unknown;
  try {
    answer = await asked.send(input);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (cutOffOf(error.code) === undefined || wasTaken(error)) throw error;
    reach.noteFailure(error);
    return queue(parts, service, asked, true);
  }
  reach.noteSuccess();
  // It is done, also where this computer cannot note it: what it notes is a hint for later.
  await noteDone(parts, service, { ...asked, input }, answer).catch(() => undefined);
  return answer;
}

function withKnownIds({ outbox }: WritingParts, { serviceId }: ServiceAtHand, input: AnyInput): AnyInput {
  return mapIds(input, (id) => outbox.meaningOf(serviceId, id));
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
  for (const told of toldVersions(id, input, answer)) outbox.noteVersion(serviceId, told);
  if (id === 'storeFile' && file) await outbox.sentBytes.keep({ serviceId, blobId: answer }, file);
  if (id === 'storeMetadata') await outbox.sentBytes.remove({ serviceId, blobId: input.params['blobId'] });
}

interface ToPlan extends AskedWrite {
  readonly kept?: KeptFile | undefined;
  readonly versionsOf: VersionsOf;
}

function plan(parts: WritingParts, service: ServiceAtHand, asked: ToPlan): WriteRecord {
  const { id, kept, versionsOf, askedMs, options } = asked;
  const input = withKnownIds(parts, service, asked.input);
  return planWrite(parts, service.serviceId, { id, input, kept, versionsOf, askedMs, title: options?.title });
}

async function queue(
  parts: WritingParts,
  service: ServiceAtHand,
  asked: AskedWrite,
  wasTried: boolean,
): Promise<unknown> {
  const { outbox, tell, replay } = parts;
  const { id, file, options } = asked;
  const { serviceId } = service;
  const kept = file && { ...(await outbox.bytes.keep(file)), fileName: file.fileName };
  let isAdded = false;
  let answer: unknown;
  try {
    const versionsOf = await askVersions(parts, service, asked);
    // Nothing is awaited until it is added: what it counts on waits, or does not, all the while.
    const record = plan(parts, service, { ...asked, kept, versionsOf });
    const earlier = findAsked(waitingAt(outbox, serviceId).writes, id, record, decisions[id] as Queued);
    if (!earlier) {
      outbox.add({ serviceId, operation: id, wasTried, record });
      if (record.file) outbox.sentBytes.handOver(record.file.bytesId);
      isAdded = true;
    }
    answer = (earlier ?? record).answer;
  } finally {
    // Where a scanner holds them, the next start removes them.
    if (kept && !isAdded) await outbox.bytes.remove(kept.bytesId).catch(() => undefined);
  }
  options?.onWaiting?.(!isAdded);
  tell({ kind: 'queued' });
  void replay.run();
  return answer;
}
