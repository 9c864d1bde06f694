import type { BackupRecord } from '../../../shared/rpc/backup-records.ts';
import type { EngineCalls } from '../../../shared/rpc/command-contract.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { canonicalPlace, fileAt, whichSync, withEachEngine, withEngineHolding, type States } from './engines.ts';
import { exitCodes, printResult } from './output.ts';

type Asking = States & { readonly json: boolean };

/** A kept copy as it is printed, with its full path. */
type ListedCopy = Omit<BackupRecord, 'absolutePath'> & { readonly copy: string };

/** So many copies are asked for at once. */
const askedAtOnce = 500;

/**
 * Lists the replaced files that are kept, newest first: all, or those of one file. Asks no service.
 * @returns the exit code
 * @throws AppError `unknown-item` for a file in no library
 */
export async function backupsCommand(file: string | undefined, { json, ...states }: Asking): Promise<number> {
  const found =
    file === undefined
      ? (await withEachEngine(states, (calls) => allBackups(calls))).flat()
      : await backupsOf(await canonicalPlace(file), states);
  const copies = found
    .sort((a, b) => b.keptAtMs - a.keptAtMs)
    .map(({ absolutePath: copy, ...row }): ListedCopy => ({ ...row, copy }));
  printResult(json, { total: copies.length, copies }, ({ copies: shown }) =>
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

function backupsOf(path: string, states: States): Promise<BackupRecord[]> {
  return withEngineHolding(states, path, async (calls) => allBackups(calls, (await fileAt(calls, path)).fileId));
}

async function allBackups(calls: EngineCalls, fileId?: string): Promise<BackupRecord[]> {
  const found: BackupRecord[] = [];
  for (;;) {
    const { rows } = await calls.files.backups({ fileId, offset: found.length, limit: askedAtOnce });
    found.push(...rows);
    if (rows.length < askedAtOnce) return found;
  }
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
