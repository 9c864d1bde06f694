import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { HistoryRecord } from '../../shared/rpc/activity-records.ts';
import type { FileDetail } from '../../shared/rpc/file-records.ts';
import { createAnswer, type Answer } from './answer.svelte.ts';
import type { Session, SessionNews } from './session.svelte.ts';

/** One file with its versions, kept true while it changes. */
export interface FileHistory {
  readonly detail: FileDetail | undefined;
  readonly detailError: ErrorRecord | undefined;
  /** `undefined` for a file without a content key, and until the first answer. */
  readonly history: HistoryRecord | undefined;
  readonly historyError: ErrorRecord | undefined;
  readonly historyBusy: boolean;
  readonly refresh: () => void;
  readonly close: () => void;
}

// Arrow keys run over files faster than anybody reads: only where they rest is asked for.
const restMs = 80;
const gatherMs = 100;
// What happens around a file comes in bursts, and reading it costs no request to the service.
const aroundMs = 400;

export function createFileHistory(session: Session, fileId: string): FileHistory {
  const detail = createAnswer<FileDetail>(session);
  const history = createAnswer<HistoryRecord>(session);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let detailTimer: ReturnType<typeof setTimeout> | undefined;

  const readDetail = () => detail.ask(() => session.client.files.get({ fileId }));

  async function read(): Promise<void> {
    timer = undefined;
    await readDetail();
    const key = detail.value?.file.key;
    if (key === undefined) history.clear();
    else await history.ask(() => session.client.versions.list({ key }));
  }
  const readSoon = (ms: number) => (timer ??= setTimeout(() => void read(), ms));

  /** The file is as it was, but why it stands as it does may be another thing. */
  function readDetailSoon(): void {
    detailTimer ??= setTimeout(() => {
      detailTimer = undefined;
      if (timer === undefined) void readDetail();
    }, aroundMs);
  }

  const isOutdated = createReturnWatch(session, history);
  const unsubscribe = session.subscribe((news) => {
    if (concerns(news, fileId) || isOutdated(news)) readSoon(gatherMs);
    else if (news.kind === 'files' || news.kind === 'queue' || news.kind === 'status') readDetailSoon();
  });
  readSoon(restMs);

  return {
    get detail() {
      return detail.value;
    },
    get detailError() {
      return detail.error;
    },
    get history() {
      return history.value;
    },
    get historyError() {
      return history.error;
    },
    get historyBusy() {
      return history.busy;
    },
    refresh: () => void readSoon(0),
    close() {
      unsubscribe();
      clearTimeout(timer);
      clearTimeout(detailTimer);
    },
  };
}

function concerns(news: SessionNews, fileId: string): boolean {
  return news.kind === 'snapshot' || (news.kind === 'files' && news.fileIds.includes(fileId));
}

/** Tells of all news, one after the other, whether the service answers again that could not be asked for a history. */
function createReturnWatch(session: Session, history: Pick<Answer<HistoryRecord>, 'value'>) {
  let isOnline = session.status?.connection.state === 'online';
  return (news: SessionNews): boolean => {
    if (news.kind !== 'status') return false;
    const wasOnline = isOnline;
    isOnline = news.status.connection.state === 'online';
    return isOnline && !wasOnline && history.value?.asOfMs !== undefined;
  };
}
