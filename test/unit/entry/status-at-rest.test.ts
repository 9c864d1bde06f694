import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBackupCopies } from '../../../electron/engine/state/backup-copies.ts';
import { createLocalFiles } from '../../../electron/engine/state/local-files.ts';
import { createServiceTrees } from '../../../electron/engine/state/service-trees.ts';
import { createLastStops } from '../../../electron/engine/state/settings-store.ts';
import { publishCommand } from '../../../electron/entry/commands/publish.ts';
import { explainCommand, statusCommand } from '../../../electron/entry/commands/status.ts';
import type { ExplainedPaths } from '../../../shared/rpc/status-answer.ts';
import { keyOf } from '../../fakes/engine/world.ts';
import { createStateWithLibrary, type StateWithLibrary } from './state-with-library.ts';

const serviceId = 'http://localhost:9';
const key = keyOf('EC000001');
const sha256 = 'a'.repeat(64) as never;

let state: StateWithLibrary;
let pump: string;
beforeEach(() => {
  vi.stubEnv('CADSYNC_BASE_URL', serviceId);
  state = createStateWithLibrary();
  pump = join(state.root, 'pump.rfa');
  writeFileSync(pump, 'as it was sent');
  const { size: sizeBytes, mtimeMs: modifiedMs } = statSync(pump);
  const stat = { kind: 'file', sizeBytes, modifiedMs, inode: '1' } as never;
  state.withState((database) => {
    createLocalFiles(database, state.libraryId).noteRead('pump.rfa', stat, { sha256, key }, 1);
    const trees = createServiceTrees(database, state.libraryId, serviceId);
    const version = { major: 0, minor: 2 };
    trees.noteRemote(key, { version, sha256, changedMs: 1, baseFilename: 'pump', fileExtension: 'rfa' });
    trees.noteSynced(key, { path: 'pump.rfa', version, sha256 }, 1, 1);
  });
});
afterEach(() => void vi.unstubAllEnvs());

const options = { usualStateDirs: [], json: true };

async function told(path = pump) {
  const code = await explainCommand([path], { ...options, stateDir: state.stateDir });
  const [file] = (JSON.parse(state.printed()) as ExplainedPaths).files;
  return { code, state: file?.state, reason: file?.explanation.reason, actions: file?.explanation.actions };
}

