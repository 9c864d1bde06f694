import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createLocalFiles } from '../../../electron/engine/state/local-files.ts';
import { createServiceTrees } from '../../../electron/engine/state/service-trees.ts';
import { createLastStops } from '../../../electron/engine/state/settings-store.ts';
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
  mkdirSync(join(state.root, '.cadlibrary'));
  writeFileSync(join(state.root, '.cadlibrary/library.json'), JSON.stringify({ libraryId: state.markerId }));
  pump = join(state.root, 'pump.rfa');
  writeFileSync(pump, 'as it was sent');
  const { size: sizeBytes, mtimeMs: modifiedMs } = statSync(pump);
  const stat = { kind: 'file', sizeBytes, modifiedMs, changedMs: 1, inode: '1' } as const;
  state.withState((database) => {
    createLocalFiles(database, state.libraryId).noteRead('pump.rfa', stat, { sha256, key }, 1);
    const trees = createServiceTrees(database, state.libraryId, serviceId);
    const version = { major: 0, minor: 2 };
    trees.noteRemote(key, { version, sha256, changedMs: 1, baseFilename: 'pump', fileExtension: 'rfa' });
    trees.noteSynced(key, { path: 'pump.rfa', version, sha256 }, 1, 1);
  });
});

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

  it('is that it was removed where it is gone since, and what the service has of it', async () => {
    rmSync(pump);
    expect(await told()).toMatchObject({
      code: 3,
      state: 'removedHere',
      reason: { code: 'removedHere', version: '0.2' },
      actions: ['put-back'],
    });
  });

  it('is not that it was removed where the folder may be the empty place of a drive that is away', async () => {
    rmSync(pump);
    rmSync(join(state.root, '.cadlibrary'), { recursive: true });
    expect((await told()).reason).toMatchObject({ code: 'notConfirmed' });
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
        { kind: 'file', sizeBytes: 3, modifiedMs: mtimeMs, changedMs: 1, inode: '2' },
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
      actions: ['check-connection', 'start-sync'],
    });
  });
});
