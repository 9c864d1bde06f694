import { randomUUID } from 'node:crypto';
import type { CallId, CallInput } from '../../../shared/api/caller.ts';
import type { WriteMaker } from '../../../shared/model/write-maker.ts';
import { decisions, type Decision, type Queued } from '../decisions.ts';
import { readQuestion, type Question } from '../question.ts';
import type { Outbox } from './outbox.ts';
import { idsIn } from './provisional-ids.ts';
import type { VersionsOf } from './queued-writes.ts';
import { waitingAt } from './waiting.ts';
import type { Line } from './waiting-versions.ts';
import type { AnyInput, KeptFile, WriteId, WriteRecord } from './write.ts';

interface PlanningParts {
  readonly outbox: Outbox;
  readonly madeBy: WriteMaker;
}

interface ToPlan {
  readonly id: WriteId;
  /** With the ids of the service, as far as they are known. */
  readonly input: AnyInput;
  readonly kept: KeptFile | undefined;
  readonly versionsOf: VersionsOf;
  /** Milliseconds since 1970. */
  readonly askedMs: number;
  readonly title: string | undefined;
}

/**
 * What is to be kept of a write that has to wait. It counts on what waits at this moment, and is added at the same.
 * @throws AppError for what the service would refuse whatever it knows
 */
export function planWrite({ outbox, madeBy }: PlanningParts, serviceId: string, asked: ToPlan): WriteRecord {
  const { id, input, kept, versionsOf, askedMs } = asked;
  const decision = decisions[id] as Queued;
  const { writes, versions } = waitingAt(outbox, serviceId);
  const planned = decision.plan({
    input,
    file: kept ?? outbox.sentBytes.find({ serviceId, blobId: input.params['blobId'] }),
    // Uploads ask nothing that has to be read.
    question: readQuestion(id as CallId, input as unknown as CallInput<CallId>),
    writes,
    waiting: versions,
    versionsOf,
    isIdFree: (one) =>
      outbox.meaningOf(serviceId, one) === undefined && !outbox.all().some(({ gives }) => gives === one),
    newId: randomUUID,
    askedMs,
  });
  const [needs, subjects] = [idsIn(planned.input), subjectsOf(id, input)];
  return { ...planned, title: asked.title ?? planned.title, needs, subjects, madeBy, madeMs: askedMs };
}

/** What a write is about; nothing for one that the service would not take. */
export function subjectsOf(id: WriteId, input: AnyInput): readonly string[] {
  return ofQuestion(id, input, (queued, question) => queued.subjectsIn?.(question));
}

/** The CAD files and attachments whose versions have to be known to plan a write. */
export function countedOn(id: WriteId, input: AnyInput): readonly Line[] {
  return ofQuestion(id, input, (queued, question) => queued.countsOn?.(question));
}

function ofQuestion<Found>(
  id: WriteId,
  input: AnyInput,
  find: (queued: Queued, question: Question) => readonly Found[] | undefined,
): readonly Found[] {
  const decision: Decision = decisions[id];
  const question = readQuestion(id as CallId, input as unknown as CallInput<CallId>);
  return (decision.kind === 'queued' && question && find(decision, question)) || [];
}