describe('what is said of a file while nothing runs', () => {
  it('is how the last run left it, as long as it stands so', async () => {
    expect(await told()).toMatchObject({ code: 3, reason: { code: 'notConfirmed', because: 'notRunning' } });
  });

  it('is that it was not read where it was saved since, also of the folder it is in', async () => {
    writeFileSync(pump, 'saved since, and nobody has seen it');
    const changed = { code: 3, state: 'settling', reason: { code: 'notReadYet' } };
    expect(await told()).toMatchObject(changed);
    expect(await told(state.root)).toMatchObject(changed);
  });

  it('is that it was not read where a program put its date back and kept its length', async () => {
    const { atimeMs, mtimeMs, ctimeMs: changedMs, size: sizeBytes } = statSync(pump);
    const stat = { kind: 'file', sizeBytes, modifiedMs: mtimeMs, changedMs, inode: '1' } as const;
    state.withState((database) =>
      createLocalFiles(database, state.libraryId).noteRead('pump.rfa', stat, { sha256, key }, 1),
    );
    expect(await told()).toMatchObject({ reason: { code: 'notConfirmed' } });
    writeFileSync(pump, 'other bytes, I');
    utimesSync(pump, atimeMs / 1_000, mtimeMs / 1_000);
    expect(await told()).toMatchObject({ reason: { code: 'notReadYet' } });
  });

  it('is that it is gone where it is, also of the folder it is in, and what the service has of it', async () => {
    rmSync(pump);
    const gone = { code: 3, reason: { code: 'goneSinceScan', version: '0.2' }, actions: ['start-sync'] };
    expect(await told()).toMatchObject(gone);
    expect(await told(state.root)).toMatchObject(gone);
    mkdirSync(pump);
    expect(await told()).toMatchObject(gone);
  });

  it('is that a link stands in its place, also of the folder it is in', async () => {
    rmSync(pump);
    symlinkSync(join(state.root, '.cadlibrary'), pump, 'junction');
    for (const path of [pump, state.root])
      expect(await told(path)).toMatchObject({ code: 3, reason: { code: 'symbolicLink' } });
  });

  it.skipIf(process.platform !== 'linux')(
    'is of the file that is asked about, where its name differs in case',
    async () => {
      const other = join(state.root, 'Pump.rfa');
      renameSync(pump, other);
      expect(await told(other)).toMatchObject({ code: 3, reason: { code: 'notRunning' } });
      expect(await told()).toMatchObject({ reason: { code: 'goneSinceScan' } });
    },
  );

  it('is what a person has to do about it, whether or not it was saved since', async () => {
    state.withState((database) => {
      const trees = createServiceTrees(database, state.libraryId, serviceId);
      trees.noteConflict(
        key,
        {
          theirVersion: { major: 0, minor: 3 },
          keptAt: '.cadlibrary/conflicts/pump.rfa',
          sha256: 'a'.repeat(64) as never,
        },
        1,
      );
    });
    for (const change of [() => writeFileSync(pump, 'saved since then'), () => rmSync(pump)]) {
      change();
      expect(await told()).toMatchObject({ code: 2, state: 'conflict', reason: { code: 'conflict' } });
      expect(await statusCommand({ ...options, stateDir: state.stateDir })).toBe(2);
      state.printed();
    }
  });

  it('names the release that was asked for before it was saved again', async () => {
    await publishCommand([pump], { comment: 'first' }, { ...options, stateDir: state.stateDir });
    writeFileSync(pump, 'saved since, and nobody has seen it');
    state.printed();
    await explainCommand([pump], { ...options, stateDir: state.stateDir });
    const [file] = (JSON.parse(state.printed()) as ExplainedPaths).files;
    expect(file?.explanation).toMatchObject({ reason: { code: 'notReadYet' }, release: 'beforeUnread' });
  });

  it('is that copies of it are kept, where nothing else is known any more', async () => {
    const path = join(state.root, 'once.rfa');
    expect(await told(path)).toMatchObject({ reason: { code: 'notThere' } });
    const copy = {
      keptAt: '.cadlibrary/backup/x/once.rfa',
      path: 'once.rfa',
      keptMs: 1,
      reason: 'superseded',
      sha256,
    } as const;
    state.withState((database) => createBackupCopies(database, state.libraryId).note(copy));
    expect(await told(path)).toMatchObject({ reason: { code: 'notThere', isKept: true } });
  });

  it('is nothing new where the folder may be the empty place of a drive that is away', async () => {
    rmSync(join(state.root, '.cadlibrary'), { recursive: true });
    for (const change of [() => writeFileSync(pump, 'saved since'), () => rmSync(pump)]) {
      change();
      expect((await told()).reason).toMatchObject({ code: 'notConfirmed' });
    }
  });
});

describe('after a run that the service did not let in', () => {
  beforeEach(() =>
    state.withState((database) => createLastStops(database).noteConnection({ code: 'sign-in-failed' }, 1)),
  );

  it('a file that is to be sent needs somebody to sign in, and the overview says the same', async () => {
    const valve = join(state.root, 'valve.rfa');
    writeFileSync(valve, 'new');
    const { mtimeMs } = statSync(valve);
    state.withState((database) =>
      createLocalFiles(database, state.libraryId).noteRead(
        'valve.rfa',
        { kind: 'file', sizeBytes: 3, modifiedMs: mtimeMs, inode: '2' } as never,
        { sha256, key: keyOf('EC000002') },
        1,
      ),
    );
    expect(await told(valve)).toMatchObject({ code: 2, reason: { code: 'signInRefused' } });
    expect(await statusCommand({ ...options, stateDir: state.stateDir })).toBe(2);
    expect(JSON.parse(state.printed())).toMatchObject({ libraries: [{ unconfirmed: 'refused' }] });
  });

  it('one that was in step is not confirmed because of that', async () => {
    expect(await told()).toMatchObject({
      reason: { code: 'notConfirmed', because: 'refused' },
      actions: ['check-client', 'start-sync'],
    });
  });
});
