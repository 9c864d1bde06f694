import { randomUUID } from 'node:crypto';
import type { CallId, CallInput } from '../../../shared/api/caller.ts';
import type { CadContentVersions } from '../../../shared/api/schemas/cad-metadata.ts';
import type { ContentKey } from '../../../shared/model/content-key.ts';
import type { WriteMaker } from '../../../shared/model/write-maker.ts';
import { decisions, type Decision, type Queued } from '../decisions.ts';
import { readQuestion } from '../question.ts';
import type { Outbox } from './outbox.ts';
import { idsIn } from './provisional-ids.ts';
import type { ServiceAtHand } from './replay.ts';
import { withTold } from './told-versions.ts';
import { waitingAt } from './waiting.ts';
import type { AnyInput, KeptFile, WriteId, WriteRecord } from './write.ts';

interface PlanningParts {
  readonly outbox: Outbox;
  readonly madeBy: WriteMaker;
}

interface ToPlan {
  readonly id: WriteId;
  readonly input: AnyInput;
  readonly kept: KeptFile | undefined;
  /** Milliseconds since 1970. */
  readonly askedMs: number;
  readonly title: string | undefined;
}

/**
 * What is to be kept of a write that has to wait.
 * @throws AppError for what the service would refuse whatever it knows
 */
export async function planWrite(parts: PlanningParts, service: ServiceAtHand, asked: ToPlan): Promise<WriteRecord> {
  const { outbox, madeBy } = parts;
  const { id, input, askedMs } = asked;
  const decision = decisions[id] as Queued;
  const { writes, versions } = waitingAt(parts.outbox, service.serviceId);
  const planned = await decision.plan({
    input,
    file: asked.kept ?? outbox.sentBytes.find({ serviceId: service.serviceId, blobId: input.params['blobId'] }),
    // Uploads ask nothing that has to be read.
    question: readQuestion(id as CallId, input as unknown as CallInput<CallId>),
    writes,
    waiting: versions,
    versionsOf: (key) => knownVersions(parts, service, key),
    isIdFree: (one) =>
      outbox.meaningOf(service.serviceId, one) === undefined && !outbox.all().some(({ gives }) => gives === one),
    newId: randomUUID,
    askedMs,
  });
  return { ...planned, title: asked.title ?? planned.title, needs: idsIn(planned.input), madeBy, madeMs: askedMs };
}

/** What the service lists, or listed, and told of since. */
async function knownVersions(
  { outbox }: PlanningParts,
  { serviceId, views }: ServiceAtHand,
  key: ContentKey,
): Promise<CadContentVersions> {
  const { languageCode, ...params } = key;
  let isListedNow = true;
  const listed = await views
    .call('listVersions', { params, query: { languageCode } }, { onMirrored: () => (isListedNow = false) })
    .catch(() => undefined);
  if (listed && isListedNow) return listed;
  return withTold(listed ?? { versions: [] }, outbox.toldVersions(serviceId, key), languageCode);
}

/** The CAD files that a write is about; none for one that the service would not take. */
export function filesIn(id: WriteId, input: AnyInput): readonly string[] {
  const decision: Decision = decisions[id];
  if (decision.kind !== 'queued' || !('filesIn' in decision)) return [];
  const question = readQuestion(id as CallId, input as unknown as CallInput<CallId>);
  return question ? ((decision as Queued).filesIn?.(question) ?? []) : [];
}
