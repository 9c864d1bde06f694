import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/errors/app-error.ts';
import { createAddInRequests } from './add-in-requests.ts';
import { openAddInSite, type AddInSite } from './add-in-site.ts';
import { metadataRecord, seed, type Seed } from './seed.ts';

let site: AddInSite;
let seeded: Seed;

beforeAll(async () => {
  site = await openAddInSite();
  seeded = await seed(site.target);
});

afterEach(async () => {
  expect(site.problems.splice(0)).toEqual([]);
  for (const { writeId } of site.outbox.all()) await site.outbox.discard(writeId);
  site.line.before = undefined;
  site.line.sent.length = 0;
  await site.mend();
});

afterAll(() => site.close());

const { textOf, jsonOf, newKey, publish, numbersBehind, fileBehind } = createAddInRequests(() => ({ site, seeded }));

/** As a service answers that dropped the bytes, which got no metadata for a day. */
const dropped = (): AppError => new AppError('unknown-blob', { receivedStatus: 400 });

describe('Bytes that the service dropped before it was told what they are', () => {
  it('go there once more where they waited, and keep the id that was given for them', async () => {
    const key = newKey();
    site.cut();
    const { blobId } = await publish(key, 'waited for a weekend');
    site.refuseNext('storeMetadata', dropped());
    site.line.sent.length = 0;
    await site.mend();
    expect(site.outbox.all()).toEqual([]);
    expect(site.line.sent.filter((id) => id.startsWith('store'))).toEqual([
      ...['storeFile', 'storeMetadata', 'storeFile', 'storeMetadata'],
    ]);
    expect(await numbersBehind(key)).toEqual(['0.1']);
    expect(await fileBehind(key)).toBe('waited for a weekend');
    await jsonOf('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
    expect(await numbersBehind(key)).toEqual(['0.2', '0.1']);
  });

  it.each([1, 2])('go there once more where only what they are had to wait, in %i records', async (times) => {
    const keys = Array.from({ length: times }, newKey);
    const content = `sent in good time ${randomUUID()}`;
    const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content } });
    site.cut();
    for (const key of keys) await jsonOf('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
    for (const key of keys) expect(await textOf('getFile', { params: key })).toBe(content);
    site.refuseNext('storeMetadata', dropped());
    await site.mend();
    expect(site.outbox.all()).toEqual([]);
    for (const key of keys) expect(await fileBehind(key)).toBe(content);
  });

  it('go there once more where they had waited, and only then it was said what they are', async () => {
    const key = newKey();
    site.cut();
    const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content: 'waited and sent' } });
    await site.mend();
    site.cut();
    await jsonOf('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
    expect(await textOf('getFile', { params: key })).toBe('waited and sent');
    site.refuseNext('storeMetadata', dropped());
    await site.mend();
    expect(site.outbox.all()).toEqual([]);
    expect(await fileBehind(key)).toBe('waited and sent');
  });

  it.each(['at once', 'after they waited'])(
    'go there once more where the app was begun anew since they went, %s',
    async (when) => {
      const key = newKey();
      const content = `before it was begun anew ${randomUUID()}`;
      if (when !== 'at once') site.cut();
      const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content } });
      await site.mend();
      await site.restart();
      site.cut();
      await jsonOf('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
      await site.restart();
      expect(await textOf('getFile', { params: key })).toBe(content);
      site.refuseNext('storeMetadata', dropped());
      await site.mend();
      expect(site.outbox.all()).toEqual([]);
      expect(await fileBehind(key)).toBe(content);
    },
  );

  it('go there once more where they went out just when it was said what they are', async () => {
    const key = newKey();
    site.cut();
    const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content: 'precious' } });
    const [asked, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    site.line.before = async (id) => {
      if (id === 'storeFile') await asked.promise;
      if (id !== 'listVersions') return;
      asked.resolve();
      await sent.promise;
    };
    // It is away again before it is told what they are.
    void site.mend().then(() => {
      site.cut();
      sent.resolve();
    }, sent.reject);
    await jsonOf('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
    expect(site.outbox.all().map(({ operation }) => operation)).toEqual(['storeMetadata']);
    expect(await textOf('getFile', { params: key })).toBe('precious');
    site.refuseNext('storeMetadata', dropped());
    await site.mend();
    expect(site.outbox.all()).toEqual([]);
    expect(await fileBehind(key)).toBe('precious');
  });

  it('are kept here no longer than until the service has a version of them', async () => {
    const before = await site.keptBytes();
    const content = `sent and told ${randomUUID()}`;
    const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content } });
    expect((await site.keptBytes()).length).toBe(before.length + 1);
    await jsonOf('storeMetadata', { params: { blobId }, json: [metadataRecord(newKey(), {})] });
    expect(await site.keptBytes()).toEqual(before);
  });
});

it('Bytes that go out while they are asked for come from the service', async () => {
  const key = newKey();
  site.cut();
  await publish(key, 'asked for on its way');
  const [asked, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  site.line.before = async (id) => {
    if (id === 'storeFile') await asked.promise;
    if (id !== 'listVersions') return;
    asked.resolve();
    await sent.promise;
  };
  void site.mend().then(sent.resolve, sent.reject);
  expect(await textOf('getFile', { params: key })).toBe('asked for on its way');
  expect(site.outbox.all()).toEqual([]);
});
