import type { CallOptions, RemoteCaller } from '../../../shared/api/caller.ts';
import { AppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { SavedSelection } from '../../../shared/rpc/selection-records.ts';
import { unlessNotFound } from '../remote/remote-items.ts';
import { failureOf, type MoveParts } from './move-parts.ts';

type Services = Pick<MoveParts, 'source' | 'target' | 'signal'>;

/** Selections that have a name on this computer, with the filters they stand for: of the source, and of the target. */
export interface NamedSelections {
  readonly here: readonly SavedSelection[];
  readonly there: readonly SavedSelection[];
}

/** What the target lacks besides files, as far as the interface tells. */
interface ListsToMove {
  /** By name: the same name has one id on a service. */
  readonly standards: readonly string[];
  readonly selections: readonly SavedSelection[];
}

interface FailedEntry {
  readonly name: string;
  readonly error: ErrorRecord;
}

/** Compares what both have; of the target one request is asked. */
export async function planLists({ source, target, signal }: Services, named: NamedSelections): Promise<ListsToMove> {
  const here = await standardsOf(source.service, { signal });
  const selections = named.here.filter((mine) => !named.there.some((one) => isSameSelection(one, mine)));
  if (here.length === 0) return { standards: [], selections };
  const there = new Set(await standardsOf(target, { signal, priority: 'upload' }));
  return { standards: here.filter((name) => !there.has(name)), selections };
}

export async function standardsOf(service: RemoteCaller, options: CallOptions): Promise<string[]> {
  return Object.values((await unlessNotFound(service.call('getStandards', { params: {} }, options))) ?? {});
}

/** What it has there is told by its name: the id is another one. */
function isSameSelection(one: SavedSelection, other: SavedSelection): boolean {
  return one.name === other.name && one.disabledFields.join() === other.disabledFields.join();
}

/**
 * Sends them, and looks whether they are there. A crash in between costs at most one filter that nobody knows of.
 * @param onSelection told the selection as it is on the target; durable when it returns
 * @returns what the target did not take
 * @throws AppError for what concerns everything (no connection, no license)
 */
export async function moveLists(
  services: Services,
  lists: ListsToMove,
  onSelection: (there: SavedSelection) => void,
): Promise<FailedEntry[]> {
  const { target, signal } = services;
  const options = { signal, priority: 'upload' } as const;
  const failed: FailedEntry[] = [];
  const trying = async (name: string, send: () => Promise<void>): Promise<void> => {
    // What it answers to one of them says nothing of the connection.
    const error = await failureOf(send(), 'unreadable-answer');
    if (error) failed.push({ name, error: error.toRecord() });
  };
  for (const name of lists.standards) {
    await trying(name, async () => {
      const told = await target.call('storeStandard', { params: {}, query: {}, body: name }, options);
      if (!Object.values(told).includes(name))
        throw new AppError('unreadable-answer', { detail: 'The service does not list the standard that it stored.' });
    });
  }
  for (const selection of lists.selections) {
    await trying(selection.name, async () => onSelection(await moveSelection(services, selection)));
  }
  return failed;
}

async function moveSelection({ source, target, signal }: Services, selection: SavedSelection): Promise<SavedSelection> {
  const { filterId, kind: type } = selection;
  const found = await source.service.call('getFilter', { params: { filterId, type, disableFields: '-' } }, { signal });
  const { cadProducts = [], languageCode } = found;
  const body = { cadProducts, ...(languageCode ? { languageCode } : {}) };
  const options = { signal, priority: 'upload' } as const;
  const made = String(await target.call('storeFilter', { params: {}, query: {}, body }, options));
  const params = { filterId: made, type: 'interface', disableFields: '-' } as const;
  const there = await target.call('getFilter', { params }, options);
  if ((there.cadProducts ?? []).length !== cadProducts.length)
    throw new AppError('unreadable-answer', { detail: 'The service keeps other products than were sent.' });
  return { ...selection, filterId: made, kind: 'interface' };
}
