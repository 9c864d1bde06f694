import type { OutgoingFile } from '../../../shared/api/caller.ts';
import type { Blob, createSentRows } from './sent-rows.ts';
import { letGo, type WaitingBytes } from './waiting-bytes.ts';
import type { KeptFile } from './write.ts';

/** Bytes that a service took, for as long as it may drop them: no version of it has them yet. */
export interface SentBytes {
  /** Durable when it resolves. Where there is no room, only the service has them. */
  keep(blob: Blob, file: OutgoingFile): Promise<void>;
  find(blob: Blob): KeptFile | undefined;
  /** The service has a version of them. */
  remove(blob: Blob): Promise<void>;
}

export function createSentBytes(
  rows: ReturnType<typeof createSentRows>,
  bytes: WaitingBytes,
  now: () => number,
): SentBytes {
  return {
    async keep(blob, file) {
      const kept = await bytes.keep(file).catch(() => undefined);
      if (!kept) return;
      let gone: readonly string[] = [kept.bytesId];
      try {
        gone = rows.add({ ...blob, file: { ...kept, fileName: file.fileName }, sentMs: now() });
      } finally {
        await letGo(bytes, gone);
      }
    },
    find: (blob) => rows.find(blob),
    remove: (blob) => letGo(bytes, rows.remove(blob)),
  };
}
