import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../../electron/service/store/store.ts';
import type { EtimClassDefinition } from '../../../../../shared/model/product-data.ts';
import type { Sha256 } from '../../../../../shared/model/sha256.ts';
import { pump } from '../../../../contract/sample-products.ts';
import { administer, createDatabase, openAs } from '../../../../postgres/administer.ts';
import { freshTenant, openShared, openTestStore } from '../../open-test-store.ts';
import { pumpKey } from '../../start-service.ts';
import { draft, only, sha256, withBlob } from '../stored-things.ts';

const pumpClass: EtimClassDefinition = {
  code: 'EC011524',
  version: '3',
  descriptions: { en: 'Circulation pump' },
  synonyms: {},
  features: [],
  complete: true,
};
const modellingClass = { ...pumpClass, code: 'MC000123', version: '2' };
const unusedHash = 'b'.repeat(64) as Sha256;

/** What names the things of a tenant. */
interface Names {
  readonly blobId: string;
  readonly unusedId: string;
  readonly historyId: number;
  readonly standardId: string;
  readonly filterId: number;
}

/** Stores something of every kind. */
async function fill(store: Store): Promise<Names> {
  const blobId = await withBlob(store);
  await store.versions.append([
    draft(blobId),
    draft(blobId, { key: { ...pumpKey, type: 'Released' }, version: { major: 1, minor: 0 } }),
  ]);
  await store.validation.putFile(blobId, 'list.json', 'application/json');
  await store.validation.add({ projectId: 'p', ticketNumber: 't' }, '{}');
  const staged = await store.stageProductData();
  await staged.classes.putEtimClasses([pumpClass]);
  await staged.classes.putModellingClasses([modellingClass]);
  await staged.classes.putTerms([{ kind: 'value', code: 'EV000150', descriptions: { en: 'Brass' } }]);
  await staged.products.putProducts([pump]);
  await staged.show();
  await store.products.setBimReady(new Map([[pump.productId, true]]));
  const [history] = await store.versions.listHistories(pumpKey);
  return {
    blobId,
    unusedId: await withBlob(store, unusedHash),
    historyId: history?.historyId ?? 0,
    standardId: (await store.standards.put('DIN')).standardId,
    filterId: await store.filters.add('{}'),
  };
}

type Questions<Records> = { readonly [Name in keyof Records]: (records: Records, names: Names) => Promise<unknown> };

/** A question for every method that a store has, about the things that `fill` stored: one without does not compile. */
const questions: {
  readonly [Part in 'blobs' | 'versions' | 'classes' | 'products' | 'standards' | 'validation' | 'filters']: Questions<
    Store[Part]
  >;
} = {
  blobs: {
    find: (blobs, { blobId }) => blobs.find(blobId),
    findByHash: (blobs) => blobs.findByHash(sha256),
    listUnused: (blobs) => only(blobs.listUnused(1_000)),
    dropUnused: (blobs, { unusedId }) => blobs.dropUnused(unusedId, 1_000),
    listUsed: (blobs) => only(blobs.listUsed()),
    // Bytes that another tenant has too are another blob.
    put: async (blobs, { blobId }) => (await blobs.put({ sha256, sizeBytes: 3 }, 1)).blobId === blobId,
  },
  versions: {
    append: (versions, { unusedId }) => versions.append([draft(unusedId)]),
    listHistories: (versions) => versions.listHistories(pumpKey),
    listPrograms: (versions) => versions.listPrograms(),
    list: (versions, { historyId }) => only(versions.list(historyId)),
    findNewest: (versions, { historyId }) => versions.findNewest(historyId, 0),
    find: (versions, { historyId }) => versions.find(historyId, { major: 0, minor: 1 }),
    stateOf: (versions) => versions.stateOf('Revit', '2025'),
    listNewest: (versions) =>
      only(versions.listNewest({ ...pumpKey, languageCode: undefined, changedAfter: undefined, releasesOnly: false })),
    listAll: (versions) => only(versions.listAll()),
  },
  classes: {
    findEtimClass: (classes) => classes.findEtimClass('EC011524', '3'),
    findModellingClass: (classes) => classes.findModellingClass('MC000123'),
    searchEtimClasses: (classes) => classes.searchEtimClasses(['pump'], { of: 'all', atMost: 10 }),
    searchModellingClasses: (classes) => classes.searchModellingClasses(['pump'], { of: 'any', atMost: 10 }),
    findTerms: (classes) => classes.findTerms(['EV000150']),
    listEtimClasses: (classes) => only(classes.listEtimClasses()),
    listModellingClasses: (classes) => only(classes.listModellingClasses()),
    listTerms: (classes) => only(classes.listTerms()),
  },
  products: {
    find: (products) => products.find(pump.productId),
    findByCode: (products) => products.findByCode(pump.manufacturerGln, pump.productCode),
    findIds: (products) => products.findIds([pump.productId, pump]),
    findAllByCode: (products) => products.findAllByCode(pump.productCode),
    findByGtin: (products) => products.findByGtin(pump.gtins[0] ?? ''),
    search: (products) => products.search('circulation pump', 10),
    modellingClassesOf: (products) => products.modellingClassesOf('EC011524'),
    list: (products) => only(products.list()),
    setBimReady: (products) => products.setBimReady(new Map([[pump.productId, false]])),
  },
  standards: {
    list: (standards) => standards.list(),
    find: (standards, { standardId }) => standards.find(standardId),
    put: async (standards, { standardId }) => (await standards.put('DIN')).standardId === standardId,
  },
  validation: {
    putFile: (validation, { unusedId }) =>
      validation.putFile(unusedId, 'stolen', undefined).catch(() => 'there are no such bytes'),
    findFile: (validation, { blobId }) => validation.findFile(blobId),
    listTickets: (validation) => validation.listTickets({ projectId: 'p' }),
    find: (validation) => validation.find('p', 't'),
    remove: (validation) => validation.remove({ projectId: 'p' }),
    listFiles: (validation) => only(validation.listFiles()),
    listRequests: (validation) => only(validation.listRequests()),
    add: (validation) => validation.add({ projectId: 'p', ticketNumber: 't' }, '{"mine":1}'),
  },
  filters: {
    find: (filters, { filterId }) => filters.find(filterId),
    list: (filters) => only(filters.list()),
    add: (filters) => filters.add('{"mine":1}'),
    put: (filters, { filterId }) => filters.put({ filterId, json: '{"mine":1}' }),
  },
};

