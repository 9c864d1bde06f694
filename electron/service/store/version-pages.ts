import type { Version } from '../../../shared/model/version.ts';
import type { HistoryFilter, ListedVersion, NewestFilter, StoredVersion } from './store.ts';
import { placeColumns, readChangeOrder, readPlace, readVersion } from './version-rows.ts';

/** How many versions a page holds: small enough that other requests get their turn in between. */
export const versionsPerPage = 250;

/** A number above all majors and minors. */
const aboveAll = 2 ** 31 - 1;

/** The columns of what a filter of histories names. */
export const filterColumns = {
  applicationName: 'application_name',
  applicationVersion: 'application_version',
  etimClassCode: 'etim_class_code',
  etimClassCodeVersion: 'etim_class_code_version',
  etimModelCode: 'etim_model_code',
  etimModelCodeVersion: 'etim_model_code_version',
  type: 'type',
  languageCode: 'language_code',
  attachmentName: 'attachment_name',
} as const satisfies Record<keyof HistoryFilter, string>;

/** The names of what a filter gives, in the order of the columns. */
export function namesGiven(filter: HistoryFilter): (keyof HistoryFilter)[] {
  return (Object.keys(filterColumns) as (keyof HistoryFilter)[]).filter((name) => filter[name] !== undefined);
}

type Rows = readonly unknown[] | Promise<readonly unknown[]>;

/**
 * Pages of a history, the newest version first; a version stored meanwhile is newer than all that are still to come.
 * @param rowsBefore up to `size` versions older than the given one, and of its major where one is asked for
 */
export async function* pagesOfHistory(
  rowsBefore: (before: Version, size: number) => Rows,
  major: number | undefined,
  size = versionsPerPage,
): AsyncGenerator<StoredVersion[]> {
  let before: Version = { major: major ?? aboveAll, minor: aboveAll };
  for (;;) {
    const versions = (await rowsBefore(before, size)).map(readVersion);
    if (versions.length > 0) yield versions;
    const last = versions.at(-1);
    if (versions.length < size || !last) return;
    before = last.version;
  }
}

/** A place in the order of change: after all histories that changed at that time up to that one. */
export interface ChangePlace {
  readonly changedAt: number;
  readonly historyId: number;
}

/**
 * Pages in the order of change, so that a version stored while the pages are read comes at the end instead of being
 * missed.
 * @param rowsAfter up to `versionsPerPage` versions behind a place
 */
export async function* pagesByChange(
  { changedAfter }: Pick<NewestFilter, 'changedAfter'>,
  rowsAfter: (place: ChangePlace) => Rows,
): AsyncGenerator<readonly StoredVersion[]> {
  // No history has an id this high, so the first page starts strictly after the time.
  let place: ChangePlace = { changedAt: changedAfter ?? -1, historyId: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const rows = await rowsAfter(place);
    if (rows.length === 0) return;
    yield rows.map(readVersion);
    if (rows.length < versionsPerPage) return;
    place = readChangeOrder(rows.at(-1));
  }
}

/** So many histories are read together: of most there are a few versions. */
const historiesPerPage = 50;

/**
 * Pages of everything, histories in the order of `placeColumns` and the oldest version of each first.
 * @param historiesAfter up to `size` rows of histories behind the values of those columns
 * @param versionsOf rows of the versions of those histories, in their order
 */
export async function* pagesOfAll(
  historiesAfter: (place: readonly string[], size: number) => Promise<readonly unknown[]>,
  versionsOf: (historyIds: readonly number[]) => Promise<readonly unknown[]>,
): AsyncGenerator<readonly ListedVersion[]> {
  for (let place: readonly string[] = placeColumns.map(() => ''); ;) {
    const histories = (await historiesAfter(place, historiesPerPage)).map(readPlace);
    const rows = await versionsOf(histories.map(({ historyId }) => historyId));
    if (rows.length > 0) yield rows.map((row) => ({ ...readVersion(row), listedAt: readChangeOrder(row).changedAt }));
    const last = histories.at(-1);
    if (histories.length < historiesPerPage || !last) return;
    place = last.place;
  }
}
