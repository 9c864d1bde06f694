import {
  unseen,
  type CallInput,
  type DownloadId,
  type IncomingFile,
  type ViewCaller,
} from '../../../shared/api/caller.ts';
import { AppError, errorOf } from '../../../shared/errors/app-error.ts';
import type { WriteMaker } from '../../../shared/model/write-maker.ts';
import { decisions, type Decision } from '../decisions.ts';
import { readWithWaiting } from './read-with-waiting.ts';
import { waitingAt, type Waiting } from './waiting.ts';
import { findWaitingBytes } from './waiting-downloads.ts';
import type { WaitingVersion } from './waiting-versions.ts';
import { idsIn, withKnownIds } from './provisional-ids.ts';
import type { ServiceAtHand } from './replay.ts';
import { createTurns } from './turns.ts';
import { writeInTurn, type WritingParts } from './write-in-turn.ts';
import { isBehind, type AnyInput, type Write } from './write.ts';

/**
 * The service for whoever writes: what cannot be written now waits, in its order, and shows in what is read meanwhile, as
 * `decisions` says. Ids that were given for it go on to mean what they became.
 * @returns one for each of those that write, who wait in the same line
 */
export function createWritingGateways(
  given: Omit<WritingParts, 'madeBy' | 'inTurn'>,
): (madeBy: WriteMaker) => ViewCaller {
  const inTurn = createTurns();
  return (madeBy) => createWritingGateway({ ...given, inTurn, madeBy });
}

function createWritingGateway(parts: WritingParts): ViewCaller {
  const { outbox } = parts;
  const atHand = (): ServiceAtHand => {
    const service = parts.connected();
    if (service) return service;
    throw new AppError('not-connected');
  };

  const gateway: ViewCaller = {
    asks: 'serviceOrMirror',
    async call(id, input, options) {
      const service = atHand();
      const meant = () => withKnownIds(outbox, service.serviceId, input);
      const decision: Decision = decisions[id];
      if (decision.kind === 'queued') {
        const askedMs = parts.now();
        const ready = decision.ready?.(input, askedMs) ?? input;
        const send = (sent: AnyInput) => service.views.call(id, sent as unknown as typeof input, options);
        const asked = { id, input: ready, options, askedMs, send };
        return (await writeInTurn(parts, service, asked)) as Awaited<ReturnType<typeof send>>;
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
      // What waits has no state that could be known again.
      return { answer: await gateway.call(id, input, options), seen: unseen };
    },
    async upload(id, input, file, options) {
      const service = atHand();
      const send = () => service.views.upload(id, input, file, options);
      const asked = { id, input, file, options, askedMs: parts.now(), send };
      return String(await writeInTurn(parts, service, asked));
    },
    async download(id, input, options) {
      const service = atHand();
      return download(parts, service, { id, input: withKnownIds(outbox, service.serviceId, input), options });
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
  parts: WritingParts,
  service: ServiceAtHand,
  { id, input, options }: AskedDownload<Id>,
): Promise<IncomingFile> {
  const { outbox } = parts;
  const { serviceId, views } = service;
  const waiting = (): Waiting => waitingAt(outbox, serviceId);
  const toldVersions = (of: WaitingVersion) => outbox.toldVersions(serviceId, of);
  const found = await findWaitingBytes({ waiting, bytes: outbox.bytes, views, toldVersions }, id, input);
  if (found?.file) return found.file;
  await afterNeeded(parts, service, { needs: idsIn(input), subjects: [] });
  return views.download(id, withKnownIds(outbox, serviceId, found?.input ?? input), options);
}

/**
 * Has done first what waits and is needed.
 * @throws AppError `service-unreachable` where that goes on waiting; why the service did not take it where it can be
 * reached
 */
async function afterNeeded(
  { outbox, replay, reach }: WritingParts,
  { serviceId }: ServiceAtHand,
  needed: Parameters<typeof isBehind>[0],
): Promise<void> {
  const find = (): Write | undefined => waitingAt(outbox, serviceId).writes.find((write) => isBehind(needed, write));
  if (!find()) return;
  await replay.run();
  const left = find();
  if (!left) return;
  const { error } = left;
  if (error) throw errorOf(error);
  // Nobody is to believe that the service is away because it failed at this.
  throw new AppError(reach.mayTry() ? 'service-failed' : 'service-unreachable', {
    detail: 'What this is about waits to be stored.',
  });
}
