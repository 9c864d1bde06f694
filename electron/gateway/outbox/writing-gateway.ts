import type {
  CallInput,
  DownloadId,
  IncomingFile,
  OutgoingFile,
  SeenAnswer,
  ViewCaller,
  ViewOptions,
} from '../../../shared/api/caller.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import type { WriteMaker } from '../../../shared/model/write-maker.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import { decisions, type Decision, type Queued } from '../decisions.ts';
import { readWithWaiting } from './read-with-waiting.ts';
import { waitingAt, type Waiting } from './waiting.ts';
import { findAsked } from './asked-again.ts';
import { findWaitingBytes } from './waiting-downloads.ts';
import { filesIn, planWrite } from './plan-write.ts';
import { idsIn, mapIds } from './provisional-ids.ts';
import type { Replay, ReplayParts, ServiceAtHand } from './replay.ts';
import { toldVersions } from './told-versions.ts';
import { createTurns, type InTurn } from './turns.ts';
import { wasTaken } from './was-taken.ts';
import { isBehind, type AnyInput, type Write, type WriteId } from './write.ts';

interface GivenParts extends Omit<ReplayParts, 'clock'> {
  readonly replay: Replay;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface WritingGatewayParts extends GivenParts {
  readonly madeBy: WriteMaker;
  /** What is planned counts on what was planned before. */
  readonly inTurn: InTurn;
}

/**
 * The service for whoever writes: what cannot be written now waits, in its order, and shows in what is read meanwhile, as
 * `decisions` says. Ids that were given for it go on to mean what they became.
 * @returns one for each of those that write, who wait in the same line
 */
export function createWritingGateways(given: GivenParts): (madeBy: WriteMaker) => ViewCaller {
  const inTurn = createTurns();
  return (madeBy) => createWritingGateway({ ...given, inTurn, madeBy });
}

/** What waits has no state that could be known again. */
const unseen: SeenAnswer = { tag: undefined, digest: '', refusesTags: false };

/** What is sent, the first time and again. */
function readyToSend<I extends object>(decision: Queued, input: I, askedMs: number): I {
  const ready: object = decision.ready?.(input as unknown as AnyInput, askedMs) ?? input;
  return ready as I;
}

function createWritingGateway(parts: WritingGatewayParts): ViewCaller {
  const { outbox } = parts;
  const atHand = (): ServiceAtHand => {
    const service = parts.connected();
    if (service) return service;
    throw new AppError('not-connected');
  };
  const translated = <I>(service: ServiceAtHand, input: I): I =>
    mapIds(input as AnyInput, (id) => outbox.meaningOf(service.serviceId, id)) as I;

  const gateway: ViewCaller = {
    asks: 'serviceOrMirror',
    async call(id, input, options) {
      const service = atHand();
      const meant = () => translated(service, input);
      const decision: Decision = decisions[id];
      if (decision.kind === 'queued') {
        const askedMs = parts.now();
        const asked = { id, input: readyToSend(decision, meant(), askedMs), options, askedMs };
        const ask = () => service.views.call(id, asked.input, options);
        return (await write(parts, service, { ...asked, ask })) as Awaited<ReturnType<typeof ask>>;
      }
      if (decision.kind === 'passed') {
        const subjects = decision.subjects?.(input.params) ?? [];
        await afterNeeded(parts, service, { needs: idsIn(input), subjects });
        return service.views.call(id, meant(), options);
      }
      const waiting = (): Waiting => waitingAt(outbox, service.serviceId);
      return readWithWaiting({ views: service.views, waiting }, { id, meant, options });
    },
    async callUnlessSeen(id, input, _seen, options) {
      return { answer: await gateway.call(id, input, options), seen: unseen };
    },
    async upload(id, input, file, options) {
      const service = atHand();
      const ask = () => service.views.upload(id, input, file, options);
      return String(await write(parts, service, { id, input, file, options, askedMs: parts.now(), ask }));
    },
    async download(id, input, options) {
      const service = atHand();
      return download(parts, service, { id, input: translated(service, input), options });
    },
  };
  return gateway;
}

interface AskedDownload<Id extends DownloadId> {
  readonly id: Id;
  readonly input: CallInput<Id>;
  readonly options: Parameters<ViewCaller['download']>[2];
}

/** Bytes that wait, or those of the service. */
async function download<Id extends DownloadId>(
  parts: WritingGatewayParts,
  service: ServiceAtHand,
  { id, input, options }: AskedDownload<Id>,
): Promise<IncomingFile> {
  const { outbox } = parts;
  const { serviceId, views } = service;
  const waiting = (): Waiting => waitingAt(outbox, serviceId);
  const found = await findWaitingBytes({ waiting, bytes: outbox.bytes, views }, id, input);
  if (found?.file) return found.file;
  await afterNeeded(parts, service, { needs: idsIn(input), subjects: [] });
  const asked = (found?.input ?? input) as unknown as AnyInput;
  const meant = mapIds(asked, (one) => outbox.meaningOf(serviceId, one)) as unknown as CallInput<Id>;
  return views.download(id, meant, options);
}

/**
 * Has done first what waits and is needed.
 * @throws AppError `service-unreachable` where that goes on waiting; why the service did not take it where it can be
 * reached
 */
async function afterNeeded(
  { outbox, replay, reach }: WritingGatewayParts,
  { serviceId }: ServiceAtHand,
  needed: Parameters<typeof isBehind>[0],
): Promise<void> {
  const find = (): Write | undefined => waitingAt(outbox, serviceId).writes.find((write) => isBehind(needed, write));
  if (!find()) return;
  await replay.run();
  const left = find();
  if (!left) return;
  const { error } = left;
  if (error) throw new AppError(error.code, error);
  // Nobody is to believe that the service is away because it failed at this.
  throw new AppError(reach.mayTry() ? 'service-failed' : 'service-unreachable', {
    detail: 'What this is about waits to be stored.',
  });
}

interface AskedWrite {
  readonly id: WriteId;
  readonly input: object;
  readonly file?: OutgoingFile;
  readonly options?: ViewOptions | undefined;
  readonly askedMs: number;
  readonly ask: () => Promise<unknown>;
}

/** Writes at once where that can be, else has it wait. */
async function write(parts: WritingGatewayParts, service: ServiceAtHand, asked: AskedWrite): Promise<unknown> {
  const { reach } = parts;
  if (hasToWait(parts, service, asked) || !reach.mayTry()) return queue(parts, service, asked, false);
  try {
    const answer = await asked.ask();
    reach.noteSuccess();
    // It is done, also where this computer cannot note it: what it notes is a hint for later.
    await noteDone(parts, service, asked, answer).catch(() => undefined);
    return answer;
  } catch (thrown) {
    const error = toAppError(thrown);
    const isCutOff = cutOffOf(error.code) !== undefined;
    if (!isCutOff || wasTaken(error)) throw error;
    reach.noteFailure(error);
    return queue(parts, service, asked, true);
  }
}

/** What the service may drop again stays here too, until a version has it: what waits for it may wait for long. */
async function noteDone(
  { outbox }: WritingGatewayParts,
  { serviceId }: ServiceAtHand,
  { id, file, ...asked }: AskedWrite,
  answer: unknown,
): Promise<void> {
  const input = asked.input as AnyInput;
  for (const told of toldVersions(id, input, answer)) outbox.noteVersion(serviceId, told);
  if (id === 'storeFile' && file) await outbox.sentBytes.keep({ serviceId, blobId: answer }, file);
  if (id === 'storeMetadata') await outbox.sentBytes.remove({ serviceId, blobId: input.params['blobId'] });
}

/** Nothing overtakes what waits; what was refused only that which is about the same. */
function hasToWait(parts: WritingGatewayParts, service: ServiceAtHand, { id, input }: AskedWrite): boolean {
  const { writes } = waitingAt(parts.outbox, service.serviceId);
  if (writes.some(({ error }) => error === undefined)) return true;
  const about = { needs: idsIn(input as AnyInput), subjects: filesIn(id, input as AnyInput) };
  return writes.some((earlier) => isBehind(about, earlier));
}

async function queue(
  parts: WritingGatewayParts,
  service: ServiceAtHand,
  { id, input, file, options, askedMs }: AskedWrite,
  wasTried: boolean,
): Promise<unknown> {
  const { outbox, tell, replay } = parts;
  const kept = file && { ...(await outbox.bytes.keep(file)), fileName: file.fileName };
  let isAdded = false;
  let answer: unknown;
  try {
    answer = await parts.inTurn(async () => {
      const record = await planWrite(parts, service, {
        ...{ id, input: input as AnyInput, kept, askedMs, title: options?.title },
      });
      const earlier = findAsked(waitingAt(parts.outbox, service.serviceId).writes, id, record, decisions[id] as Queued);
      if (earlier) return earlier.answer;
      outbox.add({ serviceId: service.serviceId, operation: id, wasTried, record });
      if (record.file) outbox.sentBytes.handOver(record.file.bytesId);
      isAdded = true;
      return record.answer;
    });
  } finally {
    // Where a scanner holds them, the next start removes them.
    if (kept && !isAdded) await outbox.bytes.remove(kept.bytesId).catch(() => undefined);
  }
  options?.onWaiting?.(!isAdded);
  tell({ kind: 'queued' });
  void replay.run();
  return answer;
}
