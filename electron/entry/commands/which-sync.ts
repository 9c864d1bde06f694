import type { KnownLibrary, NamedFile } from '../../../shared/rpc/command-contract.ts';

/** How the library of something stands: whether it is synced right now, and whether a person paused it. */
export type Synced = Pick<NamedFile, 'isSynced' | 'isPaused'>;

/** Who goes on with what was said about these, at the beginning of a sentence. */
export function whichSync(those: readonly Synced[]): string {
  if (those.some(({ isPaused }) => isPaused)) return 'Once you resume the paused library, a sync';
  return those.every(({ isSynced }) => isSynced) ? 'The sync that runs' : 'The next sync';
}

/** @param library as a list of libraries tells of it */
export function syncedOf({ isSynced, settings }: KnownLibrary): Synced {
  return { isSynced, isPaused: settings.isPaused };
}
