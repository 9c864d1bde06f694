import { toAppError } from '../../../shared/errors/app-error.ts';
import { isPartName } from '../../../shared/model/part-name.ts';
import type { ScanResult } from '../observe/scan.ts';
import type { FolderEntry, LibraryDisk } from '../ports.ts';
import { dayMs } from '../state/counted-days.ts';
import { tidyBackups } from './tidy-backups.ts';
import { createOldCopies, type OldCopiesOptions } from './old-copies.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { Placing } from '../library/placing.ts';
import type { SavedLate } from './saved-late.ts';
import { discardTheirs } from '../transfer/discard-theirs.ts';
import { removePart } from '../transfer/fetch-version.ts';
import type { UnneededCopy } from '../state/conflicts.ts';
import { closeEnded } from '../library/ended-conflicts.ts';
import { pathIn } from '../tree/paths.ts';
import { conflictFolder, ownFolder } from '../../../shared/model/own-folder.ts';

/** A download that nobody went on with for so long starts from scratch when it is wanted again. */
const keepPartsDays = 7;

/** What this computer knows nothing of may be another one's; by one day the count may be wrong. */
const keepOthersDays = 2;

/** A version kept for a conflict of which nothing is known stays for so long. */
const keepCopiesDays = 30;

interface HousekeepingOptions extends Omit<OldCopiesOptions, 'onFailure'> {
  readonly context: OldCopiesOptions['context'] & Placing;
  readonly savedLate: SavedLate;
}

/**
 * Clears away what the app itself put into a library and nobody needs any more: once a day, after a scan that proved
 * the folder to be the library. A failure is written to the log and tried again later.
 */
export function createHousekeeping(options: HousekeepingOptions) {
  const { ports, context, savedLate } = options;
  const onFailure = (error: unknown): void =>
    ports.log('warn', 'copies-not-cleared', { library: context.library.libraryId, code: toAppError(error).code });
  const oldCopies = createOldCopies({ ...options, onFailure });
  let dueMs = -Infinity;
  /** What could not be removed is tried again the next day. */
  let failed = new Set<string>();

  async function tidyIfDue(result: ScanResult): Promise<void> {
    if (dueMs > ports.clock.steadyMs()) return;
    dueMs = ports.clock.steadyMs() + dayMs;
    failed = new Set();
    const nowMs = ports.clock.now();
    const oldMs = context.days.before(1, nowMs);
    await tidyBackups(context, oldMs, savedLate, onFailure).catch(onFailure);
    await clearParts(context, result, nowMs).catch(onFailure);
  }

  return {
    /** Clears the service's versions away that were kept for conflicts which are over. */
    async clearConflicts(): Promise<void> {
      closeEnded(context);
      for (const copy of context.unneeded.all().filter(({ keptAt }) => !failed.has(keptAt))) {
        await removeUnneeded(context, copy, ports.clock.now()).catch((error: unknown) => {
          failed.add(copy.keptAt);
          ports.log('warn', 'conflict-copy-not-removed', { code: toAppError(error).code });
        });
      }
    },

    async keepIfDue(result: ScanResult): Promise<void> {
      if (!result.proven) return;
      await tidyIfDue(result);
      oldCopies.clearIfDue();
    },

    isBusy: oldCopies.isBusy,
    close: oldCopies.close,
  };
}

/** Removes what downloads left: parts nobody went on with, and files no record speaks of. */
async function clearParts(context: KeptCopies & LibraryFolder, result: ScanResult, nowMs: number): Promise<void> {
  const { disk, parts, days } = context;
  const oldMs = days.before(keepOthersDays, nowMs);
  const oldPartsMs = days.before(keepPartsDays, nowMs);
  const oldCopiesMs = days.before(keepCopiesDays, nowMs);
  const wanted = new Set<string>(parts.inUse);
  for (const part of parts.all()) {
    if (part.notedMs >= oldPartsMs) wanted.add(part.path);
    else if (!parts.inUse.has(part.path)) await removePart(context, part.path);
  }
  const kept = await entriesOf(disk, conflictFolder);
  const own = [...kept, ...(await entriesOf(disk, ownFolder))];
  const found = [...result.leftovers, ...own.filter(({ name }) => isPartName(name))];
  for (const { path, modifiedMs } of found) {
    // What is younger may be another computer's that works on the same folder.
    if (!wanted.has(path) && modifiedMs < oldMs) await disk.remove(path);
  }
  for (const { path, kind, modifiedMs, name } of kept) {
    // Left by a crash: the service has it, so another computer that does know it gets it again.
    const isOld = kind === 'file' && !isPartName(name) && modifiedMs < oldCopiesMs;
    if (isOld && !context.unneeded.isNeeded(path)) context.unneeded.note({ keptAt: path });
  }
}

async function entriesOf(disk: LibraryDisk, folder: string): Promise<(FolderEntry & { readonly path: string })[]> {
  const entries = (await disk.list(folder)) ?? [];
  return entries.map((entry) => ({ ...entry, path: pathIn(folder, entry.name) }));
}

async function removeUnneeded(
  context: LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Placing,
  copy: UnneededCopy,
  nowMs: number,
): Promise<void> {
  const { unneeded } = context;
  await context.placeAt(copy.keptAt, async () => {
    if (!unneeded.has(copy.keptAt)) return;
    await discardTheirs(context, copy, nowMs);
    unneeded.forget(copy.keptAt);
  });
}
