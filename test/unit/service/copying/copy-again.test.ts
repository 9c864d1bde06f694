import { describe, expect, it } from 'vitest';
import { pumpKey } from '../start-service.ts';
import { draft, only } from '../store/stored-things.ts';
import { copy, openEnd, otherKind, storeBytes } from './copy-ends.ts';

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
});
