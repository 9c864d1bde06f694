import { resolve, sep } from 'node:path';
import { AppError } from '../../../shared/errors/app-error.ts';
import type { BackupRecord } from '../../../shared/rpc/backup-records.ts';
import { createFormats } from '../../../shared/words/formats.ts';
import { isProven } from '../../engine/observe/scan.ts';
import { createEarlierCopies, type EarlierCopies } from '../../engine/run/earlier-copies.ts';
import type { LibraryContext } from '../../engine/run/library-context.ts';
import { createSettingsStore } from '../../engine/state/settings-store.ts';
import { withLibraries } from './libraries-at-rest.ts';
import { exitCodes, printResult } from './output.ts';

interface Asking {
  readonly stateDir: string;
  readonly json: boolean;
}

/** At most so many copies are listed. */
const listedAtMost = 500;

/**
 * Lists the replaced files that are kept, newest first: all, or those of one file. Asks no service.
 * @returns the exit code
 * @throws AppError `unknown-item` for a file in no library of the state folder
 */
export async function backupsCommand(file: string | undefined, { stateDir, json }: Asking): Promise<number> {
  return withCopies(stateDir, async ({ copies, contexts, absolute }) => {
    const about = file === undefined ? undefined : placeOf(resolve(file), contexts);
    const { rows, total } = await copies.list(about, { offset: 0, limit: listedAtMost });
    const told = rows.map((row) => ({ ...row, copy: absolute(row) }));
    printResult(json, { total, copies: told }, ({ copies: shown }) =>
      shown.length === 0 ? 'Nothing that was replaced is kept.' : shown.map(describe).join('\n'),
    );
    return exitCodes.done;
  });
}

/**
 * Puts a kept copy back; the file in its place is kept in its turn. The next sync sends it as the next draft.
 * @param copy its path, as `backups` lists it
 * @returns the exit code
 */
export async function restoreBackupCommand(copy: string, { stateDir, json }: Asking): Promise<number> {
  return withCopies(stateDir, async ({ copies, contexts }) => {
    const { libraryId, path: keptAt } = placeOf(resolve(copy), contexts);
    const path = await copies.restore(`${libraryId}/${keptAt}`);
    printResult(json, { path }, (told) => `Put back as ${told.path}. The next sync sends it as the next draft.`);
    return exitCodes.done;
  });
}

interface Opened {
  readonly copies: EarlierCopies;
  readonly contexts: readonly LibraryContext[];
  readonly absolute: (row: BackupRecord) => string;
}

/**
 * Says that what a program saved into a file after it was replaced stays among the kept files.
 * @param copy its path, as `backups` and `status` name it
 * @returns the exit code
 */
export async function leaveBackupCommand(copy: string, { stateDir, json }: Asking): Promise<number> {
  return withCopies(stateDir, async ({ copies, contexts }) => {
    const { libraryId, path: keptAt } = placeOf(resolve(copy), contexts);
    copies.leave(`${libraryId}/${keptAt}`);
    printResult(json, { left: resolve(copy) }, (told) => `${told.left} stays where it is.`);
    return exitCodes.done;
  });
}

/** @throws AppError see `withLibraries` */
async function withCopies(stateDir: string, use: (opened: Opened) => Promise<number>): Promise<number> {
  return withLibraries(stateDir, async ({ ports, contexts }) => {
    const { clock } = ports;
    const settings = createSettingsStore(ports.database);
    const runners = contexts.map((context) => ({
      context,
      prove: async () => void (await isProven(context.disk, context.library.markerId)),
      // No engine runs that would read it; the next one does.
      async readChangedSoon(path: string): Promise<void> {
        const stat = await context.disk.stat(path);
        if (stat) context.files.noteChanged(path, stat, clock.now());
      },
    }));
    const copies = createEarlierCopies({
      ports,
      settings: () => settings.settings(),
      keepPartsFromBytes: Infinity,
      runners: () => runners,
      runnerOf(libraryId) {
        const runner = runners.find(({ context }) => context.library.libraryId === libraryId);
        if (!runner) throw new AppError('unknown-item');
        return runner;
      },
      tell: () => undefined,
    });
    const rootOf = new Map(contexts.map(({ library }) => [library.libraryId, library.root]));
    return use({
      copies,
      contexts,
      absolute: ({ backupId, libraryId }) =>
        ports.disk.absolute(rootOf.get(libraryId) ?? '', backupId.slice(libraryId.length + 1)),
    });
  });
}

/** @throws AppError `unknown-item` */
function placeOf(absolutePath: string, contexts: readonly LibraryContext[]): { libraryId: string; path: string } {
  for (const { library } of contexts) {
    const root = library.root.endsWith(sep) ? library.root : library.root + sep;
    if (!absolutePath.startsWith(root)) continue;
    return { libraryId: library.libraryId, path: absolutePath.slice(root.length).split(sep).join('/') };
  }
  throw new AppError('unknown-item', { detail: `${absolutePath} is in no library of this state folder.` });
}

const formats = createFormats('en');

const reasons: Readonly<Record<BackupRecord['reason'], string>> = {
  newerVersion: 'replaced by a newer version',
  tookTheirs: 'yours, when theirs was taken',
  restored: 'replaced when an earlier one was put back',
  savedLate: 'saved into by a program after it was replaced; put it back, or leave it with leave-backup',
  savedLateLeft: 'saved into by a program after it was replaced, and left here',
  superseded: 'saved over before it was sent',
  unknown: 'found in the backup folder',
};

function describe(row: BackupRecord & { readonly copy: string }): string {
  const facts = [
    formats.instant(row.keptAtMs),
    formats.size(row.sizeBytes),
    row.version === undefined ? '' : `as in ${row.version}`,
    `${reasons[row.reason]}${row.replacedBy === undefined ? '' : ` (${row.replacedBy})`}`,
    row.isOnService ? '' : 'the only copy',
  ];
  return `${row.path}: ${facts.filter((fact) => fact !== '').join(', ')}\n  ${row.copy}`;
}
