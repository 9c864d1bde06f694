import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../electron/service/store/store.ts';
import { hashOf } from '../../../../electron/service/store/hash-of.ts';
import type { Sha256 } from '../../../../shared/model/sha256.ts';
import { pump } from '../../../contract/sample-products.ts';
import { openTestStore, storeKinds } from '../open-test-store.ts';
import { pumpKey } from '../start-service.ts';
import { draft, only, withBlob } from './stored-things.ts';

/** More than a page. */
const many = 260;
const numbers = Array.from({ length: many }, (_, index) => index);

describe.each(storeKinds)('a list of everything in %s', (kind) => {
  let store: Store;
  beforeEach(async () => {
    store = await openTestStore(kind);
  });
  afterEach(() => store.close());

  it('has every version of every history, the oldest first, and the time that each is listed under', async () => {
    const blobId = await withBlob(store);
    const keys = numbers.slice(0, 60).map((number) => ({ ...pumpKey, type: `T${number}` }));
    await store.versions.append(keys.map((key) => draft(blobId, { key, changedAt: 5_000 })));
    const [key = pumpKey] = keys;
    // A clock that is behind: the time that is shown stays, wherever it is listed.
    const release = { key, version: { major: 1, minor: 0 }, after: { major: 0, minor: 1 }, changedAt: 4_000 };
    await store.versions.append([draft(blobId, release)]);
    const all = await only(store.versions.listAll());
    expect(all.map(({ key: { type }, version }) => `${type} ${version.major}.${version.minor}`)).toEqual(
      keys.flatMap(({ type }) => (type === key.type ? [`${type} 0.1`, `${type} 1.0`] : [`${type} 0.1`])).toSorted(),
    );
    const filter = { ...pumpKey, languageCode: undefined, changedAfter: undefined, releasesOnly: true };
    const [released] = await only(store.versions.listNewest(filter));
    expect(released).toMatchObject({ changedAt: 4_000 });
    const [, ofRelease] = all.filter(({ key: { type } }) => type === key.type);
    expect(ofRelease).toMatchObject({ changedAt: 4_000, listedAt: 5_001 });
  });

  it('has new files that come together in the order in which they are given', async () => {
    const blobId = await withBlob(store);
    const types = ['B', 'A', 'D', 'C'];
    await store.versions.append(types.map((type) => draft(blobId, { key: { ...pumpKey, type } })));
    const filter = { ...pumpKey, languageCode: undefined, releasesOnly: false, changedAfter: undefined };
    expect((await only(store.versions.listNewest(filter))).map(({ key }) => key.type)).toEqual(types);
  });

  it('keeps the order of change that a copy brings, and puts what comes later behind it', async () => {
    const blobId = await withBlob(store);
    const types = ['third', 'first', 'second'];
    const at = (type: string) => ['first', 'second', 'third'].indexOf(type) * 10 + 100;
    for (const type of types) {
      const key = { ...pumpKey, type };
      await store.versions.append([draft(blobId, { key, changedAt: 50, listedAt: at(type) })]);
    }
    await store.versions.append([draft(blobId, { key: { ...pumpKey, type: 'last' }, changedAt: 200 })]);
    const filter = { ...pumpKey, languageCode: undefined, releasesOnly: false };
    const listed = await only(store.versions.listNewest({ ...filter, changedAfter: undefined }));
    expect(listed.map(({ key }) => key.type)).toEqual(['first', 'second', 'third', 'last']);
    const later = await only(store.versions.listNewest({ ...filter, changedAfter: 110 }));
    expect(later.map(({ key }) => key.type)).toEqual(['third', 'last']);
  });

  it('has blobs in use under their ids, which a copy can keep', async () => {
    const ids = numbers.map(() => crypto.randomUUID());
    const hashes = numbers.map((number) => number.toString(16).padStart(64, '0') as Sha256);
    for (const [index, blobId] of ids.entries()) {
      await store.blobs.put({ blobId, sha256: hashes[index] ?? ('' as Sha256), sizeBytes: index }, 1);
    }
    expect(await only(store.blobs.listUsed())).toEqual([]);
    await store.versions.append(
      ids.slice(1).map((blobId, index) => draft(blobId, { key: { ...pumpKey, type: `T${index}` } })),
    );
    await store.validation.putFile(ids[0] ?? '', 'a', undefined);
    expect((await only(store.blobs.listUsed())).map(({ blobId }) => blobId)).toEqual(ids.toSorted());
    expect(await only(store.validation.listFiles())).toMatchObject([{ blob: { blobId: ids[0] }, fileName: 'a' }]);
    const [sha256 = '' as Sha256, other = '' as Sha256] = hashes;
    const standing = { blobId: ids[0], sha256, sizeBytes: 0 };
    // Who has the bytes or the id already is told, and keeps both.
    const taken = { blobId: crypto.randomUUID(), sha256, sizeBytes: 0 };
    expect(await store.blobs.put(taken, 2)).toEqual(standing);
    expect(await store.blobs.put({ ...standing, sha256: 'f'.repeat(64) as Sha256 }, 2)).toEqual(standing);
    expect(await store.blobs.findByHash(other)).toMatchObject({ blobId: ids[1] });
  });

  it('are found, those that are used by nothing, among many that are', async () => {
    const ids = await Promise.all(
      Array.from({ length: 620 }, async (_, number) => {
        const hash = number.toString(16).padStart(64, '0') as Sha256;
        const { blobId } = await store.blobs.put({ sha256: hash, sizeBytes: 1 }, 10);
        if (number % 300 !== 1) await store.validation.putFile(blobId, 'list.json', undefined);
        return blobId;
      }),
    );
    const unused = (await only(store.blobs.listUnused(11))).map(({ blobId }) => blobId);
    expect(unused).toEqual([ids[1], ids[301], ids[601]].toSorted());
  });

  it('has product data of what is shown, by code and id', async () => {
    const codes = numbers.map((number) => `EC${String(number).padStart(6, '0')}`);
    const named = { version: '10', descriptions: { en: 'Pump' }, synonyms: {}, features: [], complete: true };
    const classes = codes.toReversed().flatMap((code) => [
      { ...named, code },
      { ...named, code, version: '9' },
    ]);
    const products = numbers.map((number) => ({
      ...pump,
      productId: number + 1,
      productCode: `P${number}`,
      gtins: [],
    }));
    const staged = await store.stageProductData();
    await staged.classes.putEtimClasses(classes);
    await staged.classes.putModellingClasses(classes.slice(0, 1));
    await staged.classes.putTerms(codes.map((code) => ({ kind: 'value', code, descriptions: { en: code } })));
    await staged.products.putProducts(products.toReversed());
    expect(await only(store.products.list())).toEqual([]);
    await staged.show();
    await store.products.setBimReady(new Map([[7, false]]));
    expect((await only(store.classes.listEtimClasses())).map(({ code, version }) => `${code} ${version}`)).toEqual(
      codes.flatMap((code) => [`${code} 9`, `${code} 10`]),
    );
    expect(await only(store.classes.listModellingClasses())).toEqual(classes.slice(0, 1));
    expect((await only(store.classes.listTerms())).map(({ code }) => code)).toEqual(codes);
    expect(await only(store.products.list())).toEqual(
      products.map((data) => ({ data, bimReady: data.productId === 7 ? false : undefined })),
    );
  });

  it('has requests in the order of their hashes, and filters and standards under ids that a copy keeps', async () => {
    const requests = numbers.slice(0, 9).map((number) => ({ projectId: `p${number % 3}`, ticketNumber: `t${number}` }));
    for (const request of requests) await store.validation.add(request, JSON.stringify(request));
    const place = ({ projectId, ticketNumber }: (typeof requests)[number]) => hashOf(projectId) + hashOf(ticketNumber);
    expect((await only(store.validation.listRequests())).map((json) => JSON.parse(json) as unknown)).toEqual(
      requests.toSorted((one, another) => (place(one) < place(another) ? -1 : 1)),
    );
    await store.filters.put({ filterId: 41, json: '{"a":1}' });
    await store.filters.put({ filterId: 7, json: '{"b":2}' });
    await store.filters.put({ filterId: 7, json: '{"other":true}' });
    expect(await store.filters.add('{"c":3}')).toBe(42);
    expect((await only(store.filters.list())).map(({ filterId, json }) => [filterId, json])).toEqual([
      [7, '{"b":2}'],
      [41, '{"a":1}'],
      [42, '{"c":3}'],
    ]);
    const standardId = crypto.randomUUID();
    expect(await store.standards.put('DIN', standardId)).toEqual({ standardId, standardName: 'DIN' });
    expect(await store.standards.put('DIN', crypto.randomUUID())).toMatchObject({ standardId });
  });

  it('says what becomes of a text', () => {
    expect(store.keeps('a\0b')).toBe(kind === 'postgres' ? 'a␀b' : 'a\0b');
    expect(store.keeps('a\ud800')).toBe('a�');
  });
});
