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
  const byEntry = new SvelteMap<number, { readonly fileId: string; readonly progress: number }>();
  const unsubscribe = session.subscribe((news) => {
    if (news.kind === 'progress') {
      byFile.set(news.fileId, news.progress);
      byEntry.set(news.entryId, news);
    }
    if (news.kind === 'files') {
      for (const fileId of news.fileIds) byFile.delete(fileId);
      for (const [entryId, { fileId }] of byEntry) if (!byFile.has(fileId)) byEntry.delete(entryId);
    }
    if (news.kind === 'snapshot') {
      byFile.clear();
      byEntry.clear();
    }
  });
  return {
    ofFile: (fileId) => byFile.get(fileId),
    ofEntry: (entryId) => byEntry.get(entryId)?.progress,
    close: unsubscribe,
  };
}
