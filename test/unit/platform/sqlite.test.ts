import { copyFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { text } from '../../../electron/engine/state/row.ts';
import { insert, sql } from '../../../electron/engine/state/sql.ts';
import { openSqlite } from '../../../electron/platform/sqlite.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadsync-sqlite-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (): string => join(folder, 'state', 'state.db');

function codeOf(work: () => unknown): unknown {
  try {
    work();
    return 'nothing was thrown';
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
}

describe('the state database', () => {
  it('is made with its folder and keeps what was written', () => {
    const first = openSqlite(file());
    first.run(sql`CREATE TABLE note (text TEXT)`);
    expect(first.run(insert('note', { text: 'kept' }))).toEqual({ changes: 1, lastId: 1 });
    first.close();
    const second = openSqlite(file());
    expect(second.all(sql`SELECT text FROM note`, text('text'))).toEqual(['kept']);
    expect(second.get(sql`SELECT text FROM note WHERE text = ${'none'}`, text('text'))).toBeUndefined();
    second.close();
  });

  it('has what is committed on the disk before anybody is told', () => {
    const database = openSqlite(file());
    // As SQLite counts: every commit is flushed.
    expect(database.get(sql`PRAGMA synchronous`, ({ synchronous }) => synchronous)).toBe(2);
    database.close();
  });

  it('is used by one program at a time', () => {
    const first = openSqlite(file());
    expect(codeOf(() => openSqlite(file()))).toBe('library-in-use');
    first.close();
    openSqlite(file()).close();
  });

  it.skipIf(process.platform === 'win32').each([
    ['removed', () => undefined],
    ['replaced', () => copyFileSync(`${file()} aside`, file())],
  ])('writes nothing more once its file was %s, and goes on where it is put back', async (_, replace) => {
    const database = openSqlite(file());
    database.run(sql`CREATE TABLE note (text TEXT)`);
    const write = () => database.run(insert('note', { text: 'kept' }));
    renameSync(file(), `${file()} aside`);
    replace();
    expect(codeOf(write)).toBe('state-taken-away');
    expect(codeOf(() => database.transaction(write))).toBe('state-taken-away');
    await expect(database.together(write)).rejects.toMatchObject({ code: 'state-taken-away' });
    expect(database.has(sql`SELECT 1 FROM note`)).toBe(false);
    expect(database.isInDoubt()).toBe(true);
    renameSync(`${file()} aside`, file());
    await database.together(write);
    expect(database.has(sql`SELECT 1 FROM note`)).toBe(true);
    database.close();
  });

  it('says so when the file is no database', () => {
    const path = join(folder, 'state.db');
    writeFileSync(path, 'this is a text and no database at all'.repeat(100));
    expect(codeOf(() => openSqlite(path))).toBe('state-damaged');
  });

  it('says that there is no room, loses nothing by it and goes on when there is', async () => {
    const database = openSqlite(file());
    database.run(sql`CREATE TABLE note (text TEXT)`);
    database.run(sql`PRAGMA max_page_count = 20`);
    const fill = () => {
      for (let n = 0; n < 1_000; n += 1) database.run(insert('note', { text: 'x'.repeat(1_000) }));
    };
    expect(codeOf(() => database.transaction(fill))).toBe('disk-full');
    expect(database.has(sql`SELECT 1 FROM note`)).toBe(false);
    expect(codeOf(fill)).toBe('disk-full');
    await expect(database.together(fill)).rejects.toMatchObject({ code: 'disk-full' });
    database.run(sql`PRAGMA max_page_count = 100000`);
    await database.together(fill);
    expect(database.all(sql`SELECT * FROM note`, text('text')).length).toBeGreaterThanOrEqual(1_000);
    database.close();
  });

  it.each([
    ['SQLITE_IOERR_WRITE', 'state-out-of-reach', false],
    ['SQLITE_IOERR_FSYNC', 'state-not-flushed', true],
  ])('says in words of its own that a write failed (%s), and goes on', async (code, told, isInDoubt) => {
    const database = openSqlite(file());
    database.run(sql`CREATE TABLE note (text TEXT)`);
    const failing = vi.spyOn(BetterSqlite3.prototype, 'prepare').mockImplementation(() => {
      throw Object.assign(new Error('disk I/O error'), { code });
    });
    const write = () => database.run(insert('note', { text: 'kept' }));
    expect(codeOf(write)).toBe(told);
    await expect(database.together(write)).rejects.toMatchObject({ code: told });
    expect(database.isInDoubt()).toBe(isInDoubt);
    failing.mockRestore();
    await database.together(write);
    expect(database.all(sql`SELECT text FROM note`, text('text'))).toEqual(['kept']);
    database.close();
  });

  it('takes all of a transaction or nothing, also of one within another', () => {
    const database = openSqlite(':memory:');
    database.run(sql`CREATE TABLE note (text TEXT)`);
    const broken = () =>
      database.transaction(() => {
        database.run(sql`INSERT INTO note VALUES ('outer')`);
        database.transaction(() => database.run(sql`INSERT INTO note VALUES ('inner')`));
        throw new Error('broken off');
      });
    expect(broken).toThrow('broken off');
    expect(database.has(sql`SELECT 1 FROM note`)).toBe(false);
    database.close();
  });
});
