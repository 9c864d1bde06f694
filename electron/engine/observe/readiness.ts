import { locksOn } from '../../../shared/model/cad-locks.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { CadFacts, Clock, FileStat, InspectCadFile, LibraryDisk } from '../ports.ts';

/** How long a file that does not look whole is waited for, once it stands still. A help, never the only test. */
export const incompleteWaitMs = 300_000;

export type Readiness =
  | { readonly kind: 'ready'; readonly stat: FileStat; readonly facts: CadFacts }
  | { readonly kind: 'gone' }
  /** Look again after `againInMs`, or earlier when something moves. */
  | {
      readonly kind: 'wait';
      readonly reason: 'moving' | 'locked' | 'incomplete';
      readonly againInMs: number;
      readonly stat: FileStat;
    };

/** What was seen of a file when it was last looked at. */
export interface LastLook {
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Since when it has looked like this, by the steady clock. */
  readonly sinceMs: number;
}

/**
 * Whether a file may be read: its size and date have stood still for the quiet time, no program holds it by a lock
 * file, and it looks whole by its format's own end mark.
 */
export async function judgeReadiness(
  {
    disk,
    inspect,
    isLocked,
  }: { readonly disk: LibraryDisk; readonly inspect: InspectCadFile; readonly isLocked: IsLocked },
  path: string,
  last: LastLook,
  quietTimeMs: number,
  clock: Pick<Clock, 'now' | 'steadyMs'>,
): Promise<Readiness> {
  const stat = await disk.stat(path);
  if (stat?.kind !== 'file') return { kind: 'gone' };
  if (stat.sizeBytes !== last.sizeBytes || stat.modifiedMs !== last.modifiedMs) {
    return { kind: 'wait', reason: 'moving', againInMs: quietTimeMs, stat };
  }
  const steadyMs = clock.steadyMs();
  // A clock that was set, in whichever direction, makes no file older than it is.
  const ageMs = Math.min(clock.now(), steadyMs) - Math.max(stat.modifiedMs, stat.changedMs);
  const restingMs = restingTimeMs(steadyMs - last.sinceMs, ageMs);
  if (restingMs < quietTimeMs) return { kind: 'wait', reason: 'moving', againInMs: quietTimeMs - restingMs, stat };
  if (await isLocked(path)) return { kind: 'wait', reason: 'locked', againInMs: Math.max(quietTimeMs, 2_000), stat };
  // An empty file has nothing to read; that it is empty is for a person to know.
  if (stat.sizeBytes === 0) return { kind: 'ready', stat, facts: { whole: 'unknown' } };
  const name = path.slice(path.lastIndexOf('/') + 1);
  const facts = await disk.inspect(path, (file) => inspect(file, name, stat.sizeBytes));
  if (facts.whole === 'incomplete' && restingMs < incompleteWaitMs) {
    return { kind: 'wait', reason: 'incomplete', againInMs: Math.max(quietTimeMs, 2_000), stat };
  }
  return { kind: 'ready', stat, facts };
}

/**
 * How long a file has been at rest: since we first saw it so or, when it was last touched well in the past, since then.
 * Its date alone proves nothing: a copy that is still being written may carry that of its original.
 */
function restingTimeMs(seenMs: number, ageMs: number): number {
  return ageMs > 60_000 ? Math.max(seenMs, ageMs) : seenMs;
}

/** Whether a program holds a file open, by the lock file it leaves beside it. */
export type IsLocked = (path: string) => Promise<boolean>;

/** A check that lists each folder once: made anew for every round of looks. */
export function createLockCheck(disk: LibraryDisk): IsLocked {
  const namesIn = new Map<string, Promise<readonly string[]>>();
  const look = async (folder: string): Promise<readonly string[]> => {
    const siblings = await disk.list(folder);
    if (!siblings) throw new AppError('file-vanished');
    return siblings.map((entry) => entry.name);
  };
  return async (path) => {
    const slash = path.lastIndexOf('/');
    const folder = slash < 0 ? '' : path.slice(0, slash);
    const names = namesIn.get(folder) ?? look(folder);
    namesIn.set(folder, names);
    return locksOn(path.slice(slash + 1), await names).length > 0;
  };
}
