import type { BackupRecord } from '../../../shared/rpc/backup-records.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { canonicalPlace, fileAt, whichSync, withEachEngine, withEngineHolding, type States } from './engines.ts';
import { exitCodes, printResult } from './output.ts';

type Asking = States & { readonly json: boolean };

/** A kept copy as it is printed, with its full path. */
type ListedCopy = Omit<BackupRecord, 'absolutePath'> & { readonly copy: string };

/** At most so many copies are listed. */
const page = { offset: 0, limit: 500 } as const;

/**
 * Lists the replaced files that are kept, newest first: all, or those of one file. Asks no service.
 * @returns the exit code
 * @throws AppError `unknown-item` for a file in no library
 */
export async function backupsCommand(file: string | undefined, { json, ...states }: Asking): Promise<number> {
  const pages =
    file === undefined
      ? await withEachEngine(states, (calls) => calls.files.backups(page))
      : [await backupsOf(await canonicalPlace(file), states)];
  const copies = pages
    .flatMap(({ rows }) => rows)
    .sort((a, b) => b.keptAtMs - a.keptAtMs)
    .slice(0, page.limit)
    .map(({ absolutePath: copy, ...row }): ListedCopy => ({ ...row, copy }));
  const total = pages.reduce((sum, one) => sum + one.total, 0);
  printResult(json, { total, copies }, ({ copies: shown }) =>
    shown.length === 0 ? 'Nothing that was replaced is kept.' : shown.map(describe).join('\n'),
  );
  return exitCodes.done;
}

/**
 * Puts a kept copy back; the file in its place is kept in its turn. A sync sends it as the next draft.
 * @param copy its path, as `backups` lists it
 * @returns the exit code
 * @throws AppError `unknown-item`, `file-in-use`, `library-missing`, `library-unproven`, or what the disk says
 */
export async function restoreBackupCommand(copy: string, { json, ...states }: Asking): Promise<number> {
  const wanted = await canonicalPlace(copy);
  return withEngineHolding(states, wanted, async (calls) => {
    // A copy is known by its library and its path, as any file.
    const file = await fileAt(calls, wanted);
    const { path } = await calls.files.restoreBackup({ backupId: file.fileId });
    printResult(json, { path }, (told) =>
      [
        `Put back as ${told.path}. ${whichSync([file])} sends it as the next draft,`,
        'as far as the settings of the library let it.',
      ].join(' '),
    );
    return exitCodes.done;
  });
}

/**
 * Says that what a program saved into a file after it was replaced stays among the kept files.
 * @param copy its path, as `backups` and `status` name it
 * @returns the exit code
 * @throws AppError `unknown-item`
 */
export async function leaveBackupCommand(copy: string, { json, ...states }: Asking): Promise<number> {
  const wanted = await canonicalPlace(copy);
  return withEngineHolding(states, wanted, async (calls) => {
    const { fileId: backupId } = await fileAt(calls, wanted);
    await calls.files.leaveBackup({ backupId });
    printResult(json, { left: wanted }, (told) => `${told.left} stays where it is.`);
    return exitCodes.done;
  });
}

function backupsOf(path: string, states: States): Promise<{ readonly total: number; readonly rows: BackupRecord[] }> {
  return withEngineHolding(states, path, async (calls) => {
    const { fileId } = await fileAt(calls, path);
    return calls.files.backups({ fileId, ...page });
  });
}

const formats = createFormats('en');

const reasons: Readonly<Record<BackupRecord['reason'], string>> = {
  newerVersion: 'replaced by a newer version',
  tookTheirs: 'yours, when theirs was taken',
  opened: 'a version that was opened',
  restored: 'replaced when an earlier one was put back',
  savedLate: 'saved into by a program after it was replaced; put it back, or leave it with leave-backup',
  addedOver: 'replaced by a file that was added',
  additionUndone: 'added, and taken back',
  savedLateLeft: 'saved into by a program after it was replaced, and left here',
  superseded: 'saved over or removed before it was sent',
  unknown: 'found in the backup folder',
};

function describe(row: ListedCopy): string {
  const facts = [
    formats.instant(row.keptAtMs),
    formats.size(row.sizeBytes),
    row.version === undefined ? '' : `as in ${row.version}`,
    `${reasons[row.reason]}${row.replacedBy === undefined ? '' : ` (${row.replacedBy})`}`,
    row.isOnService ? '' : 'the only copy',
  ];
  return `${row.path}: ${facts.filter((fact) => fact !== '').join(', ')}\n  ${row.copy}`;
}
