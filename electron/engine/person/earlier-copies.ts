import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { formatVersion } from '../../../shared/model/version.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import type { BackupRecord, PutBackRecord } from '../../../shared/rpc/backup-records.ts';
import type { Settings } from '../../../shared/rpc/settings.ts';
import { forgetGone, readBackupPath, removeBackup, removeUnlessSavedInto } from '../transfer/backup-folder.ts';
import type { FileStat, Ports } from '../ports.ts';
import type { Reporter } from '../reporter.ts';
import { isOnService, versionOn, type BackupCopy } from '../state/backup-copies.ts';
import type { Libraries } from '../state/libraries.ts';
import { fileIdOf, nameOf, partsOfFileId } from '../tree/paths.ts';
import type { KeptCopies, LibraryRecords, ServiceSide } from '../state/library-state.ts';
import type { Links } from '../library/links-file.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { LibraryKeeper } from '../cycle/resting-libraries.ts';
import type { Runners } from '../cycle/runners.ts';
import { noteSavedLate, tellSavedLate } from '../upkeep/saved-late.ts';
import { putBack, wasPutBack } from './put-back.ts';
import { returningPlace } from './returning-place.ts';

interface EarlierCopiesParts {
  readonly ports: Pick<Ports, 'disk' | 'clock'>;
  readonly settings: () => Settings;
  readonly libraries: Pick<Libraries, 'all'>;
  readonly runners: Pick<Runners, 'keeperOf'>;
  readonly report: Pick<Reporter, 'tell' | 'filesChanged' | 'statusChanged'>;
}

/** Of which copies a page is wanted: of one file, of all libraries, or those that were saved into later. */
type WantedCopies = { readonly libraryId: string; readonly path: string } | 'savedLate' | undefined;

/** What a file was before, in the backup folder, and the way back to it. */
export function createEarlierCopies(parts: EarlierCopiesParts) {
  const { ports, runners } = parts;

  /** @throws AppError `unknown-item` */
  function find(backupId: string): FoundCopy & { readonly keeper: LibraryKeeper } {
    const { libraryId, path: keptAt } = partsOfFileId(backupId);
    const keeper = runners.keeperOf(libraryId);
    const { context } = keeper;
    const copy = readBackupPath(keptAt) && context.backups.get(keptAt);
    if (!copy) throw noSuchCopy();
    return { keeper, context, copy };
  }

  /** What becomes of a copy is done once, and it is not cleared away meanwhile; how many wait for a person is told anew. */
  async function inTurn<T>(backupId: string, work: (found: ReturnType<typeof find>) => Promise<T>): Promise<T> {
    const { context, copy } = find(backupId);
    return context.placeAt(copy.keptAt, () => work(find(backupId))).finally(parts.report.statusChanged);
  }

  /** @throws AppError `file-changed-meanwhile` */
  function keepSaved({ context, copy }: FoundCopy, saved: Sha256): never {
    noteSavedLate(context, copy, saved, (written) => tellSavedLate(parts.report, context.library.libraryId, written));
    throw savedIntoSince();
  }

  return {
    /**
     * A page of the kept copies, newest first.
     * @throws AppError `unknown-item`
     */
    list: (wanted: WantedCopies, page: Page) => listCopies(parts, wanted, page),

    /**
     * Puts a kept copy back where it belongs. The file that is there is kept in its turn.
     * @param bytesTag of the copy as it was shown; without, as it is known
     * @returns where it is, and what comes of it
     * @throws AppError `unknown-item`, `file-in-use`, `library-missing`, `file-changed-meanwhile` where the copy was saved
     * into since and so stays, or what the disk says
     */
    restore: (backupId: string, bytesTag?: string): Promise<PutBackRecord> =>
      inTurn(backupId, async (found) => {
        const { keeper, context, copy } = found;
        // What cannot be written down is not moved: it would be told to be where it is no more.
        context.backups.note(copy);
        await keeper.prove();
        await assertShown(found, bytesTag);
        const version = versionOn(context.trees(), copy);
        const { path, key, sha256 } = copy;
        const known = version && { version, sha256 };
        const assertWanted = (standing: Sha256): void => {
          if (sha256 !== undefined && standing !== sha256) keepSaved(found, standing);
        };
        const put = await putBack(context, copy.keptAt, { path, key, known, assertWanted }, ports.clock.now());
        const told = await wasPutBack(parts.report, keeper, put, ports.clock.now());
        context.backups.forget(copy.keptAt);
        return told;
      }),

    /**
     * A person says that what was saved into a file after it was replaced stays where it is.
     * @throws AppError `unknown-item`
     */
    leave(backupId: string): void {
      const { context, copy } = find(backupId);
      if (copy.reason === 'savedLate') context.backups.note({ ...copy, reason: 'savedLateLeft' });
      parts.report.statusChanged();
    },

    /**
     * Deletes a kept copy for good, because a person said so.
     * @param bytesTag of the copy as it was shown
     * @throws AppError `unknown-item`, `file-changed-meanwhile` where it was saved into since and so is kept, or what the
     * disk says
     */
    remove: (backupId: string, bytesTag: string): Promise<void> =>
      inTurn(backupId, async (found) => {
        const saved = await removeAsShown(found, bytesTag);
        if (saved !== undefined) keepSaved(found, saved);
      }),
  };
}

export type EarlierCopies = ReturnType<typeof createEarlierCopies>;

/** Within this time a copy that was noted has come, however large it is. */
const freshMs = 600_000;

