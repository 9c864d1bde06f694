import type { OutgoingFile, ViewCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { productNames } from '../../../shared/model/product-names.ts';
import type { CommandWriteInput } from '../../../shared/rpc/command-contract.ts';
import { productsByIds } from '../ask/products.ts';
import { storeSelection } from '../ask/selections.ts';
import { addStandard, setBimReady } from '../ask/small-requests.ts';
import { addValidationRequest } from '../ask/validation.ts';
import { createWaits } from '../ask/waits.ts';
import type { ServiceAtHand } from './connection-ports.ts';
import type { WaitingWrites } from './waiting-writes.ts';
import { whileConnected } from './while-connected.ts';

interface CommandWriteParts {
  readonly writes: Pick<WaitingWrites, 'opened' | 'meaningOf' | 'standingsOf'>;
  readonly connected: () => ServiceAtHand | undefined;
  readonly openFile: (path: string) => Promise<OutgoingFile>;
}

/**
 * What a command could not ask of the service itself, because that is away: it waits with what the window asked.
 * Each throws AppError `not-connected` where another service is connected here, `writes-unreadable`, or what the service
 * answers.
 */
export function createCommandWrites({ writes, connected, openFile }: CommandWriteParts) {
  const serviceOf = (serviceId: string): ViewCaller => {
    if (connected()?.serviceId !== serviceId) throw new AppError('not-connected');
    return whileConnected(writes.opened().personal, () => connected()?.serviceId === serviceId);
  };

  return {
    async storeFilter({ serviceId, productIds, languageCode }: CommandWriteInput['storeFilter']) {
      const waits = createWaits();
      const filterId = await storeSelection(serviceOf(serviceId), productIds, languageCode, waits.options);
      return { filterId, ...waits.said() };
    },

    async requestValidation({ serviceId, askedMs: nowMs, ...draft }: CommandWriteInput['requestValidation']) {
      const waits = createWaits();
      const from = { openFile, nowMs, ...waits.options };
      return { ticketNumber: await addValidationRequest(serviceOf(serviceId), draft, from), ...waits.said() };
    },

    async addStandard({ serviceId, name }: CommandWriteInput['addStandard']) {
      const waits = createWaits();
      return { ...(await addStandard(serviceOf(serviceId), name, waits.options)), ...waits.said() };
    },

    async setBimReady({ serviceId, productIds, isReady }: CommandWriteInput['setBimReady']) {
      const waits = createWaits();
      const service = serviceOf(serviceId);
      const products = await productsByIds(service, productIds, undefined).catch(() => undefined);
      const title = products ? { title: productNames(products) } : {};
      await setBimReady(service, productIds, isReady, { ...waits.options, ...title });
      return waits.said();
    },

    /** The id that a filter has now, of which a command was told another while the service was away. */
    filterNow({ serviceId, filterId }: CommandWriteInput['filterNow']) {
      serviceOf(serviceId);
      return { filterId: writes.meaningOf(serviceId, filterId), ...writes.standingsOf(serviceId)(filterId) };
    },
  };
}

export type CommandWrites = ReturnType<typeof createCommandWrites>;
