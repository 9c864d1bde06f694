import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { backupsCommand, restoreBackupCommand } from '../../../electron/entry/commands/backups.ts';
import { removeLibraryCommand } from '../../../electron/entry/commands/library.ts';
import { createLibraries } from '../../../electron/engine/state/libraries.ts';
import { createBackupCopies } from '../../../electron/engine/state/backup-copies.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { defaultLibrarySettings } from '../../../shared/rpc/library-settings.ts';
import { createStateWithLibrary, type StateWithLibrary } from './state-with-library.ts';

const serviceId = 'http://localhost:9';
const pump = 'EC000001/MC000001/pump.rfa';
const keptAt = `.cadlibrary/backup/2026-05-20T12-00-00-000Z/${pump}`;

let state: StateWithLibrary;
let root: string;
let stateDir: string;

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const text = (path: string): string => readFileSync(join(root, path), 'utf8');

const asPerson = () => ({ stateDir, usualStateDirs: [], json: false });
const asProgram = () => ({ ...asPerson(), json: true });

beforeEach(() => {
  vi.stubEnv('CADSYNC_BASE_URL', serviceId);
  state = createStateWithLibrary();
  ({ root, stateDir } = state);
  write('.cadlibrary/library.json', JSON.stringify({ libraryId: state.markerId }));
  write(pump, 'theirs');
  write(keptAt, 'mine');
  state.withState((database) =>
    createBackupCopies(database, state.libraryId).note({
      keptAt,
      path: pump,
      keptMs: Date.UTC(2026, 4, 20, 12),
      reason: 'newerVersion',
      replacedBy: { major: 0, minor: 2 },
      version: { major: 0, minor: 1 },
      serviceId,
    }),
  );
});
afterEach(() => void vi.unstubAllEnvs());

