import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { createBlobShelf, unusedBlobLifetimeMs } from '../../../../electron/service/blobs/blob-shelf.ts';
import { openSqliteStore } from '../../../../electron/service/store/sqlite/open-sqlite-store.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';
import { bytesOf, kept, namesIn, places } from './blob-places.ts';
import { createShelfClock } from './shelf-clock.ts';

describe.each(places)('a shelf on blobs %s', (_, openPlace) => {
  async function openShelf() {
    const place = await openPlace();
    const blobs = await place.open();
    const store = openSqliteStore(':memory:');
    const clock = createShelfClock();
    return { place, blobs, store, clock, shelf: createBlobShelf({ blobs, records: store.blobs, ...clock }) };
  }

  it('removes bytes that nothing has referred to for a day, and not a moment before', async () => {
    const { blobs, store, clock, shelf } = await openShelf();
    const blob = await shelf.keep(await blobs.receive(bytesOf('unused'), 100));
    clock.pass(unusedBlobLifetimeMs);
    expect(await shelf.collectUnused()).toBe(0);
    clock.pass(1);
    expect(await shelf.collectUnused()).toBe(1);
    expect(await store.blobs.find(blob.blobId)).toBeUndefined();
    await expect(blobs.open(blob)).rejects.toThrow(AppError);
    await store.close();
  });

  it.each([
    ['ahead for a while', [0, 2, -2]],
    ['behind until the network came', [-400, 400]],
  ])('keeps bytes that came a minute ago while the clock is %s', async (how, [beforeDays = 0, ...setDays]) => {
    const { blobs, store, clock, shelf } = await openShelf();
    clock.pass(unusedBlobLifetimeMs);
    expect(await shelf.collectUnused()).toBe(0);
    clock.set(beforeDays * unusedBlobLifetimeMs);
    const blob = await shelf.keep(await blobs.receive(bytesOf(how), 100));
    for (const days of setDays) {
      clock.pass(60_000);
      clock.set(days * unusedBlobLifetimeMs);
      expect(await shelf.collectUnused()).toBe(0);
    }
    clock.pass(unusedBlobLifetimeMs - 60_000);
    expect(await shelf.collectUnused()).toBe(0);
    expect(await store.blobs.find(blob.blobId)).toEqual(blob);
    clock.pass(60_001);
    expect(await shelf.collectUnused()).toBe(1);
    await store.close();
  });

  it('removes nothing right after a start, when the clock may be wrong', async () => {
    const { blobs, store, clock, shelf } = await openShelf();
    const blob = await shelf.keep(await blobs.receive(bytesOf('of an earlier run'), 100));
    const begunAnew = createBlobShelf({
      blobs,
      records: store.blobs,
      ...clock,
      now: () => clock.now() + 2 * unusedBlobLifetimeMs,
    });
    clock.pass(60_000);
    expect(await begunAnew.collectUnused()).toBe(0);
    expect(await store.blobs.find(blob.blobId)).toEqual(blob);
    await store.close();
  });

  it('counts bytes stored again as new, and leaves those in use', async () => {
    const { blobs, store, clock, shelf } = await openShelf();
    const again = await shelf.keep(await blobs.receive(bytesOf('again'), 100));
    const used = await shelf.keep(await blobs.receive(bytesOf('used'), 100));
    await store.validation.putFile(used.blobId, undefined, undefined);
    clock.pass(unusedBlobLifetimeMs);
    expect((await shelf.keep(await blobs.receive(bytesOf('again'), 100))).blobId).toBe(again.blobId);
    clock.pass(1);
    expect(await shelf.collectUnused()).toBe(0);
    expect((await buffer(await blobs.open(used))).toString()).toBe('used');
    await store.close();
  });

  it.each([
    ['a few', 2],
    ['many', 21],
  ])('keeps bytes no record speaks of, for the database that does: %s', async (how, count) => {
    const { blobs, store, clock, shelf } = await openShelf();
    for (let at = 0; at < count; at += 1) await kept(await blobs.receive(bytesOf(`file ${at}`), 100));
    await shelf.keep(await blobs.receive(bytesOf('unused'), 100));
    clock.pass(unusedBlobLifetimeMs + 60_000);
    const collected = shelf.collectUnused();
    await (how === 'many'
      ? expect(collected).rejects.toThrow('21 files, which stay')
      : expect(collected).resolves.toBe(1));
    expect(await namesIn(blobs)).toHaveLength(count);
    await store.close();
  });

  it('does not take bytes of the last day for those of another database: their records are on their way', async () => {
    const { blobs, store, clock, shelf } = await openShelf();
    for (let at = 0; at < 21; at += 1) await kept(await blobs.receive(bytesOf(`file ${at}`), 100));
    clock.pass(3_600_000);
    expect(await shelf.collectUnused()).toBe(0);
    await store.close();
  });

  it('answers for no bytes that could not be kept, and takes them when they come again', async () => {
    const { blobs, store, shelf } = await openShelf();
    const full = async (): Promise<void> => Promise.reject(new AppError('disk-full'));
    await expect(shelf.keep({ ...(await blobs.receive(bytesOf('late'), 100)), keep: full })).rejects.toThrow(AppError);
    const blob = await shelf.keep(await blobs.receive(bytesOf('late'), 100));
    expect(await store.blobs.find(blob.blobId)).toEqual(blob);
    expect((await buffer(await blobs.open(blob))).toString()).toBe('late');
    await store.close();
  });

  it.each([
    ['short', 'pump'],
    ['long', 'pump'.repeat(75_000)],
  ])('gives %s bytes back that got no record, and leaves those alone that have one', async (__, text) => {
    const { place, blobs, store, clock, shelf: whole } = await openShelf();
    const put = async () => Promise.reject(new AppError('service-full'));
    const shelf = createBlobShelf({ blobs, records: { ...store.blobs, put }, ...clock });
    await expect(shelf.keep(await blobs.receive(bytesOf(text), 1e6))).rejects.toMatchObject({ code: 'service-full' });
    expect([await namesIn(blobs), await place.arriving()]).toEqual([[], []]);
    const blob = await whole.keep(await blobs.receive(bytesOf(text), 1e6));
    await expect(shelf.keep(await blobs.receive(bytesOf(text), 1e6))).rejects.toMatchObject({ code: 'service-full' });
    expect((await buffer(await blobs.open(blob))).toString()).toBe(text);
    expect(await place.arriving()).toEqual([]);
    await store.close();
  });

  it('tries again to remove what could not be removed, also behind what never can', async () => {
    const { blobs, store, clock, shelf: whole } = await openShelf();
    const stuck = new Set<string>();
    const remove: typeof blobs.remove = async (name, until) => {
      if (stuck.has(name.sha256)) throw new Error('Held open by somebody else.');
      await blobs.remove(name, until);
    };
    const shelf = createBlobShelf({ blobs: { ...blobs, remove }, records: store.blobs, ...clock });
    clock.pass(unusedBlobLifetimeMs);
    const [one, other] = [
      await whole.keep(await blobs.receive(bytesOf('one'), 100)),
      await whole.keep(await blobs.receive(bytesOf('other'), 100)),
    ];
    clock.pass(unusedBlobLifetimeMs + 1);
    for (const { sha256 } of [one, other]) stuck.add(sha256);
    for (let time = 0; time < 2; time += 1) await expect(shelf.collectUnused()).rejects.toThrow('Held open');
    stuck.delete(other.sha256);
    for (let time = 0; time < 2; time += 1) await shelf.collectUnused();
    expect(await namesIn(blobs)).toEqual([one.sha256]);
    stuck.delete(one.sha256);
    await shelf.collectUnused();
    expect(await namesIn(blobs)).toEqual([]);
    await store.close();
  });

  it('leaves bytes alone that were stored again after they could not be removed', async () => {
    const { blobs, store, clock } = await openShelf();
    const failures = [new Error('Held open by somebody else.')];
    const remove: typeof blobs.remove = async (name, until) => {
      const failure = failures.pop();
      if (failure) throw failure;
      await blobs.remove(name, until);
    };
    const shelf = createBlobShelf({ blobs: { ...blobs, remove }, records: store.blobs, ...clock });
    await shelf.keep(await blobs.receive(bytesOf('again'), 100));
    clock.pass(unusedBlobLifetimeMs + 1);
    await expect(shelf.collectUnused()).rejects.toThrow('Held open');
    const stored = await shelf.keep(await blobs.receive(bytesOf('again'), 100));
    await shelf.collectUnused();
    expect((await buffer(await blobs.open(stored))).toString()).toBe('again');
    clock.pass(unusedBlobLifetimeMs + 1);
    for (let time = 0; time < 2; time += 1) await shelf.collectUnused();
    expect(await namesIn(blobs)).toEqual([]);
    await store.close();
  });

  it('never loses bytes that are kept while it collects', async () => {
    const { blobs, store, clock, shelf } = await openShelf();
    await shelf.keep(await blobs.receive(bytesOf('race'), 100));
    clock.pass(unusedBlobLifetimeMs + 1);
    const arriving = await blobs.receive(bytesOf('race'), 100);
    const [, stored] = await Promise.all([shelf.collectUnused(), shelf.keep(arriving)]);
    expect((await buffer(await blobs.open(stored))).toString()).toBe('race');
    expect(await store.blobs.find(stored.blobId)).toEqual(stored);
    await store.close();
  });
});
