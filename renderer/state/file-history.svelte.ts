import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { HistoryRecord } from '../../shared/rpc/activity-records.ts';
import type { PlacedFile } from '../../shared/rpc/file-calls.ts';
import type { FileDetail, FileRecord } from '../../shared/rpc/file-records.ts';
import { readError } from '../connect/read-error.ts';
import { createAnswer } from './answer.svelte.ts';
import { readOnReturn } from './service-return.ts';
import type { Session, SessionNews } from './session.svelte.ts';

/** One file with its versions, kept true while it changes. */
export interface FileHistory {
  readonly detail: FileDetail | undefined;
  readonly detailError: ErrorRecord | undefined;
  /** Where the file stands by now that was shown, and is not there any more. */
  readonly movedTo: PlacedFile | undefined;
  /** `undefined` for a file without a content key, and until the first answer. */
  readonly history: HistoryRecord | undefined;
  readonly historyError: ErrorRecord | undefined;
  readonly refresh: () => void;
  readonly close: () => void;
}

// Arrow keys run over files faster than anybody reads: only where they rest is asked for.
const restMs = 80;
const gatherMs = 100;
// What happens around a file comes in bursts, and reading it costs no request to the service.
const aroundMs = 400;

/** Does something once, some time after it was first asked for, unless it is closed by then. */
function createTimer(act: () => unknown) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;
  const end = () => {
    timer = undefined;
    act();
  };
  return {
    get isSet() {
      return timer !== undefined;
    },
    get isClosed() {
      return isClosed;
    },
    set(ms: number): void {
      if (!isClosed) timer ??= setTimeout(end, ms);
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

/**
 * Reads something again and again, one reading at a time: what is asked for while it is read is read once more after that.
 * @returns settles once it was read from a moment on that is not before the question
 */
function createReading(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const begin = (): Promise<void> => (running = read().finally(() => (running = undefined)));
  const beginNext = (): Promise<void> => {
    next = undefined;
    return begin();
  };
  return () => (running ? (next ??= running.then(beginNext)) : begin());
}

/** Reads the details of a file where it stands, and asks where it is by now when it is not there any more. */
function createPlace(session: Pick<Session, 'client' | 'connected'>, fileId: string) {
  let movedTo = $state.raw<PlacedFile>();
  let shownAtMs = 0;
  return {
    get movedTo() {
      return movedTo;
    },
    /** @param shown the file as it was shown last */
    async readDetail(shown: FileRecord | undefined): Promise<FileDetail> {
      const askedAtMs = Date.now();
      try {
        const detail = await session.client.files.get({ fileId });
        shownAtMs = askedAtMs;
        return detail;
      } catch (thrown) {
        if (shown && readError(thrown, session.connected)?.code === 'unknown-item') {
          const { key, sizeBytes, modifiedAtMs } = shown;
          movedTo = (await session.client.files.whereNow({ fileId, key, sizeBytes, modifiedAtMs, shownAtMs })).now;
        }
        throw thrown;
      }
    },
  };
}

export function createFileHistory(session: Session, fileId: string): FileHistory {
  const detail = createAnswer<FileDetail>(session);
  const history = createAnswer<HistoryRecord>(session);
  const place = createPlace(session, fileId);
  const readDetail = createReading(async () => {
    if (!all.isClosed) await detail.ask(() => place.readDetail(detail.value?.file));
  });

  const all = createTimer(async () => {
    await readDetail();
    if (all.isClosed) return;
    const key = detail.value?.file.key;
    if (key === undefined) history.clear();
    else await history.ask(() => session.client.versions.list({ key }));
  });
  /** The file is as it was, but why it stands as it does may be another thing. */
  const around = createTimer(() => all.isSet || readDetail());

  const endReturn = readOnReturn(session, history, () => all.set(gatherMs));
  const unsubscribe = session.subscribe((news) => {
    if (concerns(news, fileId)) all.set(gatherMs);
    else if (news.kind === 'files' || news.kind === 'queue' || news.kind === 'status') around.set(aroundMs);
  });
  all.set(restMs);

  return {
    get detail() {
      return detail.value;
    },
    get detailError() {
      return detail.error;
    },
    get movedTo() {
      return place.movedTo;
    },
    get history() {
      return history.value;
    },
    get historyError() {
      return history.error;
    },
    refresh: () => all.set(0),
    close() {
      unsubscribe();
      endReturn();
      all.close();
      around.close();
    },
  };
}

function concerns(news: SessionNews, fileId: string): boolean {
  return news.kind === 'snapshot' || (news.kind === 'files' && news.fileIds.includes(fileId));
}
