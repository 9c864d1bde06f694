import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { BackupRecord } from '../../shared/rpc/backup-records.ts';
import { createAnswer } from './answer.svelte.ts';
import type { Session } from './session.svelte.ts';

/** Replaced files that are kept, newest first; more of them when asked for. */
export interface CopyList {
  readonly copies: readonly BackupRecord[];
  readonly total: number;
  /** Whether the first answer is there. */
  readonly isKnown: boolean;
  readonly error: ErrorRecord | undefined;
  readonly showMore: () => void;
  readonly refresh: () => void;
  readonly close: () => void;
}

const gatherMs = 150;
const pageLength = 50;

/** @param about the file whose copies are listed, or only those that were saved into late; those of all libraries without */
export function createCopyList(
  session: Session,
  about: { readonly fileId?: string; readonly savedLate?: true } = {},
): CopyList {
  const { fileId } = about;
  const answer = createAnswer<{ total: number; rows: BackupRecord[] }>(session);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let limit = pageLength;

  function read(): void {
    timer = undefined;
    void answer.ask(() => session.client.files.backups({ ...about, offset: 0, limit }));
  }
  const readSoon = (ms: number) => (timer ??= setTimeout(read, ms));

  const unsubscribe = session.subscribe((news) => {
    const isMine = news.kind === 'files' && (fileId === undefined || news.fileIds.includes(fileId));
    if (isMine || news.kind === 'snapshot') readSoon(gatherMs);
  });
  readSoon(gatherMs);

  return {
    get copies() {
      return answer.value?.rows ?? [];
    },
    get total() {
      return answer.value?.total ?? 0;
    },
    get isKnown() {
      return answer.value !== undefined;
    },
    get error() {
      return answer.error;
    },
    showMore() {
      limit = Math.min(500, limit + pageLength);
      readSoon(0);
    },
    refresh: () => void readSoon(0),
    close() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
