import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSharedCommits, type SharedCommits } from '../../../electron/commits/shared-commits.ts';

let database: Database.Database;
let commits: SharedCommits;

beforeEach(() => {
  database = new Database(':memory:');
  database.exec('CREATE TABLE numbers (number INTEGER PRIMARY KEY)');
  commits = createSharedCommits(database);
});
afterEach(() => database.close());

const write = (number: number) => database.prepare('INSERT INTO numbers VALUES (?)').run(number);
const numbers = () => database.prepare('SELECT number FROM numbers ORDER BY number').pluck().all();

describe('writes that wait at the same moment', () => {
  it('are one transaction, of which each gets its own answer', async () => {
    const inTransaction: boolean[] = [];
    const answers = [1, 2, 3].map((number) =>
      commits.add(() => {
        inTransaction.push(database.inTransaction);
        write(number);
        return number * 10;
      }),
    );
    expect(numbers()).toEqual([]);
    expect(await Promise.all(answers)).toEqual([10, 20, 30]);
    expect(inTransaction).toEqual([true, true, true]);
    expect(numbers()).toEqual([1, 2, 3]);
  });

  it('undo what failed of one of them only', async () => {
    const outcomes = await Promise.allSettled([
      commits.add(() => write(1)),
      commits.add(() => {
        write(2);
        write(1);
      }),
      commits.add(() => write(3)),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(numbers()).toEqual([1, 3]);
  });

  it('are done once where none fails, and once more by themselves where one does', async () => {
    const done: number[] = [];
    const add = (number: number) =>
      commits.add(() => {
        done.push(number);
        return write(number).changes;
      });
    expect(await Promise.all([add(1), add(2)])).toEqual([1, 1]);
    expect(done.splice(0)).toEqual([1, 2]);
    const outcomes = await Promise.allSettled([add(3), add(1), add(4)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(done.splice(0)).toEqual([3, 1, 3, 1, 4]);
    await expect(add(1)).rejects.toMatchObject({ code: 'SQLITE_CONSTRAINT_PRIMARYKEY' });
    expect(done).toEqual([1]);
    expect(numbers()).toEqual([1, 2, 3, 4]);
  });

  it('write nothing outside of a transaction that ended without a word', async () => {
    const outcomes = await Promise.allSettled([
      commits.add(() => database.exec('ROLLBACK')),
      commits.add(() => write(1).changes),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(numbers()).toEqual([]);
  });

  it('cannot wait for anything', async () => {
    const outcomes = await Promise.allSettled([commits.add(() => write(1).changes), commits.add(async () => write(2))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await expect(commits.add(async () => write(2))).rejects.toThrow(TypeError);
    expect(numbers()).toEqual([1]);
  });

  it('all fail when the transaction is lost as a whole', async () => {
    const outcomes = await Promise.allSettled([
      commits.add(() => write(1)),
      commits.add(() => {
        database.exec('ROLLBACK');
        throw new Error('The disk is full');
      }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(numbers()).toEqual([]);
    expect(await commits.add(() => write(4).changes)).toBe(1);
  });

  it('are committed when the queue is closed', async () => {
    const answer = commits.add(() => write(1).changes);
    commits.close();
    expect(numbers()).toEqual([1]);
    expect(await answer).toBe(1);
  });

  it('are refused once the queue is closed, and not called unflushed', async () => {
    commits.close();
    await expect(commits.add(() => write(1))).rejects.toThrow('The database was closed before this was written.');
    expect(numbers()).toEqual([]);
  });
});
