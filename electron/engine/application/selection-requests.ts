import { AppError } from '../../../shared/errors/app-error.ts';
import type { SavedSelection, SelectionDetail } from '../../../shared/rpc/selection-records.ts';
import { openSelection, storeSelection } from '../ask/selections.ts';
import { orWaits } from '../ask/waits.ts';
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

/** What a window asks about filters of the service under names that are kept on this computer. */
export function createSelectionRequests(parts: ServiceRequestParts) {
  const { views, writes } = parts;
  const { serviceId, kept, find, write, add, change } = createKeptSelections(parts);
  return {
    list(): SavedSelection[] {
      const standingOf = writes.standingsOf(serviceId());
      return kept()
        .map((selection) => ({ ...selection, ...standingOf(selection.filterId) }))
        .toSorted((one, other) => one.name.localeCompare(other.name));
    },
    async store(name: string, productIds: readonly number[], languageCode?: string): Promise<SavedSelection> {
      // By the time it answers, another service may be connected.
      const at = serviceId();
      return orWaits(async (options) => {
        const filterId = await storeSelection(views(), productIds, languageCode, { ...options, title: name });
        return add({ filterId, name, kind: 'interface', disabledFields: [] }, at);
      });
    },
    add: (selection: SavedSelection): SavedSelection => add(selection),
    rename: (filterId: string, name: string): void => change(filterId, () => ({ name })),
    turn: (filterId: string, fields: readonly string[], isOn: boolean): void =>
      change(filterId, ({ disabledFields }) => {
        const others = disabledFields.filter((code) => !fields.includes(code));
        return { disabledFields: isOn ? others : [...others, ...fields] };
      }),
    /** What a filter is called that is kept by a name, by the id it has or had. */
    nameOf: (filterId: string): string | undefined => find(filterId)?.name,
    forget(filterId: string): void {
      const forgotten = find(filterId);
      write(kept().filter((one) => one.filterId !== forgotten?.filterId));
    },
    /** What was to be stored under these ids at a service, be it connected or not, was given up. */
    giveUp(at: string, filterIds: readonly string[]): void {
      const left = kept(at).filter((one) => !filterIds.includes(one.filterId));
      if (left.length < kept(at).length) write(left, at);
    },
    open: (asked: Omit<SavedSelection, 'name'>): Promise<SelectionDetail> => openSelection(views(), asked),
  };
}

/** The filters that are kept, for each service its own; without a word of which, for the one that is connected. */
function createKeptSelections({ session, database, writes, events }: ServiceRequestParts) {
  const storeOf = createSelectionStore(database);
  const serviceId = (): string => session.port.current()?.serviceId ?? '';
  const idNow = (filterId: string, at: string): string => writes.meaningOf(at, filterId);

  /** As they are kept, under the ids they have now. */
  const kept = (at = serviceId()): readonly SavedSelection[] =>
    storeOf(at)
      .read()
      .map((selection) => {
        const filterId = idNow(selection.filterId, at);
        return filterId === selection.filterId ? selection : { ...selection, filterId, givenId: selection.filterId };
      });
  const find = (filterId: string, at = serviceId()): SavedSelection | undefined =>
    kept(at).find((one) => one.filterId === idNow(filterId, at));

  function write(selections: readonly SavedSelection[], at = serviceId()): void {
    storeOf(at).write(selections);
    events.emit({ kind: 'selections' });
  }

  /**
   * @param at the service that has the filter
   * @returns how it is kept: as it was before, where it was
   * @throws AppError `unknown-item` for one that waited and was given up meanwhile: its id stands for nothing
   */
  function add({ waits, refused, ...selection }: SavedSelection, at = serviceId()): SavedSelection {
    const { filterId: asked } = selection;
    const known = find(asked, at);
    if (known) return known;
    const filterId = idNow(asked, at);
    const { waits: stillWaits, refused: isRefused } = writes.standingsOf(at)(asked);
    const isGivenUp = filterId === asked && !stillWaits && !isRefused;
    if ((waits ?? refused) && isGivenUp) throw new AppError('unknown-item');
    const added = { ...selection, ...(filterId === asked ? {} : { givenId: asked }), filterId };
    write([...kept(at), added], at);
    return added;
  }

  /** @throws AppError `unknown-item` for one that is not kept any more */
  function change(filterId: string, by: (known: SavedSelection) => Partial<SavedSelection>): void {
    const known = find(filterId);
    if (!known) throw new AppError('unknown-item');
    write(kept().map((one) => (one.filterId === known.filterId ? { ...one, ...by(one) } : one)));
  }

  return { serviceId, kept, find, write, add, change };
}
