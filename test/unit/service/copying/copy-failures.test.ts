import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { ReceivedBytes } from '../../../../electron/service/blobs/blobs.ts';
import { pumpKey } from '../start-service.ts';
import { draft, only } from '../store/stored-things.ts';
import { copy, fill, openEnd, otherKind, storeBytes } from './copy-ends.ts';

it('bytes that the source has lost, or has as others, keep nothing else from being copied, and are all named', async () => {
  const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
  await fill(source, 1);
  const stored = async (type: string) => {
    const blob = await storeBytes(source, type);
    await source.store.versions.append([draft(blob.blobId, { key: { ...pumpKey, type } })]);
    return blob;
  };
  const [lost, spoilt, whole] = [await stored('A lost'), await stored('spoilt'), await stored('whole!')];
  await source.blobs.remove(lost);
  const open: typeof source.blobs.open = (blob) => source.blobs.open(blob.blobId === spoilt.blobId ? whole : blob);
  for (const _ of ['first', 'again']) {
    const outcome = await copy({ ...source, blobs: { ...source.blobs, open } }, target).catch(
      (thrown: unknown) => thrown,
    );
    expect(outcome).toMatchObject({ code: 'copy-bytes-lost' });
    for (const { sha256 } of [lost, spoilt]) expect(String(outcome)).toContain(sha256);
  }
  expect(await only(target.store.versions.listAll())).toEqual(await only(source.store.versions.listAll()));
  expect((await buffer(await target.blobs.open(whole))).toString()).toBe('whole!');
  for (const blob of [lost, spoilt]) {
    await expect(target.blobs.open(blob).then(buffer)).rejects.toMatchObject({ code: 'bytes-lost' });
  }
  await storeBytes(source, 'A lost');
  expect(await copy(source, target)).toMatchObject({ copied: 0, mendedFiles: 2 });
});

it('a disk that is full is told as that, with how far the copy came, and nothing half-arrived stays on it', async () => {
  const [source, target] = [await openEnd('memory'), await openEnd(otherKind)];
  await fill(source, 1);
  const waiting = new Set<ReceivedBytes>();
  const receive: typeof target.blobs.receive = async (bytes, most) => {
    const received = await target.blobs.receive(bytes, most);
    waiting.add(received);
    const leaving = (work: Promise<void>): Promise<void> => work.finally(() => waiting.delete(received));
    return { ...received, keep: (of) => leaving(received.keep(of)), discard: () => leaving(received.discard()) };
  };
  const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
  const blobs = { ...target.store.blobs, put: () => Promise.reject(full) };
  const fullTarget = { store: { ...target.store, blobs }, blobs: { ...target.blobs, receive } };
  await expect(copy(source, fullTarget)).rejects.toMatchObject({
    code: 'service-full',
    detail: expect.stringMatching(/0 of 18 records were copied.*Run the same command again/) as string,
  });
  expect(waiting.size).toBe(0);
  expect(await copy(source, target)).toMatchObject({ copied: 18 });
});
