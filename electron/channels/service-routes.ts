import type { ServiceRequests } from '../engine/application/service-requests.ts';
import { done } from './done.ts';
import { procedures as os } from './window-procedures.ts';

/** What the window asks of the service itself. */
export function createServiceRoutes(requests: ServiceRequests) {
  const { standards } = requests;
  return {
    ...createValidationRoutes(requests),
    ...createSelectionRoutes(requests),
    standards: {
      list: os.standards.list.handler(() => standards.list()),
      add: os.standards.add.handler(({ input }) => standards.add(input.name)),
    },
    content: { list: os.content.list.handler(({ input }) => requests.listContent(input)) },
    bimReady: {
      set: os.bimReady.set.handler(({ input }) => requests.setBimReady(input.productIds, input.isReady, input.title)),
    },
    dataPlatform: { addresses: os.dataPlatform.addresses.handler(() => requests.dataPlatformAddresses()) },
  };
}

function createValidationRoutes({ validation }: ServiceRequests) {
  return {
    validation: {
      list: os.validation.list.handler(({ input }) => validation.list(input)),
      add: os.validation.add.handler(({ input }) => validation.add(input)),
      report: os.validation.report.handler(({ input }) => validation.report(input.blobId)),
      delete: os.validation.delete.handler(done(({ input }) => validation.delete(input))),
      check: os.validation.check.handler(({ input }) => validation.check(input.queries, input.languageCode)),
    },
  };
}

/** Selections of products, and what is saved of them. */
function createSelectionRoutes({ selections, saving }: ServiceRequests) {
  return {
    selections: {
      list: os.selections.list.handler(() => selections.list()),
      store: os.selections.store.handler(({ input }) =>
        selections.store(input.name, input.productIds, input.languageCode),
      ),
      add: os.selections.add.handler(({ input }) => selections.add(input)),
      rename: os.selections.rename.handler(done(({ input }) => selections.rename(input.filterId, input.name))),
      turn: os.selections.turn.handler(done(({ input }) => selections.turn(input.filterId, input.fields, input.isOn))),
      forget: os.selections.forget.handler(done(({ input }) => selections.forget(input.filterId))),
      open: os.selections.open.handler(({ input }) => selections.open(input)),
    },
    saving: {
      start: os.saving.start.handler(async ({ input }) => ({ isStarted: await saving.start(input) })),
      cancel: os.saving.cancel.handler(done(({ input }) => saving.cancel(input.errandId))),
      reveal: os.saving.reveal.handler(done(() => saving.reveal())),
    },
  };
}
