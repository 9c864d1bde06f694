import { isCutOff } from '../../../shared/errors/reachability.ts';
import type { SavedSelection, SavedThing, SavingRecord } from '../../../shared/rpc/selection-records.ts';
import type { Answering } from './engine-state.ts';
import { exampleNow } from './file-rows.ts';
import { exampleCheck, exampleContent, exampleReport, exampleSelection, exampleStandards } from './service-rows.ts';

/** What the fake engine answers about the service itself; what needs the service fails while that cannot be reached. */
export function createServiceAnswers({ os, state, log }: Answering) {
  const away = (): boolean => isCutOff(state.status.connection.state);
  const age = () => (away() ? { asOfMs: exampleNow - 3 * 3_600_000 } : {});
  const unreachable = { code: 'service-unreachable' as const };
  const tell = (saving: SavingRecord): void => {
    state.saving = saving;
    log.publish({ kind: 'saving', saving });
  };

  const keep = (selections: SavedSelection[]): void => {
    state.selections = selections;
    log.publish({ kind: 'selections' });
  };
  const change = (filterId: string, by: (known: SavedSelection) => Partial<SavedSelection>): boolean => {
    const isKept = state.selections.some((one) => one.filterId === filterId);
    if (isKept) keep(state.selections.map((one) => (one.filterId === filterId ? { ...one, ...by(one) } : one)));
    return isKept;
  };

  return {
    validation: {
      list: os.validation.list.handler(({ input }) => ({
        requests: state.requests.filter(
          ({ projectId, ticketNumber }) =>
            projectId === input.projectId && (!input.ticketNumber || ticketNumber === input.ticketNumber),
        ),
        ...age(),
      })),
      add: os.validation.add.handler(({ input, errors }) => {
        if (away()) throw errors.APP_ERROR({ data: unreachable });
        const { subject, ticketNumber = '639000000000050000', languageCode: _, ...named } = input;
        const productCount = subject.kind === 'products' ? subject.productIds.length : 0;
        const added = { ...named, ticketNumber, requestedMs: exampleNow, state: 'requested' as const, productCount };
        state.requests = [added, ...state.requests];
        return { ticketNumber };
      }),
      report: os.validation.report.handler(({ input, errors }) => {
        if (away()) throw errors.APP_ERROR({ data: unreachable });
        return exampleReport(input.blobId);
      }),
      delete: os.validation.delete.handler(({ input, errors }) => {
        if (away()) throw errors.APP_ERROR({ data: unreachable });
        state.requests = state.requests.filter(({ ticketNumber }) => ticketNumber !== input.ticketNumber);
        return {};
      }),
      check: os.validation.check.handler(({ input }) =>
        input.queries.map((query) => ({ ...exampleCheck(query), ...age() })),
      ),
    },
    selections: {
      list: os.selections.list.handler(() => state.selections),
      store: os.selections.store.handler(({ input, errors }) => {
        if (away()) throw errors.APP_ERROR({ data: unreachable });
        const stored = { filterId: '47', name: input.name, kind: 'interface' as const, disabledFields: [] };
        keep([...state.selections, stored]);
        return stored;
      }),
      add: os.selections.add.handler(({ input }) => {
        const known = state.selections.find(({ filterId }) => filterId === input.filterId);
        if (!known) keep([...state.selections, input]);
        return known ?? input;
      }),
      rename: os.selections.rename.handler(({ input, errors }) => {
        if (!change(input.filterId, () => input)) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
        return {};
      }),
      turn: os.selections.turn.handler(({ input: { filterId, fields, isOn }, errors }) => {
        const isKept = change(filterId, ({ disabledFields }) => {
          const others = disabledFields.filter((code) => !fields.includes(code));
          return { disabledFields: isOn ? others : [...others, ...fields] };
        });
        if (!isKept) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
        return {};
      }),
      forget: os.selections.forget.handler(({ input }) => {
        keep(state.selections.filter(({ filterId }) => filterId !== input.filterId));
        return {};
      }),
      open: os.selections.open.handler(({ input, errors }) => {
        if (input.filterId === '404') throw errors.APP_ERROR({ data: { code: 'not-found' } });
        return { ...exampleSelection(input.disabledFields), ...age() };
      }),
    },
    saving: {
      start: os.saving.start.handler(({ input, errors }) => {
        if (away()) throw errors.APP_ERROR({ data: unreachable });
        tell({ state: 'running', errandId: 1, fileName: nameOf(input), receivedBytes: 18_400_000 });
        return { isStarted: true };
      }),
      cancel: os.saving.cancel.handler(({ input: { errandId }, errors }) => {
        const named = state.saving;
        if (named?.errandId !== errandId) throw errors.APP_ERROR({ data: { code: 'unknown-item' } });
        tell({ state: 'failed', errandId, fileName: named.fileName, error: { code: 'cancelled' } });
        return {};
      }),
      reveal: os.saving.reveal.handler(() => ({})),
    },
    standards: {
      list: os.standards.list.handler(() => ({ standards: exampleStandards, ...age() })),
      add: os.standards.add.handler(({ input, errors }) => {
        if (away()) throw errors.APP_ERROR({ data: unreachable });
        return { standards: [...exampleStandards, { id: 'new', name: input.name }] };
      }),
    },
    content: { list: os.content.list.handler(() => ({ files: exampleContent(), ...age() })) },
    bimReady: {
      set: os.bimReady.set.handler(({ input, errors }) => {
        if (away()) throw errors.APP_ERROR({ data: unreachable });
        for (const productId of input.productIds) state.bimReady.set(productId, input.isReady);
        return {};
      }),
    },
    dataPlatform: {
      addresses: os.dataPlatform.addresses.handler(() => [
        { name: 'AuthorizationServerUrl', address: 'https://login.example.test' },
        { name: 'SearchUrl', address: 'https://search.example.test/products' },
      ]),
    },
  };
}

function nameOf(thing: SavedThing): string {
  return thing.kind.endsWith('Table') ? 'products.csv' : 'selection 12.zip';
}
