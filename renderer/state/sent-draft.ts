import type { FileRecord } from '../../shared/rpc/file-records.ts';

/** Whether what stands here is on the service as a draft, which tells what its release would be called. */
export function isSentDraft({ state }: Pick<FileRecord, 'state'>): boolean {
  return state === 'draft' || state === 'releaseLost';
}
