import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectToRunning } from '../../../electron/channels/connect-commands.ts';
import { createLocalFiles } from '../../../electron/engine/state/local-files.ts';
import { assignCommand } from '../../../electron/entry/commands/assign.ts';
import { backupsCommand } from '../../../electron/entry/commands/backups.ts';
import { withEngine } from '../../../electron/entry/commands/engines.ts';
import { listLibrariesCommand, setLibraryCommand } from '../../../electron/entry/commands/library.ts';
import { restoreCommand } from '../../../electron/entry/commands/restore.ts';
import { statusCommand } from '../../../electron/entry/commands/status.ts';
import { syncCommand } from '../../../electron/entry/commands/sync.ts';
import { unwantCommand, wantCommand } from '../../../electron/entry/commands/want.ts';
import { putSetting } from '../../fakes/engine/kept-settings.ts';
import { createStateWithLibrary, type StateWithLibrary } from './state-with-library.ts';

const loose = 'loose.step';

let state: StateWithLibrary;
beforeEach(() => {
  state = createStateWithLibrary();
  writeFileSync(join(state.root, loose), 'a drawing');
  state.withState((database) => {
    const stat = { kind: 'file', sizeBytes: 9, modifiedMs: 1, changedMs: 1, inode: '1' } as const;
    createLocalFiles(database, state.libraryId).noteRead(loose, stat, { sha256: 'a'.repeat(64) as never }, 1);
  });
});
afterEach(() => void vi.unstubAllEnvs());

/** A service that everything would be asked of, and how often it was. */
async function countingService(status = 500): Promise<() => number> {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(status).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const [name, value] of [
    ['CADSYNC_BASE_URL', address],
    ['CADSYNC_AUTH_URL', address],
    ['CADSYNC_CLIENT_ID', 'me'],
    ['CADSYNC_CLIENT_SECRET', 'a secret'],
    ['CADSYNC_LICENSE_CODE', 'a code'],
  ] as const)
    vi.stubEnv(name, value);
  return () => requests;
}

