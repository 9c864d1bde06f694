import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restoreCommand } from '../../../electron/entry/commands/restore.ts';
import { openState } from '../../../electron/entry/open-state.ts';
import { createBoundedChanges } from '../../../electron/engine/state/bounded-changes.ts';
import { createLibraries } from '../../../electron/engine/state/libraries.ts';
import { createLocalFiles } from '../../../electron/engine/state/local-files.ts';
import { createServiceTrees } from '../../../electron/engine/state/service-trees.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { keyOf } from '../../fakes/engine/world.ts';

const serviceId = 'http://127.0.0.1:9';
const paths = { pump: 'pump.rfa', valve: 'valve.rfa', never: 'never sent.rfa', there: 'there.rfa' };
const keys = { pump: keyOf('EC000001'), valve: keyOf('EC000002'), never: keyOf('EC000003'), there: keyOf('EC000004') };

let folder: string;
let printed: string;

const restored = (): string[] => {
  const database = openState(folder);
  const changes = createBoundedChanges(database, 'one', serviceId);
  const found = Object.values(keys).filter((key) => changes.get(key, 'removal')?.standing === 'restored');
  database.close();
  return found;
};
const options = (json = true) => ({ stateDir: folder, json });

beforeEach(() => {
  vi.stubEnv('CADSYNC_BASE_URL', serviceId);
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cadsync-restore-')));
  const database = openState(folder);
  createLibraries(database).add({
    libraryId: 'one',
    name: 'library',
    root: folder,
    applicationName: 'Revit',
    applicationVersion: '2025',
    contentType: 'Template',
    markerId: 'the-marker',
    settings: defaultLibrarySettings,
  });
  const files = createLocalFiles(database, 'one');
  const trees = createServiceTrees(database, 'one', serviceId);
  const sha256 = 'a'.repeat(64) as never;
  for (const name of ['pump', 'valve', 'never', 'there'] as const) {
    const stat = { kind: 'file', sizeBytes: 1, modifiedMs: 1, changedMs: 1, inode: name } as never;
    files.noteRead(paths[name], stat, { sha256, key: keys[name] }, 1);
    trees.noteSynced(keys[name], { path: paths[name], version: { major: 0, minor: 1 }, sha256 }, 1);
    if (name !== 'there') files.noteGone(paths[name], 2);
    if (name === 'never') continue;
    trees.noteRemote(keys[name], {
      version: { major: 0, minor: 1 },
      changedMs: 1,
      baseFilename: name,
      fileExtension: 'rfa',
    });
  }
  database.close();
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    printed += String(chunk);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

describe('cadsync restore', () => {
  it('notes for the next sync that a file is wanted back', async () => {
    expect(await restoreCommand([join(folder, paths.pump)], options())).toBe(0);
    expect(JSON.parse(printed)).toEqual({ paths: [join(folder, paths.pump)] });
    expect(restored()).toEqual([keys.pump]);
  });

  it('takes all that are gone and that the service has', async () => {
    expect(await restoreCommand('all', options(false))).toBe(0);
    expect(printed).toContain('The next sync fetches what is named here.');
    expect(restored()).toEqual([keys.pump, keys.valve]);
    expect(printed).not.toContain(paths.never);
  });

  it.each([
    ['a file that is there', () => join(folder, paths.there), 'unknown-item'],
    ['a file the service has nothing of', () => join(folder, paths.never), 'not-found'],
    ['a file of no library', () => join(tmpdir(), 'elsewhere.rfa'), 'unknown-item'],
  ])('refuses %s and then notes none', async (_, file, code) => {
    await expect(restoreCommand([join(folder, paths.pump), file()], options())).rejects.toMatchObject({ code });
    expect(restored()).toEqual([]);
  });
});
