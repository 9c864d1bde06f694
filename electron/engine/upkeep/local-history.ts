import { toAppError } from '../../../shared/errors/app-error.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { noteBackup, removeBackup, removeUnlessSavedInto } from '../transfer/backup-folder.ts';
import { assertRoom } from '../transfer/assert-room.ts';
import type { Ports } from '../ports.ts';
import type { BackupCopy } from '../state/backup-copies.ts';
import type { LocalFile } from '../state/local-file.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Placing } from '../library/placing.ts';
import {
  createSavesToKeep,
  freshMs,
  historyBytes,
  isEdit,
  longestKeptBytes,
  type SavesToKeepOptions,
} from './saves-to-keep.ts';

const tidyEveryMs = 60_000;

interface LocalHistoryOptions extends SavesToKeepOptions {
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly context: LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Placing;
}

/**
 * Keeps what a file was when it had settled and cannot be sent right now (an outage, a library that sends on Publish, a
 * line that is slower than the saves), because the next save would leave it nowhere. Each copy is made next to the sync,
 * and goes when the service has its bytes, some days after it was saved over, or when there are too many bytes: the
 * oldest first.
 */
export function createLocalHistory(options: LocalHistoryOptions) {
  const { ports, context } = options;
  const { library } = context;
  const turns = createSteps((error) => {
    ports.log('warn', 'local-history-not-kept', { library: library.libraryId, code: toAppError(error).code });
  });
  const onUncleared = createUnclearedTeller(options);
  let tidyDueMs = -Infinity;
  /** Whether there may be copies, so that most turns need not look. */
  let mayHold = true;
  const saves = createSavesToKeep(options);

  function keepDue(): void {
    let isFull = false;
    for (const { path, key } of dueFiles(options, saves.takeDue()))
      turns.add(async () => {
        if (isFull) return saves.tryAgain(key);
        mayHold = true;
        // Not while the file is being replaced.
        await context
          .placeAt(path, () => keep(options, path, key))
          .catch((error: unknown) => {
            const { code, retryable } = toAppError(error);
            isFull = code === 'disk-full';
            if (retryable) saves.tryAgain(key);
            throw error;
          });
      });
  }

  return {
    /**
     * Files of these keys have settled, or something came of sending them: they are kept if they cannot be sent now, as
     * in a conflict, or refused by the service.
     */
    noteSettled: saves.noteSettled,

    /** Before the folder is looked at: what was not seen to be saved over counts as kept now, as long as nobody looked. */
    renewStanding: () => renewStanding(options),

    /** When something has to be looked at, by the steady clock. */
    dueMs: saves.dueMs,

    /**
     * Has everything kept and removed that is due, while the sync goes on.
     * @param wake asks to be called again, as there is more by now
     */
    work(wake: () => void): void {
      const nowMs = ports.clock.steadyMs();
      const looksBack = saves.takeLookBack();
      keepDue();
      if (!looksBack && (!mayHold || tidyDueMs > nowMs)) return;
      tidyDueMs = nowMs + tidyEveryMs;
      turns.add(async () => {
        const tidied = await tidy(options, turns.isClosed, onUncleared);
        mayHold = tidied.mayHold;
        if (!looksBack) return;
        saves.lookBack(tidied.leftBytes);
        wake();
      });
    },

    isBusy: turns.isBusy,
    close: turns.close,
  };
}

function renewStanding({ ports, context, settings }: LocalHistoryOptions): void {
  context.days.count(ports.clock);
  if (settings().historyDays > 0) context.backups.renewStanding(ports.clock.now());
}

/** Tells once of each copy that cannot be cleared: it is tried again with every look. */
function createUnclearedTeller({ ports, context: { library } }: LocalHistoryOptions) {
  const told = new Set<string>();
  return ({ keptAt }: BackupCopy, error: unknown): void => {
    if (told.has(keptAt)) return;
    told.add(keptAt);
    ports.log('warn', 'copies-not-cleared', { library: library.libraryId, code: toAppError(error).code });
  };
}

/** One step after the other; a failure costs one of them. */
function createSteps(onFailure: (error: unknown) => void) {
  let last = Promise.resolve();
  let underway = 0;
  let closed = false;
  return {
    add(step: () => Promise<void>): void {
      underway += 1;
      last = last
        .then(() => (closed ? undefined : step()))
        .catch(onFailure)
        .finally(() => (underway -= 1));
    },
    isBusy: (): boolean => underway > 0,
    isClosed: (): boolean => closed,
    close: async (): Promise<void> => {
      closed = true;
      await last;
    },
  };
}

/** The files to be kept, the shortest first: where there is no room for one, there is none for those after it. */
function dueFiles(options: LocalHistoryOptions, keys: readonly ContentKeyText[]) {
  const { context } = options;
  // Nearly all of a first sync are there by now.
  const different = context.trees()?.differentAmong(keys) ?? keys;
  return different
    .flatMap((key) =>
      context.files
        .claimants(key, Infinity)
        .settled.flatMap(({ path }) => fileToKeep(options, path, key) ?? [])
        .map(({ path, sizeBytes }) => ({ path, key, sizeBytes })),
    )
    .toSorted((one, other) => one.sizeBytes - other.sizeBytes);
}

