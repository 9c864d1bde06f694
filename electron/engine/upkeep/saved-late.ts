import { toAppError } from '../../../shared/errors/app-error.ts';
import type { Sha256 } from '../../../shared/model/sha256.ts';
import { isSameFile, sameStat } from '../observe/same-stat.ts';
import type { FileStat, Ports } from '../ports.ts';
import type { Reporter } from '../reporter.ts';
import type { BackupCopy } from '../state/backup-copies.ts';
import type { KeptCopies, LibraryRecords } from '../state/library-state.ts';
import type { LibraryFolder } from '../observe/library-folder.ts';
import type { TellLibrary } from '../library/library-event.ts';
import { nameOf } from '../tree/paths.ts';

/** So long after a file was replaced its copy is watched; later the daily look through the backup folder finds it. */
const watchedMs = 86_400_000;

const soonestLookMs = 10_000;
const latestLookMs = 3_600_000;

/** So many of the newest copies are watched. */
const watchedAtMost = 1_000;

/**
 * Notices when a program that still had a file open saves into it after it was replaced. The replaced file is the copy
 * in the backup folder, so nothing is lost; but it is not where the person believes it to be, and they are told.
 * Copies are looked at by their stat, the fresher the more often.
 */
export function createSavedLate(options: {
  readonly ports: Pick<Ports, 'clock' | 'log'>;
  readonly context: LibraryRecords & KeptCopies & LibraryFolder;
  readonly tell: TellLibrary;
}) {
  const { context, tell } = options;
  const { disk, backups } = context;
  const { clock, log } = options.ports;
  const seen = new Map<string, FileStat>();
  let lookedMs = -Infinity;

  const watched = (atMost: number): BackupCopy[] => {
    const nowMs = clock.now();
    return backups.keptWithin(nowMs - watchedMs, nowMs + watchedMs, atMost);
  };

  const note = (known: BackupCopy, saved: Sha256): void =>
    noteSavedLate(context, known, saved, (copy) => tell({ kind: 'savedLate', copy }));

  /** Notes what was saved into a copy, where its bytes are not those that are known of it. */
  async function read(copy: BackupCopy): Promise<void> {
    if (copy.sha256 === undefined) return;
    const { sha256 } = await disk.hash(copy.keptAt);
    if (sha256 !== copy.sha256) note(copy, sha256);
  }

  async function look(copy: BackupCopy): Promise<void> {
    const now = await disk.stat(copy.keptAt);
    if (now?.kind !== 'file') return;
    const before = seen.get(copy.keptAt);
    const isUntouched = before ? sameStat(before, now) : now.modifiedMs <= copy.keptMs;
    // Until the file is replaced, its copy may be but a second name of it.
    if (!isUntouched && !isSameFile(now, await disk.stat(copy.path))) await read(copy);
    // As it was before it was read: what is saved meanwhile is seen the next time.
    seen.set(copy.keptAt, now);
  }

  return {
    read,
    note,

    /** When copies are looked at next, by the steady clock; Infinity while there is none to watch. */
    dueMs(): number {
      const [newest] = watched(1);
      if (!newest) return Infinity;
      const ageMs = Math.abs(clock.now() - newest.keptMs);
      return lookedMs + Math.min(latestLookMs, Math.max(soonestLookMs, ageMs / 4));
    },

    /** A failure is written to the log; the next look tries again. */
    async lookIfDue(): Promise<void> {
      if (this.dueMs() > clock.steadyMs()) return;
      lookedMs = clock.steadyMs();
      const copies = watched(watchedAtMost);
      for (const keptAt of seen.keys()) if (!copies.some((copy) => copy.keptAt === keptAt)) seen.delete(keptAt);
      for (const copy of copies)
        await look(copy).catch((error: unknown) =>
          log('warn', 'replaced-file-not-checked', { code: toAppError(error).code }),
        );
    },
  };
}

/** Notes which bytes somebody saved into a copy, and has it told once; not of one that a person deleted by now. */
export function noteSavedLate(
  context: LibraryRecords & KeptCopies,
  copy: BackupCopy,
  saved: Sha256,
  tell: (written: BackupCopy) => void,
): void {
  if (!context.backups.get(copy.keptAt)) return;
  const written: BackupCopy = { ...copy, sha256: saved, version: undefined, serviceId: undefined, reason: 'savedLate' };
  context.transaction(() => {
    context.backups.note(written);
    if (copy.reason !== 'savedLate') tell(written);
  });
}

export type SavedLate = ReturnType<typeof createSavedLate>;

/** A program saved into a file after it was replaced. */
export function tellSavedLate(
  report: Pick<Reporter, 'tell' | 'filesChanged'>,
  libraryId: string,
  { path, key }: BackupCopy,
): void {
  report.tell(libraryId, { kind: 'savedLate', title: nameOf(path), key });
  report.filesChanged(libraryId, [path]);
}
