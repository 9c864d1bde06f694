import { toAppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import { freeBackupPath } from '../transfer/backup-folder.ts';
import { expectRoom } from '../transfer/expect-room.ts';
import type { Ports } from '../ports.ts';
import type { Queue } from '../queue/queue.ts';
import type { BackupCopy } from '../state/backup-copies.ts';
import type { LocalFile } from '../state/local-file.ts';
import { dayMs } from './clear-backups.ts';
import type { ConnectionGate } from '../transfer/connection-gate.ts';
import type { LibraryContext } from '../library/library-context.ts';

/** A longer file is not kept: copying it would keep the disk busy for long. */
const longestBytes = 512 * 2 ** 20;

/** What is on its way is given so long to arrive. */
const sendingMs = 1_000;

/** What was saved longer ago is no save of now: a folder that is synced for the first time is not kept as a whole. */
const freshMs = dayMs;

const tidyEveryMs = 60_000;

const mebibyte = 2 ** 20;

/**
 * Keeps what a file was when it had settled and cannot be sent right now (an outage, a library that sends on Publish, a
 * line that is slower than the saves), because the next save would leave it nowhere. Each copy is made beside the sync,
 * and goes when the service has its bytes, after some days, or when there are too many bytes: the oldest first.
 */
export function createLocalHistory(options: {
  readonly ports: Ports;
  readonly context: LibraryContext;
  readonly queue: Queue;
  readonly gate: ConnectionGate;
  readonly settings: () => Settings;
}) {
  const { ports, context, queue, gate, settings } = options;
  const { disk, backups, files, library } = context;
  let last = Promise.resolve();
  let underway = 0;
  let closed = false;
  let tidyDueMs = -Infinity;
  /** Whether there may be copies, so that most turns need not look. */
  let mayHold = true;
  /** Keys whose files have settled, and when it is looked whether the service has them, by the steady clock. */
  const pending = new Map<ContentKeyText, number>();

  function isOnService(key: ContentKeyText, sha256: Sha256): boolean {
    const trees = context.trees();
    if (!trees) return false;
    const isNewest = trees.synced(key)?.sha256 === sha256 || trees.remote(key)?.sha256 === sha256;
    return isNewest || trees.earlierVersion(key, sha256) !== undefined;
  }

  function isToBeKept(
    { sha256, settled, modifiedMs, sizeBytes, goneSinceMs }: LocalFile,
    key: ContentKeyText,
  ): boolean {
    if (!settled || sha256 === undefined || goneSinceMs !== undefined) return false;
    if (sizeBytes > Math.min(longestBytes, settings().historyMebibytes * mebibyte)) return false;
    const isFresh = Math.abs(ports.clock.now() - modifiedMs) < freshMs;
    return (isEdit(key) || isFresh) && !isOnService(key, sha256);
  }

  const isEdit = (key: ContentKeyText): boolean => context.trees()?.synced(key) !== undefined;

  /** Whether it goes to the service as soon as its turn comes. */
  const isOnItsWay = (key: ContentKeyText): boolean =>
    gate.isOpen() && queue.transferOf(library.libraryId, key) !== undefined;

  async function keep(path: string, key: ContentKeyText): Promise<void> {
    const file = files.get(path);
    if (file?.sha256 === undefined || !isToBeKept(file, key)) return;
    const { sha256 } = file;
    if (backups.hasHistory(sha256)) return;
    await expectRoom(disk, file.sizeBytes);
    const nowMs = ports.clock.now();
    const keptAt = await freeBackupPath(disk, path, nowMs);
    const copy: BackupCopy = { keptAt, path, keptMs: nowMs, reason: 'superseded', key };
    // Without its hash it counts for nothing until it is proved to be whole.
    backups.note(copy);
    mayHold = true;
    try {
      await disk.copy(path, keptAt);
      // What was saved meanwhile is another state, and may be half of one.
      if ((await disk.hash(keptAt)).sha256 === sha256) return backups.note({ ...copy, sha256 });
    } catch (error) {
      await forget(keptAt);
      throw error;
    }
    await forget(keptAt);
  }

  async function forget(keptAt: string): Promise<void> {
    await disk.remove(keptAt);
    backups.forget(keptAt);
  }

  /** Removes what the service has by now, what is old, and the oldest of what is too much. */
  async function tidy(): Promise<void> {
    const copies = backups.history();
    mayHold = copies.length > 0;
    const { historyDays, historyMebibytes } = settings();
    let leftBytes = historyMebibytes * mebibyte;
    for (const copy of copies) {
      if (closed) return;
      const stat = await disk.stat(copy.keptAt);
      leftBytes -= stat?.sizeBytes ?? 0;
      // A crash left it, before it was proved to be whole.
      const isUnproven = copy.sha256 === undefined || !stat;
      const isOld = copy.keptMs < ports.clock.now() - historyDays * dayMs;
      if (isUnproven || isOld || leftBytes < 0) await forget(copy.keptAt);
      else if (await isNeedless(copy)) await forgetSame(copy);
    }
  }

  /** Whether its bytes are on the service by now, or kept as those of a replaced file. */
  async function isNeedless({ key, sha256 }: BackupCopy): Promise<boolean> {
    if (key === undefined || sha256 === undefined) return false;
    if (isOnService(key, sha256)) return true;
    const replaced = backups.replacedWith(sha256);
    return replaced !== undefined && (await disk.hash(replaced.keptAt)).sha256 === sha256;
  }

  /** Somebody may have opened the copy and saved into it: then its bytes are no longer the same. */
  async function forgetSame(copy: BackupCopy): Promise<void> {
    const { sha256 } = await disk.hash(copy.keptAt);
    if (sha256 === copy.sha256) return forget(copy.keptAt);
    backups.note({ ...copy, reason: 'unknown', sha256 });
  }

  /** One after the other, while the sync goes on; a failure costs one copy and is written to the log. */
  function inTurn(step: () => Promise<void>): void {
    underway += 1;
    last = last
      .then(() => (closed ? undefined : step()))
      .catch((error: unknown) => {
        ports.log('warn', 'Local history could not be kept', { library: library.name, code: toAppError(error).code });
      })
      .finally(() => (underway -= 1));
  }

  return {
    /** Files of these keys have settled: they are kept if they cannot be sent now. */
    noteSettled(keys: readonly ContentKeyText[]): void {
      if (settings().historyDays === 0) return;
      const nowMs = ports.clock.steadyMs();
      for (const key of keys) {
        if (!isOnItsWay(key)) pending.set(key, nowMs);
        // A first sync would copy by the thousands what only waits for its turn.
        else if (isEdit(key)) pending.set(key, nowMs + sendingMs);
      }
    },

    /** When something is to be looked at, by the steady clock. */
    dueMs(): number {
      let soonestMs = Infinity;
      for (const dueMs of pending.values()) soonestMs = Math.min(soonestMs, dueMs);
      return soonestMs;
    },

    /** Has everything kept and removed that is due, beside what goes on. */
    work(): void {
      const nowMs = ports.clock.steadyMs();
      for (const [key, dueMs] of pending) {
        if (dueMs > nowMs) continue;
        pending.delete(key);
        for (const { path } of files.claimants(key, Infinity).settled) {
          const file = files.get(path);
          if (file && isToBeKept(file, key)) inTurn(() => keep(path, key));
        }
      }
      if (!mayHold || tidyDueMs > nowMs) return;
      tidyDueMs = nowMs + tidyEveryMs;
      inTurn(tidy);
    },

    isBusy: (): boolean => underway > 0,

    async close(): Promise<void> {
      closed = true;
      await last;
    },
  };
}
