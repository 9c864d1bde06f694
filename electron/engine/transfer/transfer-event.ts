import type { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';

/** What transfers tell while they run. What came of one is recorded, see `TransferOptions.record`. */
type TransferEvent =
  /** Something else began to run, or ended. */
  | { readonly kind: 'queue' }
  | {
      readonly kind: 'progress';
      readonly entry: QueueEntry;
      readonly path: string | undefined;
      /** 0 … 1 */
      readonly fraction: number;
    }
  | { readonly kind: 'failed'; readonly entry: QueueEntry; readonly error: AppError }
  /** A fact about these keys changed. */
  | { readonly kind: 'dirty'; readonly libraryId: string; readonly keys: readonly ContentKeyText[] }
  /** A file is not what was read of it: it has to be read again. */
  | { readonly kind: 'fileChanged'; readonly libraryId: string; readonly path: string }
  /** Another folder, or none, was found in the library's place: it has to be looked at as a whole. */
  | { readonly kind: 'folderLost'; readonly libraryId: string }
  /** The service no longer has what it listed. */
  | { readonly kind: 'loss'; readonly libraryId: string };

export type TellTransfers = (event: TransferEvent) => void;
