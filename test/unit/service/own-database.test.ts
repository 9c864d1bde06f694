import {
  copyFileSync,
  cpSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { openOwnDatabase } from '../../../electron/service/own-database.ts';
import { temporaryFolder } from '../imports/product-files.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
const file = (name = 'service.sqlite', of = folder) => join(of, name);
const open = (of = folder) =>
  openOwnDatabase(file('service.sqlite', of), (database) => {
    database.exec('CREATE TABLE IF NOT EXISTS drawing (number INTEGER PRIMARY KEY, name TEXT)');
  });
/** As SQLite counts: every commit is flushed. */
const fully = 2;
const namesOf = (database: Database.Database) =>
  database.prepare('SELECT name FROM drawing ORDER BY number').pluck().all();
const add = (database: Database.Database, added: readonly string[]) =>
  database.transaction(() => {
    const insert = database.prepare('INSERT INTO drawing (name) VALUES (?)');
    for (const name of added) insert.run(name);
  })();

function names(of = folder): unknown {
  const database = open(of);
  try {
    return namesOf(database);
  } finally {
    database.close();
  }
}

/** A run that adds these and is killed: its log is left, and stays the same file. What stands before a checkpoint is not in it. */
function killAfter(...added: readonly string[]): void {
  const database = open();
  const parts = added.includes('checkpoint') ? added.indexOf('checkpoint') : 0;
  add(database, added.slice(0, parts));
  if (parts > 0) database.pragma('wal_checkpoint(RESTART)');
  add(
    database,
    added.slice(parts).filter((name) => name !== 'checkpoint'),
  );
  copyFileSync(file(), file('as it was'));
  linkSync(file('service.sqlite-wal'), file('log'));
  database.close();
  writeFileSync(file(), readFileSync(file('as it was')));
  renameSync(file('log'), file('service.sqlite-wal'));
}

function backUp(...added: readonly string[]): void {
  const database = open();
  add(database, added);
  database.close();
  copyFileSync(file(), file('backup'));
}

const logsAside = () => readdirSync(folder).filter((name) => /^service\.replaced-.*\.sqlite-wal$/.test(name));

it('what is committed is on the disk before anybody is told', () => {
  const database = open();
  expect(database.pragma('synchronous', { simple: true })).toBe(fully);
  database.close();
});

it('what was acknowledged before the process was killed is there', () => {
  killAfter('pump');
  expect(names()).toEqual(['pump']);
  expect(logsAside()).toEqual([]);
});

it('the log of a folder that was copied as a whole counts', () => {
  killAfter('pump');
  const copy = join(temporaryFolder(), 'copy');
  cpSync(folder, copy, { recursive: true });
  expect(names(copy)).toEqual(['pump']);
});

describe.skipIf(process.platform === 'win32')('a backup that was put back after the process was killed', () => {
  it('is not mixed with the log of the other file, which is kept', () => {
    backUp('of yesterday');
    killAfter('of today');
    rmSync(file());
    copyFileSync(file('backup'), file());
    expect(names()).toEqual(['of yesterday']);
    expect(logsAside()).toHaveLength(1);
    expect(names()).toEqual(['of yesterday']);
    expect(logsAside()).toHaveLength(1);
  });

  it.each([
    ['its own time', false],
    ['the time of the backup', true],
  ])(
    'by being written over the other file, with %s, is not mixed with the log of that without a word',
    (_, keepsTime) => {
      backUp('of yesterday');
      const { atime, mtime } = statSync(file('backup'));
      const many = Array.from({ length: 3000 }, (_row, number) => `${number} ${'x'.repeat(100)}`);
      killAfter(...many, 'checkpoint', ...many.slice(0, 50));
      writeFileSync(file(), readFileSync(file('backup')));
      if (keepsTime) utimesSync(file(), atime, mtime);
      expect(() => open()).toThrow(
        expect.objectContaining({
          code: 'state-unreadable',
          detail: expect.stringContaining('log of another') as string,
        }),
      );
      expect(readFileSync(file()).equals(readFileSync(file('backup')))).toBe(true);
      renameSync(file('service.sqlite-wal'), file('log of today'));
      expect(names()).toEqual(['of yesterday']);
    },
  );

  it('in a copy of the folder is not spoilt by a log that nobody knows', () => {
    const many = Array.from({ length: 3000 }, (_, number) => `${number} ${'x'.repeat(100)}`);
    backUp(...many);
    killAfter(...many.slice(0, 50));
    const copy = join(temporaryFolder(), 'copy');
    cpSync(folder, copy, { recursive: true });
    const database = openOwnDatabase(file('older', copy), (older) => {
      older.exec('CREATE TABLE drawing (number INTEGER PRIMARY KEY, name TEXT)');
      add(older, many.slice(0, 300));
    });
    database.close();
    renameSync(file('older', copy), file('service.sqlite', copy));
    const before = readFileSync(file('service.sqlite', copy));
    expect(() => open(copy)).toThrow(
      expect.objectContaining({
        code: 'state-unreadable',
        detail: expect.stringContaining('log of another') as string,
      }),
    );
    expect(readFileSync(file('service.sqlite', copy)).equals(before)).toBe(true);
    rmSync(file('service.sqlite-wal', copy));
    expect(names(copy)).toHaveLength(300);
  });
});

it.each([
  ['gone', () => rmSync(file())],
  ['empty', () => writeFileSync(file(), '')],
])('a log whose database is %s is kept, and no other begun', (_, take) => {
  killAfter('pump');
  take();
  const before = readFileSync(file('service.sqlite-wal'));
  expect(() => open()).toThrow(expect.objectContaining({ code: 'database-gone', detail: file() }));
  expect(readFileSync(file('service.sqlite-wal')).equals(before)).toBe(true);
});

it.each([
  ['gone', () => rmSync(file())],
  ['empty', () => writeFileSync(file(), '')],
])('a database that is %s after an end in good order is not begun anew, and counts once it is back', (_, take) => {
  const database = open();
  add(database, ['pump']);
  database.close();
  copyFileSync(file(), file('away'));
  take();
  expect(() => open()).toThrow(expect.objectContaining({ code: 'database-gone', detail: file() }));
  renameSync(file('away'), file());
  expect(names()).toEqual(['pump']);
});

it('a database that was away and is put back has what its log has', () => {
  killAfter('pump');
  renameSync(file(), file('away'));
  expect(() => open()).toThrow(expect.objectContaining({ code: 'database-gone' }));
  renameSync(file('away'), file());
  expect(names()).toEqual(['pump']);
});

it('what is no database is told with its path', () => {
  writeFileSync(file(), 'no database, and long enough to be looked at'.repeat(100));
  const detail = expect.stringContaining(file()) as string;
  expect(() => open()).toThrow(expect.objectContaining({ code: 'state-unreadable', detail }));
});