/** What a store answers to all of them, by name. */
async function askAll(store: Store, names: Names): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [part, asked] of Object.entries(questions)) {
    for (const [name, ask] of Object.entries(asked)) {
      const records = store[part as keyof typeof questions];
      answers[`${part}.${name}`] = await (ask as (records: unknown, names: Names) => Promise<unknown>)(records, names);
    }
  }
  return answers;
}

/** Everything that can be read of a tenant, without changing it. */
async function readAll(store: Store, names: Names): Promise<unknown[]> {
  const { blobs, versions, classes, products, standards, validation, filters } = questions;
  return Promise.all([
    ...[blobs.find, blobs.findByHash, blobs.listUnused].map((ask) => ask(store.blobs, names)),
    ...[versions.listHistories, versions.list, versions.stateOf, versions.listNewest].map((ask) =>
      ask(store.versions, names),
    ),
    ...Object.values(classes).map((ask) => ask(store.classes, names)),
    ...[products.find, products.findByGtin, products.search].map((ask) => ask(store.products, names)),
    standards.list(store.standards, names),
    ...[validation.findFile, validation.find].map((ask) => ask(store.validation, names)),
    filters.find(store.filters, names),
  ]);
}

describe('a process of the version before', () => {
  it('serves on while a newer version adds columns to every table', async () => {
    const url = await createDatabase();
    const database = await openAs('before', url);
    const store = database.storeOf('office');
    const names = await fill(store);
    const before = await readAll(store, names);
    const admin = await administer(url);
    await admin.query(`DO $$ DECLARE name text; BEGIN
      FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'cadsync' LOOP
        EXECUTE format('ALTER TABLE cadsync.%I ADD COLUMN later integer NOT NULL DEFAULT 0', name);
      END LOOP; END $$`);
    expect(await readAll(store, names)).toEqual(before);
    await expect(fill(store)).resolves.toMatchObject({ blobId: names.blobId });
  });
});

describe('a tenant', () => {
  it('is answered as if the others were not there, whatever it asks for by their ids and names', async () => {
    const database = await openShared();
    const own = database.storeOf(freshTenant());
    const names = await fill(own);
    const before = await readAll(own, names);
    const lonely = await openTestStore('memory');
    const answers = await askAll(database.storeOf(freshTenant()), names);
    // The memory knows no other tenant: there is nothing that it could tell by mistake.
    expect(answers).toEqual({ ...(await askAll(lonely, names)), 'versions.stateOf': 'none' });
    expect(await readAll(own, names)).toEqual(before);
    await lonely.close();
  });

  it('imports while another one does, and sees nothing of it', async () => {
    const database = await openShared();
    const [one, other] = [database.storeOf(freshTenant()), database.storeOf(freshTenant())];
    const staged = await one.stageProductData();
    await staged.products.putProducts([pump]);
    const beside = await other.stageProductData();
    expect(await beside.products.highestId()).toBe(0);
    expect(await beside.products.find(pump.productId)).toBeUndefined();
    await staged.show();
    await beside.show();
    expect(await one.products.search('pump', 5)).toHaveLength(1);
    expect(await other.products.search('pump', 5)).toEqual([]);
  });
});
