import { mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backupsCommand, restoreBackupCommand } from '../../../electron/entry/commands/backups.ts';
import { openState } from '../../../electron/entry/open-state.ts';
import { createBackupCopies } from '../../../electron/engine/state/backup-copies.ts';
import { createLibraries } from '../../../electron/engine/state/libraries.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';

const pump = 'EC000001/MC000001/pump.rfa';
const keptAt = `.cadlibrary/backup/2026-05-20T12-00-00-000Z/${pump}`;
const markerId = 'the-marker';

let folder: string;
let root: string;
let stateDir: string;
let printed: string;

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-backups-')));
  [root, stateDir] = [join(folder, 'library'), join(folder, 'state')];
  mkdirSync(stateDir);
  write('.cadlibrary/library.json', JSON.stringify({ libraryId: markerId }));
  write(pump, 'theirs');
  write(keptAt, 'mine');
  const database = openState(stateDir);
  createLibraries(database).add({
    libraryId: 'one',
    name: 'library',
    root,
    applicationName: 'Revit',
    applicationVersion: '2025',
    contentType: 'Template',
    markerId,
    settings: defaultLibrarySettings,
  });
  createBackupCopies(database, 'one').note({
    keptAt,
    path: pump,
    keptMs: Date.UTC(2026, 4, 20, 12),
    reason: 'newerVersion',
    replacedBy: { major: 0, minor: 2 },
    version: { major: 0, minor: 1 },
  });
  database.close();
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

describe('the command line', () => {
  it('lists what is kept, of all files or of one', async () => {
    expect(await backupsCommand(undefined, { stateDir, json: false })).toBe(0);
    expect(printed).toContain(`${pump}: `);
    expect(printed).toContain('as in 0.1, replaced by a newer version (0.2)');
    expect(printed).toContain(join(root, keptAt));
    printed = '';
    await backupsCommand(join(root, 'EC000001/MC000001/other.rfa'), { stateDir, json: true });
    expect(JSON.parse(printed)).toEqual({ total: 0, copies: [] });
  });

  it('puts a copy back and keeps the file in its place', async () => {
    expect(await restoreBackupCommand(join(root, keptAt), { stateDir, json: true })).toBe(0);
    expect(JSON.parse(printed)).toEqual({ path: pump });
    expect(text(pump)).toBe('mine');
    printed = '';
    await backupsCommand(join(root, pump), { stateDir, json: true });
    const { copies } = JSON.parse(printed) as { copies: { copy: string; reason: string; isOnService: boolean }[] };
    expect(copies).toMatchObject([{ reason: 'restored', isOnService: false }]);
    expect(readFileSync(copies[0]?.copy ?? '', 'utf8')).toBe('theirs');
  });

  it.each([
    ['what is no copy', () => join(root, pump)],
    ['a file of no library', () => join(folder, 'elsewhere.rfa')],
  ])('refuses %s and changes nothing', async (_, copy) => {
    await expect(restoreBackupCommand(copy(), { stateDir, json: false })).rejects.toMatchObject({
      code: 'unknown-item',
    });
    expect(text(pump)).toBe('theirs');
    expect(readdirSync(join(root, '.cadlibrary/backup'))).toHaveLength(1);
  });

  it('puts nothing into a folder that is not the library any more', async () => {
    write('.cadlibrary/library.json', JSON.stringify({ libraryId: 'another' }));
    await expect(restoreBackupCommand(join(root, keptAt), { stateDir, json: false })).rejects.toMatchObject({
      code: 'library-unproven',
    });
    expect(text(pump)).toBe('theirs');
  });
});
