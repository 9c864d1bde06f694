import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore, readSqliteStore } from '../../../../electron/service/store/sqlite/open-sqlite-store.ts';
import { schemaSteps } from '../../../../electron/service/store/sqlite/schema.ts';
import { pump } from '../../../contract/sample-products.ts';
import { pumpKey } from '../start-service.ts';
import { storeProducts } from '../store-products.ts';
import { draft, only, sha256, withBlob } from './stored-things.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadsync-store-'));
  path = join(folder, 'service.sqlite');
});
afterEach(() => rm(folder, { recursive: true }));

describe('the database', () => {
  it('keeps what was acknowledged when it is opened again', async () => {
    const first = openSqliteStore(path);
    const blobId = await withBlob(first);
    expect(await first.versions.append([draft(blobId, { record: { tags: 'a', Unknown: [1] } })])).toBe('appended');
    await first.close();
    const second = openSqliteStore(path);
    const [history] = await second.versions.listHistories(pumpKey);
    expect(await only(second.versions.list(history?.historyId ?? 0))).toMatchObject([
      { version: { major: 0, minor: 1 }, blob: { blobId, sha256 }, record: { tags: 'a', Unknown: [1] } },
    ]);
    await second.close();
  });

  it('that a backup was put in the place of is told from it, though as many versions were stored at the same time', async () => {
    const states: string[] = [];
    for (const name of ['service.sqlite', 'restored.sqlite']) {
      const store = openSqliteStore(join(folder, name));
      await store.versions.append([draft(await withBlob(store))]);
      states.push(await store.versions.stateOf('Revit', '2025'));
      await store.close();
    }
    expect(states[0]).not.toBe(states[1]);
  });

  it('belongs to one service at a time', async () => {
    const first = openSqliteStore(path);
    expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: 'service-data-in-use' }));
    await first.close();
    await openSqliteStore(path).close();
  });

  it.each([
    ['newer form', schemaSteps.length + 1],
    ['form that never was', -3],
  ])('of a %s is refused and left as it is', async (_, form) => {
    const other = new Database(path);
    other.pragma(`user_version = ${form}`);
    other.close();
    expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: 'state-unreadable' }));
    expect((await readdir(folder)).filter((name) => name.includes('backup'))).toEqual([]);
    const after = new Database(path);
    expect(after.pragma('user_version', { simple: true })).toBe(form);
    after.close();
  });

  it('of an older form is brought forward with everything in it', async () => {
    const older = new Database(path);
    older.exec(schemaSteps[0] ?? '');
    older.pragma('user_version = 1');
    const put = older.prepare('INSERT INTO products VALUES (?, ?, ?, ?, ?)');
    put.run(pump.productId, pump.manufacturerGln, pump.productCode, 1, JSON.stringify(pump));
    older.prepare('INSERT INTO product_gtins VALUES (?, ?)').run('08712345678906', pump.productId);
    older.close();
    const store = openSqliteStore(path);
    expect(await store.products.findByGtin('08712345678906')).toMatchObject({
      data: { productId: 4711 },
      bimReady: true,
    });
    await store.close();
  });

  it('of an older form is copied once, however many starts do not bring it forward, and again once it is another', async () => {
    const older = new Database(path);
    older.exec(schemaSteps[0] ?? '');
    // A step makes that table.
    older.exec('CREATE TABLE bim_states (mine TEXT)');
    older.pragma('user_version = 1');
    older.close();
    const copies = async () => (await readdir(folder)).filter((name) => name.includes('.form-')).toSorted();
    for (let start = 0; start < 3; start += 1) expect(() => openSqliteStore(path)).toThrow('bim_states');
    expect(await copies()).toEqual(['service.sqlite.form-1.backup']);
    const another = new Database(path);
    another.exec(`INSERT INTO bim_states VALUES ('later')`);
    another.close();
    for (let start = 0; start < 3; start += 1) expect(() => openSqliteStore(path)).toThrow('bim_states');
    expect(await copies()).toEqual(['service.sqlite.form-1-2.backup', 'service.sqlite.form-1.backup']);
  });

  it('that is only read is read in the newest form, and keeps its own', async () => {
    const older = new Database(path);
    older.exec(schemaSteps[0] ?? '');
    older.pragma('user_version = 1');
    const put = older.prepare('INSERT INTO products VALUES (?, ?, ?, ?, ?)');
    put.run(pump.productId, pump.manufacturerGln, pump.productCode, 1, JSON.stringify(pump));
    older.pragma('journal_mode = WAL');
    older.close();
    const before = await readFile(path);
    const read = readSqliteStore(path);
    expect(await only(read.products.list())).toMatchObject([{ data: { productId: 4711 }, bimReady: true }]);
    expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: 'service-data-in-use' }));
    await read.close();
    expect(await readdir(folder)).toEqual(['service.sqlite']);
    expect((await readFile(path)).equals(before)).toBe(true);
  });

  it('tells an import nothing of removing what that import itself replaced or brought', async () => {
    const store = openSqliteStore(path);
    await storeProducts(store, [pump]);
    const told: number[] = [];
    for (const end of ['show', 'drop'] as const) {
      const staged = await store.stageProductData((fraction) => void told.push(fraction));
      await staged.products.putProducts([{ ...pump, productCode: end }]);
      await staged[end]();
    }
    await store.close();
    expect(told).toEqual([]);
  });

  it('that is none is refused', async () => {
    await writeFile(path, 'this is a letter, not a database. '.repeat(100));
    expect(() => openSqliteStore(path)).toThrow(expect.objectContaining({ code: 'state-unreadable' }));
  });
});