describe('commands while no engine runs', () => {
  it('change what they are told to, ask no service, and touch no other file', async () => {
    const requests = await countingService();
    const { stateDir, root } = state;
    const options = { stateDir, usualStateDirs: [], json: true };
    expect(await listLibrariesCommand(options)).toBe(0);
    expect(await backupsCommand(undefined, options)).toBe(0);
    expect(await restoreCommand('all', options)).toBe(0);
    expect(
      await setLibraryCommand(
        root,
        { settings: { follow: 'releases' }, declared: [], dropped: [] },
        { ...options, yes: false },
      ),
    ).toBe(0);
    const classes = {
      etimClass: { code: 'EC011022', version: '7' },
      modellingClass: { code: 'MC000101', version: '2' },
      suggested: false,
    };
    expect(await assignCommand([join(root, loose)], { ...options, ...classes })).toBe(0);
    state.printed();
    await statusCommand(options);
    expect(JSON.parse(state.printed())).toMatchObject({ libraries: [{ root, running: false }] });
    expect(readFileSync(join(root, '.cadlibrary.json'), 'utf8')).toContain('EC011022');
    expect(readFileSync(join(root, loose), 'utf8')).toBe('a drawing');
    expect(requests()).toBe(0);
  });

  it('name the files of one key, of which none is sent, also those that no sync has read since', async () => {
    await countingService();
    const { stateDir, root } = state;
    const [inStep, first, second, third] = ['EC000001/MC000001/pump.step', loose, 'second.step', 'third.step'];
    state.withState((database) => {
      const files = createLocalFiles(database, state.libraryId);
      const stat = { kind: 'file', sizeBytes: 9, modifiedMs: 1, changedMs: 1, inode: '1' } as const;
      const key = 'Revit/2025/EC000001/1/MC000001/1/Template' as never;
      files.noteRead(inStep, stat, { sha256: 'a'.repeat(64) as never, key }, 1);
      for (const path of [second, third]) files.noteRead(path, stat, { missing: 'both' }, 1);
    });
    const at = (path: string) => join(root, path);
    const assign = (paths: readonly string[], etimClass: string, json = true) =>
      assignCommand(paths.map(at), {
        ...{ stateDir, usualStateDirs: [], json, suggested: false },
        ...{ etimClass: { code: etimClass, version: '1' }, modellingClass: { code: 'MC000001', version: '1' } },
      });
    expect(await assign([first], 'EC000002')).toBe(0);
    expect(JSON.parse(state.printed())).toMatchObject({ sharing: [] });
    expect(await assign([second], 'EC000002')).toBe(2);
    expect(JSON.parse(state.printed())).toMatchObject({ sharing: [[at(first), at(second)]] });
    expect(await assign([second, third], 'EC000001')).toBe(2);
    expect(JSON.parse(state.printed())).toMatchObject({ sharing: [[at(inStep), at(second), at(third)]] });
    expect(await assign([third], 'EC000001', false)).toBe(2);
    expect(state.printed()).not.toContain('sends');
    expect(await assign([second, third], 'EC000003', false)).toBe(2);
    expect(state.printed()).toContain('None of these is sent');
    expect(await assign([second], 'EC000004', false)).toBe(0);
    expect(state.printed()).toContain('The next sync sends what is named here');
  });

  it('note what a library is to have, for the next sync, and take it back', async () => {
    const requests = await countingService();
    const { stateDir, root } = state;
    const options = { stateDir, usualStateDirs: [], json: true };
    const key = 'Revit/2025/EC011022/7/MC000101/2/Template';
    expect(await wantCommand(root, key, options)).toBe(0);
    expect(JSON.parse(state.printed())).toEqual({ library: root, key, standing: 'onceThere' });
    expect(await unwantCommand(root, key, options)).toBe(0);
    expect(JSON.parse(state.printed())).toEqual({ library: root, key, stays: false });
    await expect(unwantCommand(root, key, options)).rejects.toMatchObject({ code: 'unknown-item' });
    await expect(wantCommand(root, key.replace('Revit', 'SketchUp'), options)).rejects.toMatchObject({
      code: 'invalid-request',
    });
    expect(requests()).toBe(0);
  });

  it('do not promise a sync for a library that a person paused', async () => {
    const { stateDir, root } = state;
    const options = { stateDir, usualStateDirs: [], json: false };
    await countingService();
    const pause = { settings: { isPaused: true }, declared: [], dropped: [] };
    expect(await setLibraryCommand(root, pause, { ...options, yes: false })).toBe(0);
    state.printed();
    const key = 'Revit/2025/EC011022/7/MC000101/2/Template';
    expect(await wantCommand(root, key, options)).toBe(0);
    expect(state.printed()).toContain('Once you resume the paused library, a sync fetches it');
  });

  it('hold the state as long as they run, and answer nobody else', async () => {
    const { stateDir } = state;
    await withEngine(stateDir, async () => {
      expect(await connectToRunning(stateDir)).toBeUndefined();
      expect(existsSync(join(stateDir, 'commands.sock'))).toBe(false);
    });
    state.withState(() => undefined);
  });

  it('say of a state that was damaged what is lost, and exit 2, until somebody syncs with it', async () => {
    const { stateDir, root } = state;
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    await countingService(401);
    writeFileSync(join(stateDir, 'state.db'), 'this is no database at all'.repeat(200));
    const options = { stateDir, usualStateDirs: [] };
    expect(await listLibrariesCommand({ ...options, json: true })).toBe(0);
    expect(said).toHaveBeenLastCalledWith(expect.stringContaining('was damaged, so it started a new one'));
    state.printed();
    said.mockClear();
    for (const _time of ['first', 'second']) {
      expect(await statusCommand({ ...options, json: false })).toBe(2);
      expect(state.printed()).toMatch(/was damaged, so it started a new one[^]*No library yet\./);
      expect(await statusCommand({ ...options, json: true })).toBe(2);
      expect(JSON.parse(state.printed())).toMatchObject({ libraries: [], begunAnew: [{ code: 'state-begun-anew' }] });
    }
    expect(said).not.toHaveBeenCalled();
    const sync = { ...options, folder: root, mode: 'once', programs: [], yes: true, json: true } as const;
    await syncCommand({ ...sync, folder: join(root, 'nowhere') }).catch(() => undefined);
    expect(await statusCommand({ ...options, json: true })).toBe(2);
    await syncCommand({ ...sync, programs: [{ name: 'Revit', version: '2025' }] });
    state.printed();
    await statusCommand({ ...options, json: true });
    expect(JSON.parse(state.printed())).toMatchObject({ libraries: [{ root }], begunAnew: [] });
  });

  it('say which settings only another version of the app can read', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => said.mockRestore());
    state.withState((database) => putSetting(database, 'settings', { backupDays: 'for ever' }));
    const options = { stateDir: state.stateDir, usualStateDirs: [] };
    await listLibrariesCommand({ ...options, json: true });
    expect(said).toHaveBeenLastCalledWith(expect.stringMatching(/cannot read them\.[^]*backupDays/));
    state.printed();
    await statusCommand({ ...options, json: false });
    expect(state.printed()).toContain('backupDays');
    await statusCommand({ ...options, json: true });
    expect(JSON.parse(state.printed())).toMatchObject({ settingsProblems: [{ code: 'settings-unreadable' }] });
  });

  it('say which state is not there', async () => {
    const missing = join(state.stateDir, 'nothing');
    await expect(listLibrariesCommand({ stateDir: missing, usualStateDirs: [], json: true })).rejects.toMatchObject({
      code: 'unknown-item',
      detail: expect.stringContaining(missing) as unknown,
    });
    await expect(listLibrariesCommand({ usualStateDirs: [missing], json: true })).rejects.toMatchObject({
      code: 'unknown-item',
      detail: expect.stringContaining('--state') as unknown,
    });
    rmSync(join(state.stateDir, 'state.db'));
    for (const named of [
      { stateDir: state.stateDir, usualStateDirs: [] },
      { usualStateDirs: [missing, state.stateDir] },
    ])
      await expect(listLibrariesCommand({ ...named, json: true })).rejects.toMatchObject({
        code: 'unknown-item',
        detail: expect.stringContaining(`The state in ${state.stateDir} was removed.`) as unknown,
      });
  });
});
