import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { Reachability } from '../../../shared/errors/reachability.ts';
import type { Freshness } from './freshness.ts';

/** How a library stands in the engine that runs for it, with what is known of the reading of one file. */
export interface LibraryFacts {
  /** Why the library is paused; `undefined` while it is not. */
  readonly paused?:
    | {
        readonly error?: ErrorRecord | undefined;
        readonly sinceMs?: number | undefined;
        readonly byPerson?: boolean | undefined;
      }
    | undefined;
  /** When the whole folder is compared next. */
  readonly nextScanMs: number;
  /** Whether library and service were compared since the start, or since another service was connected. */
  readonly ready: boolean;
  readonly connection: {
    readonly state: Reachability;
    readonly error?: ErrorRecord | undefined;
    readonly offlineSinceMs?: number | undefined;
    /** `Infinity` where a person has to do something first. */
    readonly nextTryMs: number;
  };
  readonly poll: { readonly dueMs: number; readonly error?: ErrorRecord | undefined };
  /** When the folder was last looked through to the end, in this run. */
  readonly scannedAtMs?: number | undefined;
  readonly freshness: Freshness;
  /** Folders the last look could not see into: what was known of the files below them may not be so any more. */
  readonly unseenFolders: readonly string[];
  /** How the reading of the file goes; `undefined` when it is not to be read. */
  readonly reading?:
    | { readonly waitsFor?: 'moving' | 'locked' | 'incomplete' | undefined; readonly dueMs: number }
    | undefined;
}
