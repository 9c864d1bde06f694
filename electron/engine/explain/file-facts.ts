import type { Program } from '../../../shared/model/program.ts';
import type { FileRecord } from '../../../shared/rpc/file-records.ts';
import type { Verdict } from '../judge/verdict.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import type { LibraryFacts } from '../library/library-facts.ts';
import type { BoundedChange } from '../state/bounded-changes.ts';
import type { LastStop } from '../state/settings-store.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { FoundConflict } from '../state/conflicts.ts';
import type { RemoteItem } from '../state/remote-tree.ts';
import type { AgreedEntry } from '../state/synced-tree.ts';
import type { SomePaths } from '../state/local-keys.ts';

/** Everything that decides why a file of a library stands as it does. */
export interface FileFacts {
  readonly libraryName: string;
  /** Those that the library declares. */
  readonly programs: readonly Program[];
  readonly scannedAtMs?: number | undefined;
  /** When the service last answered for this library. */
  readonly confirmedAtMs?: number | undefined;
  readonly hasService: boolean;
  /** What only an engine that runs for the library knows. */
  readonly live?: LibraryFacts | undefined;
  readonly isPaused?: boolean | undefined;
  /** What stopped the library when an engine ran for it last. */
  readonly stopped?: LastStop | undefined;
  /** What the last engine did not get through by, where none runs. */
  readonly cutOff?: LastStop | undefined;
  readonly file: LocalFile;
  readonly verdict: Verdict;
  readonly row: FileRecord;
  /** Other files that claim the same content key: the first of them, and how many there are. */
  readonly rivals: () => SomePaths;
  /** Another file that was not read yet and may be of the same key. */
  readonly unreadRival: () => string | undefined;
  /** Where a file of the same key stands in another library. */
  readonly otherPlace: () => { readonly library: string; readonly path: string } | undefined;
  readonly synced?: AgreedEntry | undefined;
  /** Whether the service has, or may have, its last bytes besides those agreed on. */
  readonly isKnownThere: () => boolean;
  readonly remote?: RemoteItem | undefined;
  readonly conflict?: FoundConflict | undefined;
  /** What is to be done with it together with many others. */
  readonly change?: BoundedChange | undefined;
  readonly transfer?: QueuedFacts | undefined;
  readonly release?: QueuedFacts | undefined;
}

export interface QueuedFacts {
  readonly entry: QueueEntry;
  /** How many entries go before it. */
  readonly ahead: () => number;
}