interface FoundCopy {
  readonly context: LibraryKeeper['context'];
  readonly copy: BackupCopy;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** Which bytes a copy was shown with. Where nothing is known of them, or they cannot be read, its stat has to do. */
const bytesTagOf = ({ sha256 }: Pick<BackupCopy, 'sha256'>, { sizeBytes, modifiedMs, changedMs }: FileStat): string =>
  [sha256, sizeBytes, modifiedMs, changedMs].join(' ');

const savedIntoSince = (): AppError =>
  new AppError('file-changed-meanwhile', { detail: 'The copy was saved into since it was shown. It is kept.' });

const noSuchCopy = (): AppError => new AppError('unknown-item', { detail: 'There is no such copy any more.' });

/** @throws AppError `unknown-item`, or `file-changed-meanwhile` where other bytes are known of the copy by now */
async function assertShown({ context, copy }: FoundCopy, bytesTag: string | undefined): Promise<void> {
  const stat = await context.disk.stat(copy.keptAt);
  if (!stat) throw noSuchCopy();
  if (bytesTag === undefined) return;
  const isShown =
    copy.sha256 === undefined ? bytesTag === bytesTagOf(copy, stat) : bytesTag.startsWith(`${copy.sha256} `);
  if (!isShown) throw savedIntoSince();
}

/**
 * Removes a copy as it was shown.
 * @returns the hash of what was saved into it; `undefined` once the copy is gone
 * @throws AppError see `remove`
 */
async function removeAsShown({ context, copy }: FoundCopy, bytesTag: string): Promise<Sha256 | undefined> {
  await assertShown({ context, copy }, bytesTag);
  try {
    if (copy.sha256 !== undefined) return await removeUnlessSavedInto(context, copy);
  } catch (error) {
    if (toAppError(error).code !== 'file-unreadable') throw error;
    // Somebody may have saved into it while reading was tried.
    const stat = await context.disk.stat(copy.keptAt);
    if (!stat || bytesTagOf(copy, stat) !== bytesTag) throw savedIntoSince();
  }
  await removeBackup(context, copy.keptAt);
  return undefined;
}

async function listCopies(
  parts: EarlierCopiesParts,
  wanted: WantedCopies,
  page: Page,
): Promise<{ readonly total: number; readonly rows: BackupRecord[] }> {
  const { libraries, runners } = parts;
  const libraryIds =
    typeof wanted === 'object' ? [wanted.libraryId] : libraries.all().map(({ libraryId }) => libraryId);
  const copies = libraryIds
    .map((libraryId) => runners.keeperOf(libraryId).context)
    .flatMap((context) => copiesIn(context, wanted).map((copy) => ({ context, copy })))
    .sort((a, b) => b.copy.keptMs - a.copy.keptMs);
  const shown = copies.slice(page.offset, page.offset + page.limit);
  const rows = await Promise.all(shown.map(({ context, copy }) => recordOf(parts, context, copy)));
  const missing = shown.filter((_, at) => rows[at] === undefined);
  if (await forgetMissing(missing, parts.ports.clock.now() - freshMs)) {
    // One that was saved late may have been among what needs a person.
    parts.report.statusChanged();
    return listCopies(parts, wanted, page);
  }
  const there = rows.filter((row) => row !== undefined);
  return { total: copies.length - (rows.length - there.length), rows: there };
}

/** What was deleted by hand hides no save with the same bytes any longer. @returns whether any copy is forgotten */
async function forgetMissing(missing: readonly FoundCopy[], oldMs: number): Promise<boolean> {
  let isAny = false;
  for (const [context, found] of Map.groupBy(missing, (one) => one.context)) {
    const copies = found.map(({ copy }) => copy);
    // Where it is not proved that they are gone, they are only left out.
    isAny = (await forgetGone(context, copies, oldMs).catch(() => false)) || isAny;
  }
  return isAny;
}

function copiesIn({ backups, files }: LibraryRecords & KeptCopies, wanted: WantedCopies): readonly BackupCopy[] {
  if (wanted === 'savedLate') return backups.savedLate();
  return wanted ? backups.shownOf(wanted.path, files.get(wanted.path)?.key) : backups.shown();
}

async function recordOf(
  { ports, settings }: EarlierCopiesParts,
  context: LibraryRecords & ServiceSide & KeptCopies & LibraryFolder & Pick<Links, 'links'>,
  copy: BackupCopy,
): Promise<BackupRecord | undefined> {
  const { library, disk } = context;
  const stat = await disk.stat(copy.keptAt);
  if (stat?.kind !== 'file') return undefined;
  const trees = context.trees();
  const version = versionOn(trees, copy);
  const isKnown = isOnService(trees, copy);
  const target = await returningPlace(context, copy);
  const days = daysKept(settings(), copy, isKnown);
  return {
    backupId: fileIdOf(library.libraryId, copy.keptAt),
    libraryId: library.libraryId,
    path: copy.path,
    name: nameOf(copy.path),
    absolutePath: ports.disk.absolute(library.root, copy.keptAt),
    keptAtMs: copy.keptMs,
    sizeBytes: stat.sizeBytes,
    bytesTag: bytesTagOf(copy, stat),
    reason: copy.reason,
    replacedBy: copy.replacedBy && formatVersion(copy.replacedBy),
    version: version && formatVersion(version),
    isOnService: isKnown,
    clearedAtMs: days === undefined ? undefined : context.days.staysUntilMs(copy, days, ports.clock.now()),
    target,
    isTargetThere: (await disk.stat(target)) !== undefined,
  };
}

/** For how many days it stays; local history may go sooner, where it is too much. */
function daysKept({ backupDays, historyDays }: Settings, { reason }: BackupCopy, isKnown: boolean): number | undefined {
  if (reason === 'savedLateLeft') return undefined;
  const days = reason === 'superseded' ? historyDays : backupDays;
  return (reason === 'superseded' || isKnown) && Number.isFinite(days) ? days : undefined;
}