describe('the command line', () => {
  it('lists what is kept, of all files or of one', async () => {
    expect(await backupsCommand(undefined, asPerson())).toBe(0);
    const printed = state.printed();
    expect(printed).toContain(`${pump}: `);
    expect(printed).toContain('as in 0.1, replaced by a newer version (0.2)');
    expect(printed).toContain(join(root, keptAt));
    write('EC000001/MC000001/other.rfa', 'never replaced');
    await backupsCommand(join(root, 'EC000001/MC000001/other.rfa'), asProgram());
    expect(JSON.parse(state.printed())).toEqual({ total: 0, copies: [] });
  });

  it('lists what is kept of all files below a folder, also of one that is gone', async () => {
    for (const folder of ['', 'EC000001', 'EC000001/MC000001']) {
      expect(await backupsCommand(join(root, folder), asPerson())).toBe(0);
      expect(state.printed()).toContain(join(root, keptAt));
    }
    rmSync(join(root, 'EC000001'), { recursive: true });
    await backupsCommand(join(root, 'EC000001'), asPerson());
    expect(state.printed()).toContain(join(root, keptAt));
    mkdirSync(join(root, 'EC00000'));
    await backupsCommand(join(root, 'EC00000'), asPerson());
    expect(state.printed()).toBe(`Nothing that was replaced is kept of ${join(root, 'EC00000')}.\n`);
  });

  it('says of a save that was not sent just that: its bytes may stand elsewhere in the library', async () => {
    const at = `.cadlibrary/backup/2026-05-21T12-00-00-000Z/${pump}`;
    write(at, 'mine too');
    write('EC000001/MC000001/pump (mine).rfa', 'mine too');
    state.withState((database) =>
      createBackupCopies(database, state.libraryId).note({
        ...{ keptAt: at, path: pump, keptMs: Date.UTC(2026, 4, 21, 12), reason: 'superseded' },
        sha256: 'c'.repeat(64) as never,
      }),
    );
    await backupsCommand(join(root, pump), asPerson());
    const [told] = state.printed().split('\n');
    expect(told).toMatch(/8 bytes, a save that was not sent then, not known to be on the service$/);
  });

  it('says where copies stay of a library that is removed, and not that nothing is kept anywhere', async () => {
    await removeLibraryCommand(root, { ...asPerson(), yes: true });
    expect(state.printed()).toContain(`also the earlier copies in ${join(root, '.cadlibrary/backup')}.`);
    await backupsCommand(undefined, asPerson());
    expect(state.printed()).toBe('Nothing that was replaced is kept in a library that is synced here.\n');
  });

  it('does not say that nothing is kept of a name that nobody ever saw', async () => {
    await expect(backupsCommand(join(root, 'EC000001/MC000001/pmup.rfa'), asProgram())).rejects.toMatchObject({
      code: 'unknown-item',
      detail: expect.stringContaining('pmup.rfa') as unknown,
    });
  });

  it.each([
    ['all that is kept, however much that is', []],
    ['all others where copies of the first two pages were deleted by hand', [1_200, 700, 600]],
  ])('lists %s', async (_, deleted) => {
    state.withState((database) =>
      database.transaction(() => {
        const copies = createBackupCopies(database, state.libraryId);
        for (let number = 0; number < 1_201; number += 1) {
          const at = `.cadlibrary/backup/2026-05-21T12-00-00-000Z/part ${number}.rfa`;
          if (!deleted.includes(number)) write(at, 'kept');
          copies.note({ keptAt: at, path: `part ${number}.rfa`, keptMs: number, reason: 'newerVersion' });
        }
      }),
    );
    const there = 1_202 - deleted.length;
    await backupsCommand(undefined, asPerson());
    expect(state.printed().match(/replaced by a newer version/g)).toHaveLength(there);
    await backupsCommand(undefined, asProgram());
    const { total, copies } = JSON.parse(state.printed()) as { total: number; copies: unknown[] };
    expect([total, copies.length]).toEqual([there, there]);
  });

  it('puts a copy back and keeps the file in its place', async () => {
    expect(await restoreBackupCommand(join(root, keptAt), asProgram())).toBe(0);
    expect(JSON.parse(state.printed())).toEqual({ path: pump, next: 'unread' });
    expect(text(pump)).toBe('mine');
    await backupsCommand(join(root, pump), asProgram());
    const { copies } = JSON.parse(state.printed()) as {
      copies: { copy: string; reason: string; isOnService: boolean }[];
    };
    expect(copies).toMatchObject([{ reason: 'restored', isOnService: false }]);
    expect(readFileSync(copies[0]?.copy ?? '', 'utf8')).toBe('theirs');
  });

  it('does not put back what a program saved into the copy as what it lists, until it lists that', async () => {
    const at = `.cadlibrary/backup/2026-05-21T12-00-00-000Z/${pump}`;
    write(at, 'an hour of work');
    state.withState((database) =>
      createBackupCopies(database, state.libraryId).note({
        ...{ keptAt: at, path: pump, keptMs: 0, reason: 'newerVersion' },
        sha256: 'c'.repeat(64) as never,
      }),
    );
    const restore = () => restoreBackupCommand(join(root, at), asPerson());
    await expect(restore()).rejects.toMatchObject({ code: 'file-changed-meanwhile' });
    expect([text(pump), text(at)]).toEqual(['theirs', 'an hour of work']);
    await backupsCommand(join(root, pump), asPerson());
    expect(state.printed()).toContain('saved into by a program after it was replaced');
    expect(await restore()).toBe(0);
    expect(text(pump)).toBe('an hour of work');
  });

  it.each([
    [{}, 'The next sync sends it as the next draft.'],
    [{ upload: 'onPublish' }, 'It is sent once you publish it.'],
    [{ direction: 'downOnly' }, 'It is not sent; status says why.'],
    [{ isPaused: true }, 'It is not sent; status says why.'],
  ] as const)('says what comes of a copy that is put back with %j', async (settings, next) => {
    const at = `.cadlibrary/backup/2026-05-21T12-00-00-000Z/${pump}`;
    write(at, 'mine');
    state.withState((database) => {
      createLibraries(database).setSettings(state.libraryId, { ...defaultLibrarySettings, ...settings });
      const key = 'Revit/2025/EC000001/1/MC000001/1/Template' as ContentKeyText;
      const copy = { keptAt: at, path: pump, keptMs: 0, reason: 'newerVersion', key } as const;
      createBackupCopies(database, state.libraryId).note(copy);
    });
    await restoreBackupCommand(join(root, at), asPerson());
    expect(state.printed()).toBe(`Put back as ${pump}. ${next}\n`);
  });

  it.each([
    ['what is no copy', () => join(root, pump)],
    ['a file of no library', () => join(stateDir, 'elsewhere.rfa')],
  ])('refuses %s and changes nothing', async (_, copy) => {
    await expect(restoreBackupCommand(copy(), asPerson())).rejects.toMatchObject({
      code: 'unknown-item',
    });
    expect(text(pump)).toBe('theirs');
    expect(readdirSync(join(root, '.cadlibrary/backup'))).toHaveLength(1);
  });

  it('puts nothing into a folder that is not the library any more', async () => {
    write('.cadlibrary/library.json', JSON.stringify({ libraryId: 'another' }));
    await expect(restoreBackupCommand(join(root, keptAt), asPerson())).rejects.toMatchObject({
      code: 'library-unproven',
    });
    expect(text(pump)).toBe('theirs');
  });
});
