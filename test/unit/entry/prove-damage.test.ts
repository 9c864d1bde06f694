import type * as FileSystem from 'node:fs';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createBegunAnewNote,
  createSettingsStore,
  noConnection,
} from '../../../electron/engine/state/settings-store.ts';

/**
 * The code by which the system refuses plain reads, and what of a file system is read-only; empty while nothing is. And
 * what another program does to a file as it is read.
 */
const refused = vi.hoisted(() => ({ code: '', readOnly: '' }));
const meanwhile = vi.hoisted(() => ({ act: (): void => undefined }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof FileSystem>();
  const readSync = (...asked: Parameters<typeof fs.readSync>): number => {
    if (refused.code !== '') throw Object.assign(new Error(refused.code), { code: refused.code, syscall: 'read' });
    meanwhile.act();
    return fs.readSync(...asked);
  };
  const accessSync = (path: string, mode: number): void => {
    if (path === refused.readOnly) throw Object.assign(new Error('EROFS'), { code: 'EROFS', syscall: 'access' });
    fs.accessSync(path, mode);
  };
  return { ...fs, readSync, accessSync };
});

// Other tests may have loaded it with the file system as it is.
vi.resetModules();
const { openState } = await import('../../../electron/entry/open-state.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadsync-state-'));
  const database = openState(folder);
  createSettingsStore(database).saveConnection({ ...noConnection, clientId: 'kept' });
  database.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  Object.assign(refused, { code: '', readOnly: '' });
  meanwhile.act = () => undefined;
  rmSync(folder, { recursive: true, force: true });
});

const setAside = (): string[] => readdirSync(folder).filter((name) => name.startsWith('state.damaged'));

function expectWhole(): void {
  const database = openState(folder);
  expect(createSettingsStore(database).connection().clientId).toBe('kept');
  expect(createBegunAnewNote(database).read()).toBeUndefined();
  database.close();
  expect(setAside()).toEqual([]);
}

/** SQLite says of a read that the system refuses, with EIO say, that the database is damaged. */
function refuseReadsOf(name: string, statement: string, times = Infinity): void {
  const { prepare } = BetterSqlite3.prototype;
  let left = times;
  vi.spyOn(BetterSqlite3.prototype, 'prepare').mockImplementation(function (this: BetterSqlite3.Database, source) {
    if (this.name !== join(folder, name) || !source.startsWith(statement) || left-- <= 0)
      return prepare.call(this, source);
    throw Object.assign(new Error('database disk image is malformed'), { code: 'SQLITE_CORRUPT' });
  });
}

describe('a state of which SQLite is refused a read', () => {
  it('is not damaged: it is opened as soon as it is read, after a check as without', () => {
    refuseReadsOf('state.db', 'SELECT 1 FROM sqlite_master', 1);
    expectWhole();
    vi.restoreAllMocks();
    rmSync(join(folder, 'state.closed'));
    refuseReadsOf('state.db', 'PRAGMA quick_check', 1);
    expectWhole();
  });

  it('is out of reach while the system gives its bytes to nobody, and goes on after that', () => {
    rmSync(join(folder, 'state.closed'));
    refuseReadsOf('state.db', 'PRAGMA quick_check', 1);
    refused.code = 'EIO';
    expect(() => openState(folder)).toThrow(expect.objectContaining({ code: 'state-out-of-reach' }));
    refused.code = '';
    expectWhole();
  });

  it('is out of reach while only SQLite is refused them', () => {
    refuseReadsOf('state.db', 'PRAGMA user_version');
    expect(() => openState(folder)).toThrow(expect.objectContaining({ code: 'state-out-of-reach' }));
    vi.restoreAllMocks();
    expectWhole();
  });
});

it('a damaged state stays where it is while the system refuses to read all of it', () => {
  writeFileSync(join(folder, 'state.db'), 'this is a text and no database at all'.repeat(100));
  refused.code = 'EIO';
  expect(() => openState(folder)).toThrow(expect.objectContaining({ code: 'state-out-of-reach' }));
  expect(setAside()).toEqual([]);
  refused.code = '';
  openState(folder).close();
  expect(setAside()).toHaveLength(1);
});

it('a damaged state stays where it is while another program shortens it', () => {
  const file = join(folder, 'state.db');
  writeFileSync(file, 'this is a text and no database at all'.repeat(100));
  meanwhile.act = () => truncateSync(file, 1_000);
  const detail = `${file} ends before its end.`;
  expect(() => openState(folder)).toThrow(expect.objectContaining({ code: 'state-out-of-reach', detail }));
  expect([setAside(), statSync(file).size]).toEqual([[], 1_000]);
  meanwhile.act = () => undefined;
  openState(folder).close();
  expect(setAside()).toHaveLength(1);
});

it('nothing is left of what was looked at to prove it', () => {
  const temporary = join(folder, 'temporary');
  mkdirSync(temporary);
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, temporary);
  writeFileSync(join(folder, 'state.db'), 'this is a text and no database at all'.repeat(100));
  openState(folder).close();
  expect(setAside()).toHaveLength(1);
  expect(readdirSync(temporary)).toEqual([]);
});

it('says which folder is read-only, and nothing in the words of SQLite', () => {
  refused.readOnly = folder;
  const detail = `${folder} is read-only, or belongs to another user.`;
  expect(() => openState(folder)).toThrow(expect.objectContaining({ code: 'state-out-of-reach', detail }));
  refused.readOnly = '';
  expectWhole();
});
