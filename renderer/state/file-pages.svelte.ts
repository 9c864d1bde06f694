import { SvelteMap } from 'svelte/reactivity';
import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { FileFilter, FileGroup, FileRecord } from '../../shared/rpc/file-records.ts';
import type { FileSort } from '../../shared/rpc/file-sort.ts';
import { readError } from '../connect/read-error.ts';
import { createGathering } from './gathering.ts';
import { createPagesUnderWay } from './pages-under-way.ts';
import type { Session, SessionNews } from './session.svelte.ts';

/** Which files are listed. */
export interface FileQuery {
  readonly libraryId: string | undefined;
  readonly filter: FileFilter;
  readonly search: string;
  /** By class, where there is none. */
  readonly sort: FileSort | undefined;
}

/** A long list of files of which only the pages around what is shown are held. */
export interface FilePages {
  readonly query: FileQuery;
  /** `undefined` until the first answer to what is asked now. */
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
const mostAtOnce = 2;
const gatherMs = 100;

type PageAnswer = Awaited<ReturnType<typeof askForPage>>;

/** What the newest answer said of the list as a whole. */
class Listed {
  query: FileQuery;
  total = $state<number | undefined>();
  counts = $state.raw<Partial<Record<FileFilter, number>>>({});
  groups = $state.raw<readonly FileGroup[]>([]);
  error = $state.raw<ErrorRecord | undefined>();

  constructor(query: FileQuery) {
    this.query = $state.raw(query);
  }

  /** Nothing is known of another list yet; how many files of each kind a library has holds for all its lists. */
  begin(query: FileQuery): void {
    if (query.libraryId !== this.query.libraryId) this.counts = {};
    this.query = query;
    this.total = undefined;
    this.groups = [];
    this.error = undefined;
  }

  take({ total, counts, groups }: Omit<PageAnswer, 'rows'>): void {
    this.total = total;
    this.counts = counts;
    this.groups = groups;
    this.error = undefined;
  }
}

export function createFilePages(session: Session, firstQuery: FileQuery): FilePages {
  const listed = new Listed(firstQuery);
  const pages = createPages(session, listed);
  const gathering = createGathering(pages.readAgain, gatherMs);
  const refresh = (): void => void pages.readAgain();

  function onNews(news: SessionNews): void {
    if (news.kind === 'snapshot') refresh();
    if (news.kind === 'files') gathering.soon();
  }
  const unsubscribe = session.subscribe(onNews);
  if (session.connected) refresh();

  return {
    get query() {
      return listed.query;
    },
    get total() {
      return listed.total;
    },
    get counts() {
      return listed.counts;
    },
    get groups() {
      return listed.groups;
    },
    get error() {
      return listed.error;
    },
    ...pages,
    refresh,
    close() {
      unsubscribe();
      gathering.close();
    },
  };
}

/** The pages at hand: those on screen, and some around them. */
function createPages(session: Session, listed: Listed) {
  const pages = new SvelteMap<number, readonly FileRecord[]>();
  const underWay = createPagesUnderWay(mostAtOnce);
  let shown = { first: 0, last: 0 };
  let generation = 0;

  async function fetchPage(page: number): Promise<void> {
    if (!underWay.begin(page)) return;
    const mine = generation;
    try {
      const { rows, ...whole } = await askForPage(session, listed.query, page);
      if (mine !== generation) return;
      listed.take(whole);
      pages.set(page, rows);
      forgetFarPages(pages, pageOf((shown.first + shown.last) / 2));
      underWay.end(page);
    } catch (thrown) {
      if (mine !== generation) return;
      underWay.end(page);
      listed.error = readError(thrown, session.connected) ?? listed.error;
      return;
    }
    // What is shown by now may be another page, or this one may have changed on its way.
    await fetchShown();
  }

  async function fetchShown(): Promise<void> {
    const wanted = pagesFrom(shown).filter((page) => !pages.has(page) || underWay.isOutdated(page));
    await Promise.all(wanted.map(fetchPage));
  }

  return {
    rowAt: (index: number) => pages.get(pageOf(index))?.[index % pageSize],
    indexOf: (fileId: string) => placeOf(fileId, pages),
    ask(next: FileQuery): void {
      listed.begin(next);
      generation += 1;
      underWay.forget();
      shown = { first: 0, last: 0 };
      pages.clear();
      void fetchShown();
    },
    show(first: number, last: number): void {
      shown = { first, last };
      void fetchShown();
    },
    /** Reads what is on screen again and forgets the rest; what is shown stays until the answer replaces it. */
    readAgain: (): Promise<void> => {
      const kept = pagesFrom(shown);
      for (const page of [...pages.keys()]) if (!kept.includes(page)) pages.delete(page);
      kept.forEach(underWay.outdate);
      return fetchShown();
    },
  };
}

function placeOf(fileId: string, pages: ReadonlyMap<number, readonly FileRecord[]>): number | undefined {
  for (const [page, rows] of pages) {
    const within = rows.findIndex((row) => row.fileId === fileId);
    if (within >= 0) return page * pageSize + within;
  }
  return undefined;
}

function pageOf(index: number): number {
  return Math.floor(index / pageSize);
}

function pagesFrom({ first, last }: { readonly first: number; readonly last: number }): number[] {
  return Array.from({ length: pageOf(last) - pageOf(first) + 1 }, (_none, place) => pageOf(first) + place);
}

function askForPage({ client }: Session, query: FileQuery, page: number) {
  return client.files.list({ ...query, offset: page * pageSize, limit: pageSize });
}

function forgetFarPages(pages: SvelteMap<number, unknown>, middle: number): void {
  const far = [...pages.keys()].sort((a, b) => Math.abs(b - middle) - Math.abs(a - middle));
  for (const page of far.slice(0, Math.max(0, far.length - mostPages))) pages.delete(page);
}
