import { describe, expect, it } from 'vitest';
import { pump } from '../../../contract/sample-products.ts';
import { pumpKey } from '../start-service.ts';
import { draft, only } from '../store/stored-things.ts';
import { copy, fill, openEnd, otherKind, storeBytes } from './copy-ends.ts';

describe('a copy that is run again after a day of work at the source', () => {
  it.each([
    ['draft', false],
    ['release', true],
  ])('goes on where a %s was listed behind its own time and another one followed', async (_, releasesOnly) => {
    const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
    const { blobId } = await storeBytes(source, 'a');
    const versionOf = (at: number) => (releasesOnly ? { major: at, minor: 0 } : { major: 0, minor: at });
    // Two files that are stored within one millisecond.
    for (const type of ['A', 'B']) {
      const first = draft(blobId, { key: { ...pumpKey, type }, version: versionOf(1), changedAt: 5_000 });
      await source.store.versions.append([first]);
    }
    await copy(source, target);
    const next = { key: { ...pumpKey, type: 'B' }, version: versionOf(2), after: versionOf(1), changedAt: 90_000 };
    await source.store.versions.append([draft(blobId, next)]);
    expect(await copy(source, target)).toMatchObject({ copied: 1 });
    const asked = { ...pumpKey, languageCode: undefined, changedAfter: undefined, releasesOnly };
    const orders = [source, target].map(async ({ store }) =>
      (await only(store.versions.listNewest(asked))).map(({ key, version }) => [key.type, version]),
    );
    expect(await orders[1]).toEqual(await orders[0]);
  });

  it('is not proven where the target has another order of change', async () => {
    const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
    const { blobId } = await storeBytes(source, 'a');
    await source.store.versions.append([draft(blobId)]);
    const { versions } = target.store;
    const append: typeof versions.append = (all) =>
      versions.append(all.map((version) => ({ ...version, listedAt: 9_000 })));
    const reordering = { ...target, store: { ...target.store, versions: { ...versions, append } } };
    await expect(copy(source, reordering)).rejects.toMatchObject({ code: 'copy-not-verified' });
  });

  it('names all that differs where it cannot know which side is right, and writes nothing', async () => {
    const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
    await fill(source, 1);
    await copy(source, target);
    const { validation, products } = source.store;
    const files = await only(validation.listFiles());
    const listFiles: typeof validation.listFiles = async function* () {
      yield files.map((file) => ({ ...file, fileName: 'renamed.json' }));
    };
    const renaming = { ...source, store: { ...source.store, validation: { ...validation, listFiles } } };
    await validation.remove({ projectId: 'p', ticketNumber: 't1' });
    await products.setBimReady(new Map([[pump.productId, false]]));
    const staged = await source.store.stageProductData();
    await staged.products.putProducts([{ ...pump, manufacturerName: 'Renamed' }]);
    await staged.show();
    await source.store.standards.put('came since');
    await expect(copy(renaming, target)).rejects.toMatchObject({
      code: 'copy-target-differs',
      detail: [
        `Not the same on both sides: the validation file ${files[0]?.blob.blobId} (renamed.json).`,
        'Only at the target: the validation request t1 of project p.',
        `Not the same on both sides: product ${pump.productId}.`,
        `Not the same on both sides: the BIM state of product ${pump.productId}.`,
        'A copy replaces and removes nothing: make both the same through the service, or copy to a new place.',
      ].join(' '),
    });
    expect(await target.store.standards.list()).toHaveLength(2);
  });

  it('names some of many differences, and compares no further', async () => {
    const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
    for (let at = 0; at < 12; at += 1) await target.store.filters.add('{}');
    await expect(copy(source, target)).rejects.toMatchObject({
      detail: expect.stringMatching(/^(Only at the target: the filter \d+\. ){10}There is more\. A copy/) as string,
    });
  });
});
