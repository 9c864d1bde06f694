import { beforeEach, describe, expect, it } from 'vitest';
import type { FileStat } from '../../../../electron/engine/ports.ts';
import { createBackupCopies } from '../../../../electron/engine/state/backup-copies.ts';
import { createLocalFiles } from '../../../../electron/engine/state/local-files.ts';
import { migrate } from '../../../../electron/engine/state/schema.ts';
import { tidyBackups } from '../../../../electron/engine/upkeep/tidy-backups.ts';
import { openSqlite } from '../../../../electron/platform/sqlite.ts';
import { backupFolder } from '../../../../shared/model/own-folder.ts';
import { holdLibraries } from '../../../fakes/engine/hold-libraries.ts';

const stamp = '2020-01-01T00-00-00-000Z';
const keptAt = `${backupFolder}/${stamp}/pump.rfa`;
/** Of every file there is: they all are one. */
const stat: FileStat = { kind: 'file', sizeBytes: 1, modifiedMs: 5, changedMs: 5, inode: '7' };

let files: ReturnType<typeof createLocalFiles>;
let backups: ReturnType<typeof createBackupCopies>;
let done: string[];
let tidy: (onRead?: () => void) => Promise<void>;
beforeEach(() => {
  const database = openSqlite(':memory:');
  migrate(database);
  holdLibraries(database, 'one');
  files = createLocalFiles(database, 'one');
  backups = createBackupCopies(database, 'one');
  done = [];
  const inFolder: Record<string, unknown> = {
    [backupFolder]: [{ kind: 'folder', name: stamp }],
    [`${backupFolder}/${stamp}`]: [{ ...stat, name: 'pump.rfa' }],
  };
  const disk = {
    list: async (folder: string) => inFolder[folder] ?? [],
    stat: async () => stat,
    hash: async () => ({ sha256: 'x' }),
    room: async () => undefined,
    remove: async (path: string) => void done.push(`remove ${path}`),
    removeEmptyFolder: async () => undefined,
    copy: async () => undefined,
    replace: async (_part: string, path: string) => void done.push(`separate ${path}`),
  };
  const context = { disk, files, backups, placeAt: (_path: string, work: () => unknown) => work() };
  tidy = (onRead = () => undefined) =>
    tidyBackups(
      context as unknown as Parameters<typeof tidyBackups>[0],
      Date.now(),
      { read: async () => onRead() } as unknown as Parameters<typeof tidyBackups>[2],
      (error) => done.push(String(error)),
    );
});

describe('a copy that is a file of the library under a second name', () => {
  it('becomes a file of its own, also where that name comes to be known while the copies are looked at', async () => {
    backups.note({ keptAt, path: 'pump.rfa', keptMs: 1, reason: 'newerVersion' });
    await tidy(() => files.noteChanged('same.rfa', stat, 1));
    expect(done).toContain(`separate ${keptAt}`);
  });

  it('goes where it was made of a file that was not replaced then, also of one that counts as gone', async () => {
    files.noteChanged('pump.rfa', stat, 1);
    files.noteGone('pump.rfa', 2);
    await tidy();
    expect(done).toContain(`remove ${keptAt}`);
  });
});
