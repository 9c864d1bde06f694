import { SvelteMap } from 'svelte/reactivity';
import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { FileFilter, FileGroup, FileRecord } from '../../shared/rpc/file-records.ts';
import { readError } from '../connect/read-error.ts';
import { createPagesUnderWay } from './pages-under-way.ts';
import type { Session, SessionNews } from './session.svelte.ts';

/** Which files are listed. */
export interface FileQuery {
  readonly libraryId: string | undefined;
  readonly filter: FileFilter;
  readonly search: string;
}

/** A long list of files of which only the pages around what is shown are held. */
export interface FilePages {
  readonly query: FileQuery;
  /** `undefined` until the first answer. */
  readonly total: number | undefined;
  readonly counts: Readonly<Partial<Record<FileFilter, number>>>;
  readonly groups: readonly FileGroup[];
  readonly error: ErrorRecord | undefined;
  readonly rowAt: (index: number) => FileRecord | undefined;
  /** The place of a file among the rows at hand; `undefined` when its page is not. */
  readonly indexOf: (fileId: string) => number | undefined;
  readonly ask: (query: FileQuery) => void;
  /** Says which rows are on screen, so that their pages are fetched. `last` is included. */
  readonly show: (first: number, last: number) => void;
  readonly refresh: () => void;
  readonly close: () => void;
}

const pageSize = 200;
const mostPages = 24;
const gatherMs = 100;

export function createFilePages(session: Session, firstQuery: FileQuery): FilePages {
  let query = $state.raw(firstQuery);
  let total = $state<number | undefined>();
  let counts = $state.raw<Partial<Record<FileFilter, number>>>({});
  let groups = $state.raw<readonly FileGroup[]>([]);
  let error = $state.raw<ErrorRecord | undefined>();
  const pages = new SvelteMap<number, readonly FileRecord[]>();
  const underWay = createPagesUnderWay();
  let shown = { first: 0, last: 0 };
  let generation = 0;
  let gathering: ReturnType<typeof setTimeout> | undefined;

  const pageOf = (index: number) => Math.floor(index / pageSize);

  async function fetchPage(page: number): Promise<void> {
    if (!underWay.begin(page)) return;
    const mine = generation;
    try {
      const answer = await session.client.files.list({
        ...(query.libraryId === undefined ? {} : { libraryId: query.libraryId }),
        filter: query.filter,
        search: query.search,
        offset: page * pageSize,
        limit: pageSize,
      });
      if (mine !== generation) return;
      ({ total, counts, groups } = answer);
      error = undefined;
      pages.set(page, answer.rows);
      forgetFarPages();
    } catch (thrown) {
      if (mine === generation) error = readError(thrown, session.connected) ?? error;
    } finally {
      if (mine === generation && underWay.end(page)) void fetchPage(page);
    }
  }

  function forgetFarPages(): void {
    const middle = pageOf((shown.first + shown.last) / 2);
    const far = [...pages.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
    for (const page of far.slice(0, Math.max(0, far.length - mostPages))) pages.delete(page);
  }

  function fetchShown(again: boolean): void {
    for (let page = pageOf(shown.first); page <= pageOf(shown.last); page += 1) {
      if (again) underWay.outdate(page);
      if (again || !pages.has(page)) void fetchPage(page);
    }
  }

  /** Reads what is on screen again and forgets the rest; what is shown stays until the answer replaces it. */
  function refresh(): void {
    for (const page of [...pages.keys()]) {
      if (page < pageOf(shown.first) || page > pageOf(shown.last)) pages.delete(page);
    }
    fetchShown(true);
  }

  function onNews(news: SessionNews): void {
    if (news.kind === 'snapshot') refresh();
    // Changes come in bursts: the first of them starts a short wait and the rest ride along.
    if (news.kind === 'files') {
      gathering ??= setTimeout(() => {
        gathering = undefined;
        refresh();
      }, gatherMs);
    }
  }
  const unsubscribe = session.subscribe(onNews);
  if (session.connected) fetchShown(true);

  return {
    get query() {
      return query;
    },
    get total() {
      return total;
    },
    get counts() {
      return counts;
    },
    get groups() {
      return groups;
    },
    get error() {
      return error;
    },
    rowAt: (index) => pages.get(pageOf(index))?.[index % pageSize],
    indexOf(fileId) {
      for (const [page, rows] of pages) {
        const within = rows.findIndex((row) => row.fileId === fileId);
        if (within >= 0) return page * pageSize + within;
      }
      return undefined;
    },
    ask(next) {
      query = next;
      generation += 1;
      underWay.forget();
      shown = { first: 0, last: 0 };
      pages.clear();
      fetchShown(true);
    },
    show(first, last) {
      shown = { first, last };
      fetchShown(false);
    },
    refresh,
    close() {
      unsubscribe();
      clearTimeout(gathering);
    },
  };
}
