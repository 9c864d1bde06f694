import type { OutgoingFile, ViewCaller } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { productNames } from '../../../shared/model/product-names.ts';
import type { CommandWriteInput } from '../../../shared/rpc/command-contract.ts';
import { productsByIds } from '../ask/products.ts';
import { storeSelection } from '../ask/selections.ts';
import { addStandard, setBimReady } from '../ask/small-requests.ts';
import { addValidationRequest } from '../ask/validation.ts';
import { orWaits } from '../ask/waits.ts';
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
    storeFilter: ({ serviceId, productIds, languageCode }: CommandWriteInput['storeFilter']) =>
      orWaits(async (options) => ({
        filterId: await storeSelection(serviceOf(serviceId), productIds, languageCode, options),
      })),

    requestValidation: ({ serviceId, askedMs: nowMs, ...draft }: CommandWriteInput['requestValidation']) =>
      orWaits(async (options) => ({
        ticketNumber: await addValidationRequest(serviceOf(serviceId), draft, { openFile, nowMs, ...options }),
      })),

    addStandard: ({ serviceId, name }: CommandWriteInput['addStandard']) =>
      orWaits(async (options) => addStandard(serviceOf(serviceId), name, options)),

    async setBimReady({ serviceId, productIds, isReady }: CommandWriteInput['setBimReady']) {
      const service = serviceOf(serviceId);
      const products = await productsByIds(service, productIds, undefined).catch(() => undefined);
      const title = products ? { title: productNames(products) } : {};
      return orWaits(async (options) => {
        await setBimReady(service, productIds, isReady, { ...options, ...title });
        return {};
      });
    },

    /** The id that a filter has now, of which a command was told another while the service was away. */
    filterNow({ serviceId, filterId }: CommandWriteInput['filterNow']) {
      serviceOf(serviceId);
      return { filterId: writes.meaningOf(serviceId, filterId), ...writes.standingsOf(serviceId)(filterId) };
    },
  };
}

export type CommandWrites = ReturnType<typeof createCommandWrites>;
