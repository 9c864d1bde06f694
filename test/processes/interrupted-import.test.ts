import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createProductImport } from '../../electron/service/products/product-import.ts';
import { openDataStore } from '../../electron/service/store/open-data-store.ts';
import { openDatabase } from '../../electron/service/store/sqlite/open-database.ts';
import { createSqliteStore } from '../../electron/service/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../../electron/service/store/store.ts';
import type { ImportRecord } from '../../shared/model/import-record.ts';
import { temporaryFolder } from '../unit/imports/product-files.ts';
import { importedRecord } from '../unit/service/imported-record.ts';

const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31);
const script = fileURLToPath(new URL('import-folder.ts', import.meta.url));
const known = 300;
const all = 1_500;

async function* records(first: number, last: number, round: string): AsyncGenerator<ImportRecord> {
  for (let number = first; number <= last; number += 1) yield importedRecord(number, round);
}

/** Which rounds the products are of, and how many there are. */
async function whatIsThere(store: Store): Promise<{ readonly rounds: readonly string[]; readonly count: number }> {
  const found = await store.products.search('pump', 10_000);
  return { rounds: [...new Set(found.map(({ data }) => data.names['en'] ?? ''))], count: found.length };
}

async function inStore<T>(dataDir: string, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openDataStore(dataDir);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Rows that only an import needs that was never shown, or that nobody needs any more. */
function rowsLeftOver(dataDir: string): unknown {
  const database = new Database(join(dataDir, 'service.sqlite'), { readonly: true });
  const left = database
    .prepare(
      `SELECT count(*) FROM products, product_data WHERE since > shown OR until <= shown OR until < ${Number.MAX_SAFE_INTEGER}`,
    )
    .pluck()
    .get();
  database.close();
  return left;
}

/** Imports in a process of its own and kills it: where it waits for that, or so many milliseconds after it said a line. */
async function importAndKill(dataDir: string, round: string, line: string, delayMs?: number): Promise<string[]> {
  const halt = delayMs === undefined ? [line] : [];
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, dataDir, round, '1', `${all}`, ...halt],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const said: string[] = [];
  const exited = once(child, 'exit');
  createInterface(child.stdout).on('line', (text) => {
    said.push(text);
    if (text === line) setTimeout(() => child.kill('SIGKILL'), delayMs);
  });
  await exited;
  return said;
}

/** Small and repeatable: mulberry32. */
function randomOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe(`an import whose process is killed (seed ${seed})`, () => {
  it('is there as a whole or not at all, wherever it was, and leaves nothing behind', async () => {
    const dataDir = temporaryFolder();
    await inStore(dataDir, (store) => createProductImport(store).take(records(1, known, 'first')));
    let before = await inStore(dataDir, whatIsThere);
    expect(before).toEqual({ rounds: ['Pump of first'], count: known });
    const random = randomOf(seed);
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const round = `round${attempt}`;
      // Half of them while it reads, half of them when it is about to show what it read, or has.
      const line = attempt % 2 === 0 ? 'read' : `${50 * Math.ceil((random() * all) / 50)}`;
      const said = await importAndKill(dataDir, round, line, Math.floor(random() * 60));
      const after = await inStore(dataDir, whatIsThere);
      const whole = { rounds: [`Pump of ${round}`], count: all };
      const expected = said.includes('done') ? [whole] : said.includes('read') ? [before, whole] : [before];
      expect(expected, `${round}, killed at ${line}`).toContainEqual(after);
      before = after;
    }
    await inStore(dataDir, (store) => createProductImport(store).take(records(1, all, 'last')));
    expect(await inStore(dataDir, whatIsThere)).toEqual({ rounds: ['Pump of last'], count: all });
    expect(rowsLeftOver(dataDir)).toBe(0);
  });

  it('is tidied up when the folder is opened again', async () => {
    const dataDir = temporaryFolder();
    await inStore(dataDir, (store) => createProductImport(store).take(records(1, known, 'first')));
    await importAndKill(dataDir, 'second', '1000');
    expect(rowsLeftOver(dataDir)).toBeGreaterThan(0);
    await inStore(dataDir, async (store) => (await store.stageProductData()).drop());
    expect(rowsLeftOver(dataDir)).toBe(0);
  });
});

describe('an import that is given up', () => {
  it('is not waited for while what it brought is removed, and the next one tells how far that is', async () => {
    const dataDir = temporaryFolder();
    async function* cutOff(): AsyncGenerator<ImportRecord> {
      yield* records(1, all, 'first');
      throw new Error('It was given up.');
    }
    await inStore(dataDir, (store) => expect(createProductImport(store).take(cutOff())).rejects.toThrow('given up'));
    expect(rowsLeftOver(dataDir)).toBeGreaterThan(0);
    const told: number[] = [];
    await inStore(dataDir, (store) =>
      createProductImport(store).take(records(1, 1, 'second'), undefined, (fraction) => told.push(fraction)),
    );
    expect(told.at(-1)).toBe(1);
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(rowsLeftOver(dataDir)).toBe(0);
  });
});

describe('an import for which the disk has no room', () => {
  it('fails, leaves everything as it was, and can be done again when there is room', async () => {
    const path = join(temporaryFolder(), 'service.sqlite');
    const database = openDatabase(path);
    const store = createSqliteStore(database);
    await createProductImport(store).take(records(1, known, 'first'));
    const pages = Number(database.pragma('page_count', { simple: true }));
    database.pragma(`max_page_count = ${pages + 20}`);
    const failing = createProductImport(store).take(records(1, all, 'second'));
    await expect(failing).rejects.toMatchObject({ code: 'SQLITE_FULL' });
    expect(await whatIsThere(store)).toEqual({ rounds: ['Pump of first'], count: known });
    database.pragma('max_page_count = 1000000');
    await createProductImport(store).take(records(1, all, 'second'));
    expect(await whatIsThere(store)).toEqual({ rounds: ['Pump of second'], count: all });
    await store.close();
  });
});
