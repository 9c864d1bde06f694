import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { explainCommand, statusCommand } from '../../../electron/entry/commands/status.ts';
import { publishCommand, withdrawCommand } from '../../../electron/entry/commands/publish.ts';
import { createQueue } from '../../../electron/engine/queue/queue.ts';
import { createBackupCopies } from '../../../electron/engine/state/backup-copies.ts';
import { createLocalFiles } from '../../../electron/engine/state/local-files.ts';
import { createLastStops } from '../../../electron/engine/state/settings-store.ts';
import { createVerdicts } from '../../../electron/engine/state/verdicts.ts';
import { keyOf } from '../../fakes/engine/world.ts';
import { holdConflicts, holdDrafts, pathOf, restingService } from './many-files.ts';
import { createStateWithLibrary, type StateWithLibrary } from './state-with-library.ts';

const serviceId = restingService;

let state: StateWithLibrary;
const options = (json = false) => ({ stateDir: state.stateDir, usualStateDirs: [], json });

beforeEach(() => {
  vi.stubEnv('CADSYNC_BASE_URL', serviceId);
  state = createStateWithLibrary();
});
afterEach(() => void vi.unstubAllEnvs());

describe('cadsync status DIR', () => {
  it('names what needs a person before everything else, and ends with what the overview ends with', async () => {
    holdDrafts(
      state,
      Array.from({ length: 1_005 }, (_none, place) => place + 1),
    );
    holdConflicts(state, [1_005]);
    expect(await statusCommand(options())).toBe(2);
    state.printed();
    expect(await explainCommand([state.root], options())).toBe(2);
    const told = state.printed();
    expect(told.split('\n')[0]).toBe(join(state.root, pathOf(1_005)));
    expect(told).toContain('1004 in step when last compared, 1 not; 5 are not named here');
  });

  it('says once why its library is paused, and of each file that needs a person only what it needs', async () => {
    holdDrafts(state, [1, 2, 3]);
    holdConflicts(state, [2, 3]);
    state.withState((database) =>
      createLastStops(database).noteLibrary(state.libraryId, { code: 'library-missing' }, 1),
    );
    rmSync(state.root, { recursive: true });
    expect(await explainCommand([state.root], options())).toBe(2);
    const [first, ...others] = state.printed().split('\n');
    expect(first).toContain('library is paused: the library folder is missing.');
    expect(others).toContain(`${join(state.root, pathOf(2))}: in conflict`);
    expect(others).toContain(`${join(state.root, pathOf(3))}: in conflict`);
    expect(others).toContain(join(state.root, pathOf(1)));
    expect(others.join()).not.toContain('is paused');
    expect(await explainCommand([join(state.root, pathOf(2))], options())).toBe(2);
    const alone = state.printed();
    expect(alone).toContain('library is paused: the library folder is missing.');
    expect(alone).toContain(`${join(state.root, pathOf(2))}: in conflict`);
  });

  it.each(['EC000001', 'never-there.rfa'])(
    'says that the folder of the library is missing, of %s in it',
    async (name) => {
      holdDrafts(state, [1]);
      expect(await explainCommand([join(state.root, 'never-there.rfa')], options())).toBe(3);
      expect(state.printed()).toContain('There is no such file');
      rmSync(state.root, { recursive: true });
      expect(await explainCommand([join(state.root, name)], options())).toBe(2);
      expect(state.printed()).toContain('library is paused: the library folder is missing.');
    },
  );

  it('says nothing of what is in a folder that no run has seen lose its marker', async () => {
    holdDrafts(state, [1]);
    rmSync(join(state.root, '.cadlibrary'), { recursive: true });
    expect(await explainCommand([join(state.root, 'never-there.rfa')], options())).toBe(2);
    expect(state.printed()).toContain('not the marker that proves it is the library');
  });

  it('tells of a folder that is gone what it tells of its files', async () => {
    holdDrafts(state, [1]);
    rmSync(join(state.root, 'EC000001'), { recursive: true });
    expect(await explainCommand([join(state.root, 'EC000001')], options())).toBe(3);
    const told = state.printed();
    expect(told).toContain(`${join(state.root, pathOf(1))}\n  No longer there`);
    expect(told).not.toContain('There is no such file');
  });

  it('names a save that is only in the backup, of the folder and of the file', async () => {
    holdDrafts(state, [1, 2]);
    const keptAt = `.cadlibrary/backup/2026-05-20T12-00-00-000Z/${pathOf(1)}`;
    const copy = { keptAt, path: pathOf(1), keptMs: 1, reason: 'savedLate' } as const;
    state.withState((database) => createBackupCopies(database, state.libraryId).note(copy));
    expect(await statusCommand(options())).toBe(2);
    state.printed();
    for (const path of [state.root, join(state.root, 'EC000001'), join(state.root, pathOf(1))]) {
      expect(await explainCommand([path], options())).toBe(2);
      expect(state.printed()).toContain(join(state.root, keptAt));
    }
    expect(await explainCommand([join(state.root, pathOf(2))], options())).toBe(3);
    expect(state.printed()).not.toContain('restore-backup');
  });

  it('names the failed release of a file that was removed since, and how it is taken back', async () => {
    holdDrafts(state, [1]);
    const path = join(state.root, pathOf(1));
    await publishCommand([path], { comment: 'first' }, options());
    state.withState((database) => {
      const queue = createQueue(database, { steadyMs: () => 0, now: () => 0 }, () => serviceId);
      const [release] = queue.releases(state.libraryId);
      queue.park(release?.entryId ?? 0, { code: 'not-found' });
      createLocalFiles(database, state.libraryId).noteGone(pathOf(1), 2);
    });
    rmSync(path);
    state.printed();
    expect(await statusCommand(options())).toBe(2);
    expect(state.printed()).toContain(`${pathOf(1)}: its release could not be sent`);
    for (const asked of [state.root, path]) {
      expect(await explainCommand([asked], options())).toBe(2);
      expect(state.printed()).toContain(`${path}: its release could not be sent`);
    }
    expect(await withdrawCommand([path], options())).toBe(0);
    state.printed();
    expect(await explainCommand([state.root], options())).toBe(3);
    expect(state.printed()).not.toContain('its release');
  });

  it('says of a folder that nothing compares what the overview says, also where there is no file in it', async () => {
    expect(await statusCommand(options())).toBe(3);
    state.printed();
    expect(await explainCommand([state.root], options())).toBe(3);
    expect(state.printed()).toBe(
      `${state.root}: 0 in step, 0 not (not confirmed now: nothing is running that would compare it)\n`,
    );
  });

  it('counts what is to be fetched and never was there, and needs a person where that does', async () => {
    const fetched = (code: string, kind: 'transfer' | 'parked') => {
      const verdict =
        kind === 'parked'
          ? ({ kind, operation: 'download', error: { code: 'disk-full' } } as const)
          : ({ kind, operation: 'download' } as const);
      const key = keyOf(code);
      state.withState((database) =>
        createVerdicts(database, state.libraryId).putKey(
          key,
          [{ key, subject: `/${key}`, verdict, agreed: undefined, entryId: undefined }],
          serviceId,
        ),
      );
    };
    fetched('EC000001', 'transfer');
    expect(await explainCommand([state.root], options())).toBe(3);
    expect(state.printed()).toContain('0 in step, 0 not; 1 to be fetched (');
    fetched('EC000002', 'parked');
    expect(await explainCommand([state.root], options())).toBe(2);
    expect(state.printed()).toContain('; 2 to be fetched, 1 of them for you to look at (');
  });
});
