import type { ViewCaller } from '../../../shared/api/caller.ts';
import type { ProductAnswer, ProductQuery } from '../../../shared/rpc/product-records.ts';
import type { ProductCheck } from '../../../shared/rpc/product-check-records.ts';
import type { ContentQuestion } from '../../../shared/rpc/service-records.ts';
import type { ValidationDraft, ValidationPlace } from '../../../shared/rpc/validation-records.ts';
import { checkProducts } from '../ask/check-products.ts';
import { listContent } from '../ask/content.ts';
import { createSaving } from '../ask/saving.ts';
import { addStandard, dataPlatformAddresses, listStandards, setBimReady } from '../ask/small-requests.ts';
import { addValidationRequest, deleteValidationRequests, listValidationRequests } from '../ask/validation.ts';
import { orWaits } from '../ask/waits.ts';
import { readValidationReport } from '../ask/validation-report.ts';
import type { EventHub } from '../event-hub.ts';
import type { Clock, Database } from '../ports.ts';
import { createErrands } from '../state/saving-errands.ts';
import { createKeptErrands } from '../state/settings-store.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';
import type { ConnectionSession } from './connection-session.ts';
import type { HostPorts } from './host-ports.ts';
import { lookUpProducts } from './look-up-products.ts';
import { createSelectionRequests } from './selection-requests.ts';
import type { WaitingWrites } from './waiting-writes.ts';
import { whileConnected } from './while-connected.ts';

export interface ServiceRequestParts {
  readonly session: Pick<ConnectionSession, 'port'>;
  /** What a person asks with, of the service that is connected now and no later one: what cannot be written now waits. */
  readonly views: () => ViewCaller;
  readonly writes: Pick<WaitingWrites, 'meaningOf' | 'standingsOf' | 'ticketStandingsOf'>;
  readonly database: Database;
  readonly clock: Clock;
  readonly reach: ConnectionGate;
  /** Whether something waits to be sent that a person saved or published. */
  readonly isSending: () => boolean;
  readonly files: HostPorts['files'];
  readonly shell: HostPorts['shell'];
  readonly events: Pick<EventHub, 'emit'>;
}

/** What a window asks of the service itself: validation, selections, files to be saved, standards. */
export function createServiceRequests(parts: ServiceRequestParts) {
  const { session, views, clock, files, shell, reach, database } = parts;
  const selections = createSelectionRequests(parts);
  return {
    validation: {
      ...createValidationRequests(parts),
      report: (blobId: string) => readValidationReport(views(), blobId),
      delete: (place: ValidationPlace & { readonly ticketNumber: string }): Promise<void> =>
        deleteValidationRequests(views(), place),
      check: async (queries: readonly ProductQuery[], languageCode?: string): Promise<ProductCheck[]> =>
        checkProducts(views, await lookUpProducts(views, queries, languageCode), languageCode),
    },
    /** Products, with what a person asked for of them and waits. */
    lookUpProducts: (queries: readonly ProductQuery[], languageCode?: string): Promise<ProductAnswer[]> =>
      lookUpProducts(views, queries, languageCode),
    selections,
    saving: createSaving({
      connected() {
        const serviceId = session.port.current()?.serviceId;
        if (serviceId === undefined) return undefined;
        const isConnected = (): boolean => session.port.current()?.serviceId === serviceId;
        return { serviceId, views: () => whileConnected(views(), isConnected) };
      },
      ...{ reach, files, clock, events: parts.events, isSending: parts.isSending },
      errands: createErrands(createKeptErrands(database)),
      selectionName: selections.nameOf,
      choosePlace: (suggestedName) => shell.chooseSavePlace(suggestedName),
      reveal: (path) => shell.reveal(path),
    }),
    standards: createStandardRequests(parts),
    listContent: (question: ContentQuestion) => listContent(views(), question),
    /** @param title what the person calls the products */
    setBimReady: (productIds: readonly number[], isReady: boolean, title?: string) =>
      orWaits(async (options) => {
        const called = title === undefined ? options : { ...options, title };
        await setBimReady(views(), productIds, isReady, called);
        return {};
      }),
    dataPlatformAddresses: () => dataPlatformAddresses(views()),
  };
}

export type ServiceRequests = ReturnType<typeof createServiceRequests>;

function createValidationRequests({ session, views, writes, clock, files }: ServiceRequestParts) {
  return {
    async list(place: ValidationPlace) {
      const listed = await listValidationRequests(views(), place);
      const standingOf = writes.ticketStandingsOf(session.port.current()?.serviceId ?? '');
      const requests = listed.requests.map((request) => {
        const { waits, refused } = standingOf(request);
        const state = waits ? 'waiting' : refused ? 'refused' : request.state;
        return { ...request, state } as const;
      });
      return { ...listed, requests };
    },
    add: (draft: ValidationDraft) =>
      orWaits(async (options) => {
        const from = { openFile: (path: string) => files.open(path), nowMs: clock.now(), ...options };
        return { ticketNumber: await addValidationRequest(views(), draft, from) };
      }),
  };
}

function createStandardRequests({ session, views, writes }: ServiceRequestParts) {
  const marked = <L extends Awaited<ReturnType<typeof listStandards>>>(listed: L) => {
    const standingOf = writes.standingsOf(session.port.current()?.serviceId ?? '');
    const standards = listed.standards.map((standard) => ({ ...standard, ...standingOf(standard.id) }));
    return { ...listed, standards };
  };
  return {
    list: async () => marked(await listStandards(views())),
    add: (name: string) => orWaits(async (options) => marked(await addStandard(views(), name, options))),
  };
}
