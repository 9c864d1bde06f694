import type { AppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { BackupCopy } from '../state/backup-copies.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { LibraryRecords, ServiceSide } from '../state/library-state.ts';

/** What became known of a key without bytes being moved, and that people want to know. */
export interface KeyNews {
  /** `foundChanged`: its bytes changed while size and date did not; `leftLine`: its class or program changed. */
  readonly kind: 'adopted' | 'relinked' | 'removedHere' | 'foundChanged' | 'leftLine';
  /** Of a file that left it, the key on which it was agreed. */
  readonly key: ContentKeyText;
  readonly path: string;
  /** The last version agreed on under that key. */
  readonly version?: Version | undefined;
}

/** What happens in one library. `keyNews`, `savedLate` and `unreadable` are told in the transaction that writes them. */
type LibraryEvent =
  /** People see these files differently now, or the library itself where there are none. */
  | { readonly kind: 'changed'; readonly paths: readonly string[] }
  /** A fact about these keys changed in the folder. */
  | { readonly kind: 'dirtyHere'; readonly keys: readonly ContentKeyText[] }
  /** Whether its files may be called up to date has changed. */
  | { readonly kind: 'freshness' }
  /** Entries of its queue may be carried out. */
  | { readonly kind: 'transfersDue' }
  | { readonly kind: 'paused'; readonly reason: AppError }
  /** It goes on, also for the first time in this run. */
  | { readonly kind: 'goesOn' }
  | { readonly kind: 'keyNews'; readonly news: readonly KeyNews[] }
  /** Somebody saved into a file after it was replaced. */
  | { readonly kind: 'savedLate'; readonly copy: BackupCopy }
  /** A file cannot be read any more. */
  | { readonly kind: 'unreadable'; readonly file: LocalFile }
  /** Its marker is known now. */
  | { readonly kind: 'marker'; readonly markerId: string }
  | { readonly kind: 'scanned'; readonly atMs: number }
  /** What a scan showed was followed as far as it can be now. */
  | { readonly kind: 'compared' };

export type TellLibrary = (event: LibraryEvent) => void;

export type TellOfLibrary = (context: LibraryRecords & ServiceSide, event: LibraryEvent) => void;
