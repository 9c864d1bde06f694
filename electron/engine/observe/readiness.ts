import type { CadFacts, Clock, FileStat, HashedFile, InspectCadFile, LibraryDisk } from '../ports.ts';
import { nameOf } from '../tree/paths.ts';
import type { LockCheck } from './open-locks.ts';
import { stillTimeMs } from './resting-time.ts';

/** How long a file that does not look whole is waited for, once it stays unchanged. A help, never the only test. */
const incompleteWaitMs = 300_000;

export type Readiness =
  | {
      readonly kind: 'ready';
      readonly stat: FileStat;
      readonly facts: CadFacts;
      /** Where it was read whole with that. */
      readonly hashed?: HashedFile | undefined;
    }
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

/** What a file is looked at with. */
interface Looks {
  readonly disk: LibraryDisk;
  readonly inspect: InspectCadFile;
  readonly locks: LockCheck;
  readonly clock: Pick<Clock, 'now' | 'steadyMs'>;
  /** Whether files of its drive are dated by this computer. */
  readonly isDatedHere: boolean;
}

/**
 * Whether a file may be read: its size and date have stood still for the quiet time, no program holds it back by a lock
 * file, and it looks whole by its format's own end mark. One that does not is taken some time all the same, unless its
 * program may have it open: then it waits for what that program or a person does.
 */
export async function judgeReadiness(
  { disk, inspect, locks, clock, isDatedHere }: Looks,
  path: string,
  last: LastLook,
  quietTimeMs: number,
): Promise<Readiness> {
  const stat = await disk.stat(path);
  if (stat?.kind !== 'file') return { kind: 'gone' };
  if (stat.sizeBytes !== last.sizeBytes || stat.modifiedMs !== last.modifiedMs) {
    return { kind: 'wait', reason: 'moving', againInMs: quietTimeMs, stat };
  }
  const stillMs = stillTimeMs(clock, stat, last.sinceMs, isDatedHere);
  if (stillMs < quietTimeMs) return { kind: 'wait', reason: 'moving', againInMs: quietTimeMs - stillMs, stat };
  const againInMs = Math.max(quietTimeMs, 2_000);
  const hold = await locks.holdOn(path, stillMs);
  const locked = { kind: 'wait', reason: 'locked', againInMs: lockedAgainInMs(againInMs, stillMs), stat } as const;
  if (hold === 'readingAndReplacing') return locked;
  // An empty file has nothing to read; that it is empty is for a person to know.
  if (stat.sizeBytes === 0) return { kind: 'ready', stat, facts: { whole: 'unknown' } };
  const { facts, hashed } = await disk.inspect(path, async (file) => ({
    facts: await inspect(file, nameOf(path), stat.sizeBytes),
    hashed: file.hashed,
  }));
  if (facts.whole === 'incomplete') {
    if (hold !== 'nothing') return locked;
    if (stillMs < incompleteWaitMs) return { kind: 'wait', reason: 'incomplete', againInMs, stat };
  }
  return { kind: 'ready', stat, facts, hashed };
}

/** A drawing may be open all day: the longer it is, the less often its lock is looked at. */
function lockedAgainInMs(leastMs: number, stillMs: number): number {
  return Math.max(leastMs, Math.min(15_000, stillMs / 10));
}