/** @returns the file, where it has settled and the service does not have its bytes */
function fileToKeep(
  { ports, context, settings }: LocalHistoryOptions,
  path: string,
  key: ContentKeyText,
): (LocalFile & { readonly sha256: Sha256 }) | undefined {
  const file = context.files.get(path);
  if (!file?.settled || file.sha256 === undefined || file.goneSinceMs !== undefined) return undefined;
  const { sha256, sizeBytes, modifiedMs } = file;
  if (settings().historyDays === 0 || sizeBytes > longestKeptBytes(settings())) return undefined;
  const isFresh = Math.abs(ports.clock.now() - modifiedMs) < freshMs;
  const isWorthIt = (isFresh || isEdit(context, key)) && !context.trees()?.hasBytes(key, sha256);
  return isWorthIt ? { ...file, sha256 } : undefined;
}

async function keep(options: LocalHistoryOptions, path: string, key: ContentKeyText): Promise<void> {
  const { ports, context } = options;
  const { disk, backups } = context;
  const file = fileToKeep(options, path, key);
  if (!file || backups.withBytesOf(key, file.sha256, 'history')) return;
  const { sha256 } = file;
  await assertRoom(disk, file.sizeBytes);
  const nowMs = ports.clock.now();
  // Without its hash it counts for nothing until it is proved to be whole.
  const unproven = { path, keptMs: nowMs, reason: 'superseded', key } as const;
  const keptAt = await noteBackup(context, unproven);
  try {
    await disk.copy(path, keptAt);
    // What was saved meanwhile is another state, and may be half of one.
    if ((await disk.hash(keptAt)).sha256 === sha256) return backups.note({ ...unproven, keptAt, sha256 });
  } catch (error) {
    // What another computer put there in the same moment is the only one of its kind.
    if (toAppError(error).code === 'target-occupied') backups.forget(keptAt);
    else await removeBackup(context, keptAt);
    throw error;
  }
  await removeBackup(context, keptAt);
}

/**
 * Removes what the service has by now, what is old, and the oldest of what is too much.
 * @param onUncleared told of each copy that is open in a program, say: it holds up no other one
 * @returns whether there may be copies, and how many bytes more may be kept
 */
async function tidy(
  { ports, context, settings }: LocalHistoryOptions,
  isClosed: () => boolean,
  onUncleared: (copy: BackupCopy, error: unknown) => void,
): Promise<{ readonly mayHold: boolean; readonly leftBytes: number }> {
  const { backups, disk } = context;
  const nowMs = ports.clock.now();
  const copies = backups.history();
  const old = new Set(backups.keptFor(settings().historyDays, 'history', nowMs).map(({ keptAt }) => keptAt));
  let leftBytes = historyBytes(settings());
  for (const copy of copies) {
    if (isClosed()) break;
    try {
      const stat = await disk.stat(copy.keptAt);
      const sizeBytes = stat?.sizeBytes ?? 0;
      leftBytes -= sizeBytes;
      // A crash left it, before it was proved to be whole.
      const isUnproven = copy.sha256 === undefined || !stat;
      const isOver = isUnproven || old.has(copy.keptAt) || (await isNeedless(context, copy));
      if (isUnproven) await removeBackup(context, copy.keptAt);
      else if (isOver || leftBytes < 0) await forgetSame(context, copy);
      if (isOver) leftBytes += sizeBytes;
    } catch (error) {
      onUncleared(copy, error);
    }
  }
  return { mayHold: copies.length > 0, leftBytes };
}

/** Whether its bytes are on the service by now, or kept as those of its file when that was replaced. */
async function isNeedless(
  context: ServiceSide & KeptCopies & LibraryFolder & Placing,
  { key, sha256 }: BackupCopy,
): Promise<boolean> {
  if (key === undefined || sha256 === undefined) return false;
  if (context.trees()?.hasBytes(key, sha256)) return true;
  const replaced = context.backups.withBytesOf(key, sha256, 'replaced');
  if (!replaced) return false;
  const { keptAt, path } = replaced;
  // While its file is being replaced, that copy goes again where this fails.
  const isThere = () => context.backups.get(keptAt) !== undefined;
  return context.placeAt(path, async () => isThere() && (await context.disk.hash(keptAt)).sha256 === sha256);
}

/** Somebody may have opened the copy and saved into it: then its bytes are no longer the same. */
async function forgetSame(context: KeptCopies & LibraryFolder & Placing, { keptAt }: BackupCopy): Promise<void> {
  // Not while it is put back.
  await context.placeAt(keptAt, async () => {
    const copy = context.backups.get(keptAt);
    if (!copy) return;
    const saved = await removeUnlessSavedInto(context, copy);
    if (saved !== undefined) context.backups.note({ ...copy, reason: 'unknown', sha256: saved });
  });
}
