import { lstat } from 'node:fs/promises';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { BackupRecord, PutBackRecord } from '../../../shared/rpc/backup-records.ts';
import type { EngineCalls } from '../../../shared/rpc/command-contract.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { partsOfFileId, pathIsIn } from '../../engine/tree/paths.ts';
import { canonicalPlace } from './canonical.ts';
import { fileAt, withEachEngine, withEngineHolding, type Asking } from './engines.ts';
import { whichSync, type Synced } from './which-sync.ts';
import { exitCodes, printResult } from './output.ts';

/** A kept copy as it is printed, with its full path. */
type ListedCopy = Omit<BackupRecord, 'absolutePath'> & { readonly copy: string };

/** So many copies are asked for at once. */
const askedAtOnce = 500;

/**
 * Lists the replaced files that are kept, newest first: all, or those of one file or below a folder. Asks no service.
 * @returns the exit code
 * @throws AppError `unknown-item` for a place in no library, or where nothing is and nothing was known
 */
export async function backupsCommand(named: string | undefined, { json, ...states }: Asking): Promise<number> {
  const place = named === undefined ? undefined : await canonicalPlace(named);
  const found =
    place === undefined
      ? (await withEachEngine(states, (calls) => allBackups(calls))).flat()
      : await withEngineHolding(states, place, (calls) => backupsAt(calls, place));
  const copies = found
    .sort((a, b) => b.keptAtMs - a.keptAtMs)
    .map(({ absolutePath: copy, ...row }): ListedCopy => ({ ...row, copy }));
  printResult(json, { total: copies.length, copies }, ({ copies: shown }) =>
    shown.length > 0
      ? shown.map(describe).join('\n')
      : `Nothing that was replaced is kept ${place === undefined ? 'in a library that is synced here' : `of ${place}`}.`,
  );
  return exitCodes.done;
}

/**
 * Puts a kept copy back; the file in its place is kept in its turn. Says what comes of it.
 * @param copy its path, as `backups` lists it
 * @returns the exit code
 * @throws AppError `unknown-item`, `file-in-use`, `file-changed-meanwhile` where a program saved into the copy
 * and that was not noticed before, `library-missing`, `library-unproven`, or what the disk says
 */
export async function restoreBackupCommand(copy: string, { json, ...states }: Asking): Promise<number> {
  const wanted = await canonicalPlace(copy);
  return withEngineHolding(states, wanted, async (calls) => {
    // A copy is known by its library and its path, as any file.
    const file = await fileAt(calls, wanted);
    const put = await calls.files.restoreBackup({ backupId: file.fileId });
    printResult(json, put, (told) => `Put back as ${told.path}. ${describeNext(told, file)}`);
    return exitCodes.done;
  });
}

function describeNext({ next, rival = '', version = '' }: PutBackRecord, synced: Synced): string {
  const said: Readonly<Record<PutBackRecord['next'], string>> = {
    sent: `${whichSync([synced])} sends it as the next draft.`,
    onPublish: 'It is sent once you publish it.',
    notSent: 'It is not sent; status says why.',
    unread: 'After the next sync, status says whether it is sent.',
    inStep: `It is the same as version ${version}: there is nothing to send.`,
    pick: `${rival} has the same key: neither is sent until you pick one.`,
  };
  return said[next];
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

/** Of a file, wherever it stood when it was replaced; of a folder, what stood in it. */
async function backupsAt(calls: EngineCalls, place: string): Promise<BackupRecord[]> {
  const { fileId, absolutePath } = await fileAt(calls, place);
  const ofFile = await allBackups(calls, fileId);
  if (ofFile.length > 0) return ofFile;
  const { libraryId, path: folder } = partsOfFileId(fileId);
  const all = await allBackups(calls);
  const below = all.filter((copy) => copy.libraryId === libraryId && pathIsIn(folder, copy.path));
  if (below.length === 0) await assertKnown(calls, absolutePath);
  return below;
}

/** Of a name that was mistyped nobody can say that nothing is kept. @throws AppError `unknown-item` */
async function assertKnown({ status }: EngineCalls, place: string): Promise<void> {
  if (await lstat(place).catch(() => undefined)) return;
  const { files } = await status.explain({ paths: [place] });
  if (files.some(({ state }) => state !== undefined)) return;
  throw new AppError('unknown-item', { detail: `${place} is not there, and was not known before.` });
}

async function allBackups(calls: EngineCalls, fileId?: string): Promise<BackupRecord[]> {
  const found: BackupRecord[] = [];
  for (let offset = 0; ; offset += askedAtOnce) {
    const { rows, total } = await calls.files.backups({ fileId, offset, limit: askedAtOnce });
    found.push(...rows);
    if (offset + rows.length >= total) return found;
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
  superseded: 'a save that was not sent then',
  unknown: 'found in the backup folder',
};

function describe(row: ListedCopy): string {
  const facts = [
    formats.instant(row.keptAtMs),
    formats.size(row.sizeBytes),
    row.version === undefined ? '' : `as in ${row.version}`,
    `${reasons[row.reason]}${row.replacedBy === undefined ? '' : ` (${row.replacedBy})`}`,
    row.isOnService ? '' : 'not known to be on the service',
    row.target === row.path ? '' : `goes back as ${row.target}`,
  ];
  return `${row.path}: ${facts.filter((fact) => fact !== '').join(', ')}\n  ${row.copy}`;
}
