import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { planCopy } from '../../../../electron/service/copying/compare-ends.ts';
import type { CopyEnd } from '../../../../electron/service/copying/copy-part.ts';
import { pump } from '../../../contract/sample-products.ts';
import { pumpKey } from '../start-service.ts';
import { draft, only } from '../store/stored-things.ts';
import { copy, fill, openEnd, otherKind, storeBytes } from './copy-ends.ts';

const listing = { ...pumpKey, languageCode: undefined, changedAfter: undefined, releasesOnly: false };

/** What callers see of a service, apart from ids of rows. */
async function seenOf({ store, blobs }: CopyEnd) {
  const used = await only(store.blobs.listUsed());
  return {
    histories: (await store.versions.listHistories({ applicationName: 'Revit' })).map(
      ({ historyId: _, ...rest }) => rest,
    ),
    changes: (await only(store.versions.listNewest(listing))).map(
      ({ key, version, changedAt, comments, blob, record }) => ({
        key,
        version,
        changedAt,
        comments,
        blob,
        record,
      }),
    ),
    releases: (await only(store.versions.listNewest({ ...listing, releasesOnly: true }))).map(({ key }) => key.type),
    versions: await only(store.versions.listAll()),
    bytes: await Promise.all(used.map(async (blob) => (await buffer(await blobs.open(blob))).toString())),
    used,
    standards: await store.standards.list(),
    validation: [await only(store.validation.listFiles()), await only(store.validation.listRequests())],
    tickets: await Promise.all(['t1', 't2', 't\0'].map((ticket) => store.validation.find('p', ticket))),
    filters: [await store.filters.find(12), await only(store.filters.list())],
    product: await store.products.findByGtin(pump.gtins[0] ?? ''),
    search: (await store.products.search('circulation', 5)).map(({ data }) => data.productId),
    classes: [
      await store.classes.findEtimClass('EC011524'),
      await store.classes.findModellingClass('MC000123'),
      (await store.classes.findTerms(['EV000150'])).get('EV000150'),
    ],
  };
}

