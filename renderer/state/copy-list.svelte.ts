import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { BackupRecord } from '../../shared/rpc/backup-records.ts';
import { createKeptAnswer } from './kept-answer.svelte.ts';
import type { Session, SessionNews } from './session.svelte.ts';

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
/** The contract answers that many in one call. */
const mostAtOnce = 500;

/** The file whose copies are meant, or only those that were saved into late; all of them without. */
interface AboutCopies {
  readonly fileId?: string;
  readonly savedLate?: true;
}

export function createCopyList(session: Session, about: AboutCopies = {}): CopyList {
  const { fileId } = about;
  let limit = pageLength;
  const isAbout = (news: SessionNews): boolean =>
    news.kind === 'snapshot' || (news.kind === 'files' && (fileId === undefined || news.fileIds.includes(fileId)));
  const { answer, ...kept } = createKeptAnswer(session, () => readCopies(session, about, limit), isAbout, gatherMs);

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
      limit += pageLength;
      void kept.refresh();
    },
    ...kept,
  };
}

async function readCopies(
  { client }: Session,
  about: AboutCopies,
  most: number,
): Promise<{ total: number; rows: BackupRecord[] }> {
  const rows = new Map<string, BackupRecord>();
  for (let offset = 0; ; offset += mostAtOnce) {
    const part = { offset, limit: Math.min(mostAtOnce, most - offset) };
    const found = await client.files.backups({ ...about, ...part });
    // One that was kept meanwhile moves the others on, so that one of them may come twice.
    for (const row of found.rows) rows.set(row.backupId, row);
    const isEnd = offset + found.rows.length >= found.total;
    if (isEnd || offset + mostAtOnce >= most)
      return { total: isEnd ? rows.size : found.total, rows: [...rows.values()] };
  }
}
