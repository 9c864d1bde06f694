import { symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { restoreCommand } from '../../../electron/entry/commands/restore.ts';
import { createBoundedChanges } from '../../../electron/engine/state/bounded-changes.ts';
import { createLocalFiles } from '../../../electron/engine/state/local-files.ts';
import { createServiceTrees } from '../../../electron/engine/state/service-trees.ts';
import { keyOf } from '../../fakes/engine/world.ts';
import { createStateWithLibrary, type StateWithLibrary } from './state-with-library.ts';

const serviceId = 'http://localhost:9';
const paths = { pump: 'pump.rfa', valve: 'valve.rfa', never: 'never sent.rfa', there: 'there.rfa' };
const keys = { pump: keyOf('EC000001'), valve: keyOf('EC000002'), never: keyOf('EC000003'), there: keyOf('EC000004') };

let state: StateWithLibrary;

const restored = (of = state): string[] =>
  of.withState((database) => {
    const changes = createBoundedChanges(database, of.libraryId, serviceId);
    return Object.values(keys).filter((key) => changes.get(key, 'removal')?.standing === 'restored');
  });
const options = (json = true) => ({ stateDir: state.stateDir, usualStateDirs: [], json });
const at = (path: string): string => join(state.root, path);

beforeEach(() => {
  vi.stubEnv('CADSYNC_BASE_URL', serviceId);
  state = createStateWithLibrary();
  holdFiles(state);
});
afterEach(() => void vi.unstubAllEnvs());

/** Files of which all but one are gone, and all but one on the service. */
function holdFiles(held: StateWithLibrary, folder = ''): void {
  held.withState((database) => {
    const files = createLocalFiles(database, held.libraryId);
    const trees = createServiceTrees(database, held.libraryId, serviceId);
    const sha256 = 'a'.repeat(64) as never;
    for (const name of ['pump', 'valve', 'never', 'there'] as const) {
      const stat = { kind: 'file', sizeBytes: 1, modifiedMs: 1, changedMs: 1, inode: name } as never;
      const path = `${folder}${paths[name]}`;
      files.noteRead(path, stat, { sha256, key: keys[name] }, 1);
      trees.noteSynced(keys[name], { path, version: { major: 0, minor: 1 }, sha256 }, 1, 1);
      if (name !== 'there') files.noteGone(path, 2);
      if (name === 'never') continue;
      trees.noteRemote(keys[name], {
        version: { major: 0, minor: 1 },
        changedMs: 1,
        baseFilename: name,
        fileExtension: 'rfa',
      });
    }
  });
}

describe('cadsync restore', () => {
  it('notes for the next sync that a file is wanted back', async () => {
    expect(await restoreCommand([at(paths.pump)], options())).toBe(0);
    expect(JSON.parse(state.printed())).toEqual({ count: 1, paths: [at(paths.pump)] });
    expect(restored()).toEqual([keys.pump]);
  });

  it('means the file that is gone where a link stands in its place by now', async () => {
    await symlink(tmpdir(), at(paths.pump));
    expect(await restoreCommand([at(paths.pump)], options())).toBe(0);
    expect(restored()).toEqual([keys.pump]);
  });

  it('takes what is gone below a folder and the service has, each once, and leaves what is there', async () => {
    const folder = createStateWithLibrary();
    holdFiles(folder, 'project/');
    const said = { stateDir: folder.stateDir, usualStateDirs: [], json: true };
    const [project, pump, valve] = ['project', 'project/pump.rfa', 'project/valve.rfa'].map((path) =>
      join(folder.root, path),
    ) as [string, string, string];
    expect(await restoreCommand([pump, project], said)).toBe(0);
    expect(JSON.parse(folder.printed())).toEqual({ count: 2, paths: [pump, valve] });
    expect(restored(folder)).toEqual([keys.pump, keys.valve]);
  });

  it('takes files of the app and of the command at once, and none where one of them is unknown', async () => {
    const other = createStateWithLibrary();
    holdFiles(other);
    const both = { stateDir: undefined, usualStateDirs: [state.stateDir, other.stateDir], json: true };
    const wanted = [at(paths.pump), join(other.root, paths.valve)];
    await expect(restoreCommand([...wanted, join(tmpdir(), 'elsewhere.rfa')], both)).rejects.toMatchObject({
      code: 'unknown-item',
    });
    expect([restored(), restored(other)]).toEqual([[], []]);
    expect(await restoreCommand(wanted, both)).toBe(0);
    expect(JSON.parse(other.printed())).toEqual({ count: 2, paths: wanted });
    expect([restored(), restored(other)]).toEqual([[keys.pump], [keys.valve]]);
  });

  it('takes all that are gone and that the service has', async () => {
    expect(await restoreCommand('all', options(false))).toBe(0);
    const printed = state.printed();
    expect(printed).toContain('The next sync fetches what is named here; where something else');
    expect(restored()).toEqual([keys.pump, keys.valve]);
    expect(printed).not.toContain(paths.never);
  });

  it('says where nothing is missed how to have back what another library has by now', async () => {
    const none = createStateWithLibrary();
    expect(await restoreCommand('all', { stateDir: none.stateDir, usualStateDirs: [], json: false })).toBe(0);
    expect(none.printed()).toContain('comes back where it is named');
  });

  it('says of files that are gone and asked about how to have them back, and not that there are none', async () => {
    state.withState((database) => {
      const changes = createBoundedChanges(database, state.libraryId, serviceId);
      for (const name of ['pump', 'valve'] as const)
        changes.put({ key: keys[name], kind: 'removal', path: paths[name], standing: 'asked', atMs: 2 });
    });
    expect(await restoreCommand('all', options(false))).toBe(2);
    const printed = state.printed();
    expect(printed).toContain('2 files gone from the folder, many at once.');
    expect(printed).toContain('--many-changes removals=keep');
    expect(printed).not.toContain('No file is missed');
    expect(await restoreCommand('all', options())).toBe(2);
    expect(JSON.parse(state.printed())).toMatchObject({ count: 0, asked: [{ kind: 'removal', count: 2 }] });
  });

  it.each([
    [
      'a file that is there',
      () => at(paths.there),
      { code: 'unknown-item', detail: 'there.rfa is not known to be gone.' },
    ],
    ['a file the service has nothing of', () => at(paths.never), { code: 'not-found' }],
    ['a file of no library', () => join(tmpdir(), 'elsewhere.rfa'), { code: 'unknown-item' }],
  ])('refuses %s and then notes none', async (_, file, refusal) => {
    await expect(restoreCommand([at(paths.pump), file()], options())).rejects.toMatchObject(refusal);
    expect(restored()).toEqual([]);
  });
});