describe(`a copy from memory to ${otherKind}, and back`, () => {
  it('has everything under its ids and in its order of change, proven by hashes of both sides', async () => {
    const [source, target, home] = [await openEnd('memory'), await openEnd(otherKind), await openEnd('memory')];
    await fill(source);
    const before = await seenOf(source);
    const proof = await copy(source, target);
    expect(await seenOf(target)).toEqual(before);
    expect(proof.sourceDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(proof).toMatchObject({ targetDigest: proof.sourceDigest, changedTexts: 0, mendedFiles: 0 });
    const counts = Object.fromEntries(proof.parts.map(({ name, source: { count } }) => [name, count]));
    expect(counts).toEqual({
      versions: 24,
      files: 13,
      standards: 2,
      validationFiles: 1,
      validationRequests: 3,
      filters: 2,
      etimClasses: 1,
      modellingClasses: 1,
      terms: 1,
      products: 2,
      bimStates: 1,
    });
    expect(proof.copied).toBe(24 + 2 + 1 + 3 + 2 + 1 + 1 + 1 + 2 + 1);
    const back = await copy(target, home);
    expect(back).toMatchObject({ sourceDigest: proof.sourceDigest, targetDigest: proof.sourceDigest });
    expect(await seenOf(home)).toEqual(before);
    // What is stored from now on comes behind what was copied, under ids that nobody has.
    expect(await target.store.filters.add('{}')).toBe(13);
    const { blobId } = await storeBytes(target, 'later');
    await target.store.versions.append([draft(blobId, { key: { ...pumpKey, type: 'later' }, changedAt: 20_000 })]);
    expect((await only(target.store.versions.listNewest(listing))).at(-1)?.key.type).toBe('later');
  });

  it('does nothing twice, and brings what came since', async () => {
    const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
    await fill(source, 2);
    await copy(source, target);
    expect(await copy(source, target)).toMatchObject({ copied: 0 });
    const { blobId } = await storeBytes(source, 'newest');
    const next = {
      key: { ...pumpKey, type: 'Type 1 🚰' },
      version: { major: 1, minor: 1 },
      after: { major: 1, minor: 0 },
    };
    await source.store.versions.append([draft(blobId, { ...next, changedAt: 90_000 })]);
    expect(await copy(source, target)).toMatchObject({ copied: 1 });
    expect(await seenOf(target)).toEqual(await seenOf(source));
  });

  it('goes on where it was ended, at whichever moment that was', { timeout: 60_000 }, async () => {
    const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
    await fill(source, 1);
    const died = new Set<string>();
    for (let isDone = false; !isDone;) {
      const outcome = await copy(source, dyingEnd(target, died)).catch((thrown: unknown) => thrown);
      if (outcome instanceof Error && !(outcome instanceof Death)) throw outcome;
      isDone = !(outcome instanceof Death);
    }
    expect(died.size).toBe(2 * 11 - 1);
    await copy(source, target);
    expect(await seenOf(target)).toEqual(await seenOf(source));
  });

  it.each([
    ['compare', 1, 'Nothing was copied yet.'],
    ['copy', 5, '5 of 18 records were copied and are safe there.'],
    // Product data is shown as a whole or not at all.
    ['copy', 15, '12 of 18 records were copied and are safe there.'],
    ['verify', 1, 'All 18 records were copied, and not yet verified.'],
  ] as const)('ends when it is cancelled to %s record %i, and says what is there', async (in_, at, says) => {
    const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
    await fill(source, 1);
    const ending = new AbortController();
    const onProgress = (phase: string, done: number): void => void (phase === in_ && done === at && ending.abort());
    await expect(copy(source, target, { signal: ending.signal, onProgress })).rejects.toMatchObject({
      code: 'cancelled',
      detail: `${says} Nothing was changed at the source. Run the same command again: it goes on from there.`,
    });
    await copy(source, target);
    expect(await seenOf(target)).toEqual(await seenOf(source));
  });

  it.each([
    ['a version of its own', (end: CopyEnd) => appendOwn(end, 'Own')],
    ['another version in a history of both', (end: CopyEnd) => appendOwn(end, 'Type 0 🚰')],
    ['a standard', (end: CopyEnd) => end.store.standards.put('DIN 276')],
    ['a filter', (end: CopyEnd) => end.store.filters.add('{"other":1}')],
  ])('refuses a target that has %s, and writes nothing', async (_, spoil) => {
    const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
    await fill(source, 1);
    await spoil(target);
    const before = await seenOf(target);
    await expect(copy(source, target)).rejects.toMatchObject({ code: 'copy-target-differs' });
    expect(await seenOf(target)).toEqual(before);
  });

  it('tells what it would copy, and copies nothing', async () => {
    const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
    await fill(source, 1);
    const { missing, parts } = await planCopy({ source, target, signal: new AbortController().signal });
    expect(missing).toBe(4 + 15 - 1);
    expect(parts.find(({ name }) => name === 'files')).toMatchObject({ missing: 3 });
    expect((await seenOf(target)).versions).toEqual([]);
  });

  it('tells of texts that the target cannot hold', async () => {
    const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
    const blobId = (await storeBytes(source, 'a')).blobId;
    const names = ['a\0b.pdf', 'a0.pdf', 'a␀.pdf', 'a😀.pdf', 'a\uffff.pdf'];
    await source.store.versions.append(
      names.map((attachmentName) => draft(blobId, { attachmentName, comments: 'x\0' })),
    );
    const changed = otherKind === 'postgres' ? names.length : 0;
    expect(await copy(source, target)).toMatchObject({ changedTexts: changed });
    const copied = (await only(target.store.versions.listAll())).map(({ attachmentName }) => attachmentName);
    expect(copied.toSorted()).toEqual(names.map((name) => (changed ? name.replace('\0', '␀') : name)).toSorted());
    expect(await copy(source, target)).toMatchObject({ copied: 0, changedTexts: changed });
  });

  it('brings bytes again that were lost at the target', async () => {
    const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
    await fill(source, 2);
    await copy(source, target);
    const [lost] = await only(target.store.blobs.listUsed());
    if (!lost) throw new Error('Bytes were copied.');
    await target.blobs.remove(lost);
    expect(await copy(source, target)).toMatchObject({ copied: 0, mendedFiles: 1 });
    expect(await seenOf(target)).toEqual(await seenOf(source));
  });

  it('is not proven while the source changes, and says so', async () => {
    const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
    await fill(source, 1);
    const standards = {
      ...target.store.standards,
      put: async (name: string, id?: string) => {
        await source.store.filters.add('{"meanwhile":1}');
        return target.store.standards.put(name, id);
      },
    };
    const watched = { ...target, store: { ...target.store, standards } };
    await expect(copy(source, watched)).rejects.toMatchObject({
      code: 'copy-not-verified',
      detail: expect.stringContaining('Only at the source: the filter 13.') as string,
    });
  });
});

async function appendOwn(end: CopyEnd, type: string): Promise<void> {
  const { blobId } = await storeBytes(end, 'own');
  await end.store.versions.append([draft(blobId, { key: { ...pumpKey, type } })]);
}

/** The end of a process, told by the write that it was at. */
class Death extends Error {}

/** An end whose process dies at the first moment, right before or after a write, at which none has died. */
function dyingEnd({ store, blobs }: CopyEnd, died: Set<string>): CopyEnd {
  const dieAt = (moment: string): void => {
    if (died.has(moment)) return;
    died.add(moment);
    throw new Death(moment);
  };
  const dying =
    <Given extends readonly unknown[], Result>(name: string, work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      dieAt(`before ${name}`);
      const result = await work(...given);
      dieAt(`after ${name}`);
      return result;
    };
  const stage = async () => {
    dieAt('before stage');
    const staged = await store.stageProductData();
    const { classes, products } = staged;
    const putProducts = dying('products.putProducts', (all: Parameters<typeof products.putProducts>[0]) =>
      products.putProducts(all),
    );
    return { ...staged, classes, products: { ...products, putProducts }, show: dying('show', () => staged.show()) };
  };
  const { validation, versions, standards, filters, products } = store;
  return {
    store: {
      ...store,
      blobs: { ...store.blobs, put: dying('blobs.put', (blob, at) => store.blobs.put(blob, at)) },
      versions: { ...versions, append: dying('versions.append', (all) => versions.append(all)) },
      products: { ...products, setBimReady: dying('products.setBimReady', (states) => products.setBimReady(states)) },
      standards: { ...standards, put: dying('standards.put', (name, id) => standards.put(name, id)) },
      filters: { ...filters, put: dying('filters.put', (filter) => filters.put(filter)) },
      validation: {
        ...validation,
        putFile: dying('validation.putFile', (id, name, type) => validation.putFile(id, name, type)),
        add: dying('validation.add', (request, json) => validation.add(request, json)),
      },
      stageProductData: stage,
    },
    blobs: {
      ...blobs,
      async receive(bytes, maxBytes) {
        const received = await blobs.receive(bytes, maxBytes);
        return { ...received, keep: dying('keep', (record) => received.keep(record)) };
      },
    },
  };
}
