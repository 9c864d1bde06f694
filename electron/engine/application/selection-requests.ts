import { AppError } from '../../../shared/errors/app-error.ts';
import type { SavedSelection, SelectionDetail } from '../../../shared/rpc/selection-records.ts';
import { openSelection, storeSelection } from '../ask/selections.ts';
import { createWaits } from '../ask/waits.ts';
import type { Database } from '../ports.ts';
import { createSelectionStore } from '../state/settings-store.ts';
import type { ServiceRequestParts } from './service-requests.ts';

/** What a person calls a filter of a service, by the id under which it is kept. */
export function selectionNamesIn(database: Database) {
  const storeOf = createSelectionStore(database);
  return (serviceId: string, filterId: string): string | undefined =>
    storeOf(serviceId)
      .read()
      .find((one) => one.filterId === filterId)?.name;
}

/** Filters of the service under names that are kept on this computer, for each service its own. */
export function createSelectionRequests({ session, database, views, writes }: ServiceRequestParts) {
  const storeOf = createSelectionStore(database);
  const serviceId = (): string => session.port.current()?.serviceId ?? '';
  const idNow = (filterId: string, at = serviceId()): string => writes.meaningOf(at, filterId);

  /** As they are kept, under the ids they have now. */
  const kept = (at = serviceId()): readonly SavedSelection[] =>
    storeOf(at)
      .read()
      .map((selection) => {
        const filterId = idNow(selection.filterId, at);
        return filterId === selection.filterId ? selection : { ...selection, filterId, givenId: selection.filterId };
      });
  const without = (filterId: string, at = serviceId()): SavedSelection[] =>
    kept(at).filter((one) => one.filterId !== idNow(filterId, at));

  /**
   * @param at the service that has the filter
   * @throws AppError `unknown-item` for one that waited and was given up meanwhile: its id stands for nothing
   */
  function keep({ waits, refused, ...selection }: SavedSelection, at = serviceId()): void {
    const { filterId: asked } = selection;
    const filterId = idNow(asked, at);
    const { waits: stillWaits, refused: isRefused } = writes.standingsOf(at)(asked);
    const isGivenUp = filterId === asked && !stillWaits && !isRefused;
    if ((waits ?? refused) && isGivenUp) throw new AppError('unknown-item');
    const given = filterId === asked ? {} : { givenId: asked };
    storeOf(at).write([...without(filterId, at), { ...selection, ...given, filterId }]);
  }

  return {
    list(): SavedSelection[] {
      const standingOf = writes.standingsOf(serviceId());
      return kept()
        .map((selection) => ({ ...selection, ...standingOf(selection.filterId) }))
        .toSorted((one, other) => one.name.localeCompare(other.name));
    },
    async store(name: string, productIds: readonly number[], languageCode?: string): Promise<SavedSelection> {
      const waits = createWaits();
      // By the time it answers, another service may be connected.
      const at = serviceId();
      const filterId = await storeSelection(views(), productIds, languageCode, { ...waits.options, title: name });
      const selection: SavedSelection = { filterId, name, kind: 'interface', disabledFields: [] };
      keep(selection, at);
      return { ...selection, ...waits.said() };
    },
    keep: (selection: SavedSelection): void => keep(selection),
    /** What a filter is called that is kept by a name, by the id it has or had. */
    nameOf: (filterId: string): string | undefined => kept().find((one) => one.filterId === idNow(filterId))?.name,
    forget: (filterId: string): void => storeOf(serviceId()).write(without(filterId)),
    /** What was to be stored under these ids at a service, be it connected or not, was given up. */
    giveUp(at: string, filterIds: readonly string[]): void {
      const store = storeOf(at);
      const before = store.read();
      const left = before.filter((one) => !filterIds.includes(one.filterId));
      if (left.length < before.length) store.write(left);
    },
    open: (asked: Omit<SavedSelection, 'name'>): Promise<SelectionDetail> => openSelection(views(), asked),
  };
}
