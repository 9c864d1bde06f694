import type { SyncedEntry } from '../tree/entries.ts';

/** How much later than its date a file was touched where that date was put there, as unpacking and copying do. */
const datedBackMs = 60_000;

/**
 * Whether a file that is not as agreed went back to an older state: it holds an earlier version, or it carries a date
 * from before the agreed one that nobody's saving gave it. A save dates a file with the moment it was touched, by
 * whichever clock; so a clock that was set back makes no file older.
 */
export function isRolledBack(
  file: { readonly modifiedMs?: number | undefined; readonly changedMs?: number | undefined },
  base: Pick<SyncedEntry, 'modifiedMs'>,
  isEarlierVersion: boolean,
): boolean {
  if (isEarlierVersion) return true;
  const { modifiedMs, changedMs } = file;
  if (modifiedMs === undefined || changedMs === undefined || base.modifiedMs === undefined) return false;
  return modifiedMs < base.modifiedMs && changedMs - modifiedMs > datedBackMs;
}
