import { SvelteMap } from 'svelte/reactivity';
import type { Session } from './session.svelte.ts';

/** How far running transfers are, between the moments when their rows are read again. */
export interface TransferProgress {
  /** 0 … 1; `undefined` when nothing was heard since its row was read. */
  readonly ofFile: (fileId: string) => number | undefined;
  readonly ofEntry: (entryId: number) => number | undefined;
  readonly close: () => void;
}

export function createTransferProgress(session: Session): TransferProgress {
  const byFile = new SvelteMap<string, number>();
  const byEntry = new SvelteMap<number, number>();
  const unsubscribe = session.subscribe((news) => {
    if (news.kind === 'progress') {
      byFile.set(news.fileId, news.progress);
      byEntry.set(news.entryId, news.progress);
    }
    if (news.kind === 'files') for (const fileId of news.fileIds) byFile.delete(fileId);
    if (news.kind === 'snapshot') {
      byFile.clear();
      byEntry.clear();
    }
  });
  return {
    ofFile: (fileId) => byFile.get(fileId),
    ofEntry: (entryId) => byEntry.get(entryId),
    close: unsubscribe,
  };
}
