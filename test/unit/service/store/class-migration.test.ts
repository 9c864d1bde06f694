import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyBeforeForm } from '../../../../electron/service/store/sqlite/open-database.ts';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/open-sqlite-store.ts';
import { schemaSteps } from '../../../../electron/service/store/sqlite/schema.ts';
import { pump, pumpStructure } from '../../../contract/sample-products.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cadsync-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('a database that kept classes in pairs', () => {
  it('has each class by itself afterwards, and its products can be searched', async () => {
    const path = join(folder, 'service.sqlite');
    const older = new Database(path);
    for (const step of schemaSteps.slice(0, 2)) older.exec(step);
    older.pragma('user_version = 2');
    older
      .prepare('INSERT INTO structures VALUES (?, ?, ?, ?, ?)')
      .run('EC011524', 3, 'MC000123', 2, JSON.stringify(pumpStructure));
    older
      .prepare('INSERT INTO products VALUES (?, ?, ?, ?, ?)')
      .run(pump.productId, pump.manufacturerGln, pump.productCode, 1, JSON.stringify(pump));
    older.close();
    const store = openSqliteStore(path);
    expect(await store.classes.findEtimClass('EC011524', '3')).toEqual({
      ...pumpStructure.etimClass,
      synonyms: {},
      features: pumpStructure.features.filter(({ origin }) => origin === 'etim'),
      complete: false,
    });
    expect(await store.classes.findModellingClass('MC000123')).toEqual({
      ...pumpStructure.modellingClass,
      features: pumpStructure.features.filter(({ origin }) => origin === 'modelling'),
      complete: false,
    });
    expect(await store.classes.findEtimClass('EC011524', '4')).toBeUndefined();
    for (const text of ['pomp', 'circulatiepomp', 'two connections', '25 60']) {
      expect(await store.products.search(text, 1)).toMatchObject([{ data: { productId: 4711 }, bimReady: true }]);
    }
    await store.close();

    const copy = new Database(copyBeforeForm(path, 2), { readonly: true });
    expect(copy.pragma('user_version', { simple: true })).toBe(2);
    expect(copy.prepare('SELECT COUNT(*) AS n FROM structures').get()).toEqual({ n: 1 });
    copy.close();
  });

  it('keeps the copy of an earlier time where a backup of the same form is brought forward later', async () => {
    const path = join(folder, 'service.sqlite');
    const form = 1;
    const names = ['work of a month', 'backup of last month'];
    for (const name of names) {
      await rm(path, { force: true });
      const older = new Database(path);
      for (const step of schemaSteps.slice(0, form)) older.exec(step);
      older.pragma(`user_version = ${form}`);
      older.prepare('INSERT INTO standards VALUES (?, ?)').run('1', name);
      older.close();
      await openSqliteStore(path).close();
    }
    const copies = [form, `${form}-2`].map((one) => new Database(copyBeforeForm(path, one), { readonly: true }));
    expect(copies.map((copy) => copy.prepare('SELECT standard_name FROM standards').pluck().get())).toEqual(names);
    for (const copy of copies) copy.close();
    expect((await readdir(folder)).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('keeps no copy where there was nothing to bring forward', async () => {
    const path = join(folder, 'service.sqlite');
    await openSqliteStore(path).close();
    await openSqliteStore(path).close();
    expect((await readdir(folder)).filter((name) => name.includes('backup'))).toEqual([]);
  });
});
