import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LogFile } from '../../../electron/commits/log-file.ts';
import { createSharedCommits } from '../../../electron/commits/shared-commits.ts';
import { createSeededRandom } from '../../simulator/seeded-random.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cadsync-lost-writes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function openDatabase(file: string): Database.Database {
  const database = new Database(file);
  database.pragma('locking_mode = EXCLUSIVE');
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  // So few that the log is copied into the database and begun anew again and again.
  database.pragma('wal_autocheckpoint = 12');
  database.exec('CREATE TABLE IF NOT EXISTS halves (number INTEGER, half INTEGER, ballast TEXT)');
  return database;
}

const logHeaderBytes = 32;
const sectorBytes = 512;

/**
 * The log on a disk that loses power: of what was written since the last flush each sector may be there or not. What
 * SQLite flushes by itself stays: all of the log before it copies it into the database, and the head of a new one.
 */
function createFickleLog(file: string, random: () => number, onPowerLoss: (crashed: string) => void): LogFile {
  let onDisk = Buffer.alloc(0);
  let databaseBefore = Buffer.alloc(0);
  let losses = 0;

  function losePower(database: Buffer, written: Buffer): void {
    const left = Buffer.from(written.subarray(0, random() < 0.5 ? Math.max(onDisk.length, logHeaderBytes) : undefined));
    for (let at = 0; at < left.length; at += sectorBytes) {
      if (random() < 0.5) continue;
      const before = onDisk.subarray(at, Math.min(at + sectorBytes, left.length));
      left
        .subarray(at, at + sectorBytes)
        .fill(0)
        .set(before);
    }
    written.copy(left, 0, 0, logHeaderBytes);
    const crashed = join(folder, `crashed-${(losses += 1)}.db`);
    writeFileSync(crashed, database);
    writeFileSync(`${crashed}-wal`, left);
    onPowerLoss(crashed);
  }

  return {
    async flush() {
      const database = readFileSync(file);
      const written = readFileSync(`${file}-wal`);
      if (!database.equals(databaseBefore)) onDisk = written;
      databaseBefore = database;
      for (let turns = random() * 4; turns > 0; turns -= 1) {
        await nextTurn();
        if (random() < 0.2) losePower(database, written);
      }
      onDisk = written;
    },
    close: () => undefined,
  };
}

describe.each([1, 2, 3, 4, 5, 6])('when power is lost, seed %i', (seed) => {
  it('everything that was told to be committed is there, and nothing by half', async () => {
    const { next: random } = createSeededRandom(seed);
    const file = join(folder, 'state.db');
    const database = openDatabase(file);
    const told = new Set<number>();
    let losses = 0;
    const openLog = (): LogFile =>
      createFickleLog(file, random, (crashed) => {
        losses += 1;
        const after = openDatabase(crashed);
        expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
        const whole = after
          .prepare<[], number>('SELECT number FROM halves GROUP BY number HAVING count(*) = 2')
          .pluck();
        const numbers = new Set(whole.all());
        expect([...told].filter((number) => !numbers.has(number))).toEqual([]);
        expect(after.prepare('SELECT count(DISTINCT number) FROM halves').pluck().get()).toBe(numbers.size);
        after.close();
      });
    const commits = createSharedCommits(database, { openLog });
    const insert = database.prepare('INSERT INTO halves VALUES (?, ?, ?)');
    const writing: Promise<unknown>[] = [];
    for (let number = 0; number < 120; number += 1) {
      const write = (): void => {
        insert.run(number, 1, 'x'.repeat(random() * 3_000));
        insert.run(number, 2, '');
      };
      writing.push(commits.add(write).then(() => told.add(number)));
      if (random() < 0.5) await Promise.race(writing.slice(-3));
    }
    await Promise.all(writing);
    expect(told.size).toBe(120);
    expect(losses).toBeGreaterThan(5);
    commits.close();
    database.close();
  });
});

describe('a log that is flushed by somebody else', () => {
  const open = (flush: () => Promise<void>) => {
    const database = openDatabase(join(folder, 'state.db'));
    const insert = database.prepare('INSERT INTO halves VALUES (1, 1, NULL)');
    const commits = createSharedCommits(database, { openLog: () => ({ flush, close: () => undefined }) });
    return { database, commits, write: () => commits.add(() => insert.run().changes) };
  };

  it('has all of what can be read once it is settled', async () => {
    const flushed = Promise.withResolvers<void>();
    const { database, commits, write } = open(() => flushed.promise);
    const order: string[] = [];
    const written = write().then(() => order.push('told'));
    await expect.poll(() => database.prepare('SELECT count(*) FROM halves').pluck().get()).toBe(1);
    const settled = commits.settled().then(() => order.push('settled'));
    await nextTurn();
    expect(order).toEqual([]);
    flushed.resolve();
    await Promise.all([written, settled]);
    commits.close();
    database.close();
  });

  it('that cannot be flushed tells nobody that anything is on the disk any more', async () => {
    let flushes = 0;
    const { database, commits, write } = open(async () => {
      flushes += 1;
      throw new Error('EIO');
    });
    await expect(write()).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
    await expect(write()).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
    await expect(commits.settled()).rejects.toMatchObject({ code: 'SQLITE_IOERR_FSYNC' });
    expect(database.prepare('SELECT count(*) FROM halves').pluck().get()).toBe(1);
    expect(flushes).toBeLessThanOrEqual(2);
    commits.close();
    database.close();
  });

  it('leaves commits of others fully synchronous', async () => {
    const { database, commits, write } = open(async () => undefined);
    await write();
    expect(database.pragma('synchronous', { simple: true })).toBe(2);
    commits.close();
    database.close();
  });
});
