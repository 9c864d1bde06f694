import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { HistoryRecord } from '../../shared/rpc/activity-records.ts';
import type { FileDetail } from '../../shared/rpc/file-records.ts';
import { createAnswer } from './answer.svelte.ts';
import { readOnReturn } from './service-return.ts';
import type { Session, SessionNews } from './session.svelte.ts';

/** One file with its versions, kept true while it changes. */
interface FileHistory {
  readonly detail: FileDetail | undefined;
  readonly detailError: ErrorRecord | undefined;
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

  const endReturn = readOnReturn(session, history, () => readSoon(gatherMs));
  const unsubscribe = session.subscribe((news) => {
    if (concerns(news, fileId)) readSoon(gatherMs);
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
    refresh: () => void readSoon(0),
    close() {
      unsubscribe();
      endReturn();
      clearTimeout(timer);
      clearTimeout(detailTimer);
    },
  };
}

function concerns(news: SessionNews, fileId: string): boolean {
  return news.kind === 'snapshot' || (news.kind === 'files' && news.fileIds.includes(fileId));
}
