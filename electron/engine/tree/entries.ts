import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Version } from '../../../shared/model/version.ts';

/** A file in the library that stood still, was read whole and belongs to a content key. */
export interface LocalEntry {
  readonly path: string;
  readonly sha256: Sha256;
  /** The service whose bytes were put here, where nobody has saved the file since. */
  readonly fetchedFrom?: string | undefined;
}

/** The newest version of a content key on the service. */
export interface RemoteEntry {
  readonly version: Version;
  /** Absent where the service does not say; then only reading the bytes tells. */
  readonly sha256?: Sha256 | undefined;
  /** When the service says the version was made. */
  readonly changedMs?: number | undefined;
}

/** The state on which library and service last agreed. Written only when a step is proved done. */
export interface SyncedEntry {
  readonly path: string;
  readonly version: Version;
  readonly sha256: Sha256;
  /** When the service says the version was made. */
  readonly changedMs?: number | undefined;
  /** The date of the file then. */
  readonly modifiedMs?: number | undefined;
  /** The newest release that the service lost since, when it was brought back to an earlier state. */
  readonly lostMajor?: number | undefined;
}

/** A divergence that is already recorded, with the service's version that is kept for it. */
export interface ConflictEntry {
  readonly theirVersion: Version;
  /** When the service says that version was made; 0 where it did not say. */
  readonly theirChangedMs?: number | undefined;
}

/** A file of the library that is gone, and what a person said to that. */
export interface RemovalEntry {
  /** `open`: nothing yet. `confirmed`: it is meant to be gone. */
  readonly answer: 'open' | 'confirmed';
  /** The newest version the service had when that was said; a newer one is news. */
  readonly version: Version;
}

/** Where a key belongs, for one library: `noLibrary` where none of this computer fetches it. */
export type Belonging = 'here' | 'otherLibrary' | 'noLibrary';

/** Everything the planner looks at for one content key. */
export interface KeyView {
  readonly key: ContentKeyText;
  /** All files that claim the key; more than one is an error of the library. */
  readonly locals: readonly LocalEntry[];
  readonly remote?: RemoteEntry | undefined;
  readonly synced?: SyncedEntry | undefined;
  readonly conflict?: ConflictEntry | undefined;
  /** Bytes this library sent since both sides last agreed; whether they arrived is not known. Absent where nothing hangs on it. */
  readonly sent?: ReadonlySet<Sha256> | undefined;
  /** Whether the file holds what another service has, and nobody has saved it since. */
  readonly fetchedElsewhere?: boolean | undefined;
  /** Whether the file went back to a state older than the one agreed on. */
  readonly isRolledBack?: boolean | undefined;
  /** Whether a person wants the service's version in the place of just these bytes. */
  readonly takesTheirs?: boolean | undefined;
  /** Where a person wants a file back that is gone from the library. */
  readonly restoreAt?: string | undefined;
  /** What a person said to the file's being gone. */
  readonly removal?: RemovalEntry | undefined;
  /** Whether the place of the key's file, which is not here, is one that the library ignores. */
  readonly placeIgnored?: boolean | undefined;
  /** Where a key belongs that the library never had a file of; `here` where nothing is said. */
  readonly belonging?: Belonging | undefined;
  /** Whether a person wants a file of the key in the library. */
  readonly isWanted?: boolean | undefined;
  /** Whether the file that both sides agreed on, or that may have been sent, came to be of another key. */
  readonly hasOtherKey?: boolean | undefined;
  /** Bytes a person asked to publish; `any` where it is whatever is newest. */
  readonly publishing?: ReadonlySet<Sha256 | 'any'> | undefined;
}
