import type { Version } from '../../../shared/model/version.ts';
import type { ListedVersion, NewestFilter, StoredVersion } from './store.ts';
import { pagesByKey, rowsPerPage } from './list-pages.ts';
import { placeColumns, readChangePlace, readPlace, readVersion, type ChangePlace } from './version-rows.ts';

/** A number above all majors and minors. */
const aboveAll = 2 ** 31 - 1;

type Rows = readonly unknown[] | Promise<readonly unknown[]>;

/**
 * Pages of a history, the newest version first; a version stored meanwhile is newer than all that are still to come.
 * @param rowsBefore up to `size` versions older than the given one, and of its major where one is asked for
 */
export function pagesOfHistory(
  rowsBefore: (before: Version, size: number) => Rows,
  major: number | undefined,
  size = rowsPerPage,
): AsyncGenerator<readonly StoredVersion[]> {
  const start: Version = { major: major ?? aboveAll, minor: aboveAll };
  return pagesByKey<StoredVersion>(
    async (last, most) => (await rowsBefore(last?.version ?? start, most)).map(readVersion),
    size,
  );
}

/**
 * Pages in the order of change, so that a version stored while the pages are read comes at the end instead of being
 * missed.
 * @param rowsAfter up to `rowsPerPage` versions behind a place
 */
export async function* pagesByChange(
  { changedAfter }: Pick<NewestFilter, 'changedAfter'>,
  rowsAfter: (place: ChangePlace) => Rows,
): AsyncGenerator<readonly StoredVersion[]> {
  // No history has an id this high, so the first page starts strictly after the time.
  const start: ChangePlace = { listedAt: changedAfter ?? -1, historyId: Number.MAX_SAFE_INTEGER };
  const pages = pagesByKey<unknown>(async (last) => rowsAfter(last === undefined ? start : readChangePlace(last)));
  for await (const rows of pages) yield rows.map(readVersion);
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
  const start = placeColumns.map(() => '');
  const pages = pagesByKey<ReturnType<typeof readPlace>>(
    async (last, size) => (await historiesAfter(last?.place ?? start, size)).map(readPlace),
    historiesPerPage,
  );
  for await (const histories of pages) {
    const rows = await versionsOf(histories.map(({ historyId }) => historyId));
    yield rows.map((row) => ({ ...readVersion(row), listedAt: readChangePlace(row).listedAt }));
  }
}
