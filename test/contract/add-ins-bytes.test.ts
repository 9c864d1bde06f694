import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/errors/app-error.ts';
import { withAddInSite } from './with-add-in-site.ts';
import { metadataRecord } from './seed.ts';

const { opened, ask, textOf, jsonOf, newKey, publish, numbersBehind, fileBehind } = withAddInSite();

/** As a service answers that dropped the bytes, which got no metadata for a day. */
const dropped = (): AppError => new AppError('unknown-blob', { receivedStatus: 400 });

describe('Bytes that the service dropped before it was told what they are', () => {
  it('go there once more where they waited, and keep the id that was given for them', async () => {
    const key = newKey();
    opened.site.cut();
    const { blobId } = await publish(key, 'waited for a weekend');
    opened.site.refuseNext('storeMetadata', dropped());
    opened.site.line.sent.length = 0;
    await opened.site.mend();
    expect(opened.site.outbox.all()).toEqual([]);
    expect(opened.site.line.sent.filter((id) => id.startsWith('store'))).toEqual([
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
    opened.site.cut();
    for (const key of keys) await jsonOf('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
    for (const key of keys) expect(await textOf('getFile', { params: key })).toBe(content);
    opened.site.refuseNext('storeMetadata', dropped());
    await opened.site.mend();
    expect(opened.site.outbox.all()).toEqual([]);
    for (const key of keys) expect(await fileBehind(key)).toBe(content);
  });

  it('go there once more where they had waited, and only then it was said what they are', async () => {
    const key = newKey();
    opened.site.cut();
    const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content: 'waited and sent' } });
    await opened.site.mend();
    opened.site.cut();
    await jsonOf('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
    expect(await textOf('getFile', { params: key })).toBe('waited and sent');
    opened.site.refuseNext('storeMetadata', dropped());
    await opened.site.mend();
    expect(opened.site.outbox.all()).toEqual([]);
    expect(await fileBehind(key)).toBe('waited and sent');
  });

  it.each(['at once', 'after they waited'])(
    'go there once more where the app was begun anew since they went, %s',
    async (when) => {
      const key = newKey();
      const content = `before it was begun anew ${randomUUID()}`;
      if (when !== 'at once') opened.site.cut();
      const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content } });
      await opened.site.mend();
      await opened.site.restart();
      opened.site.cut();
      await jsonOf('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
      await opened.site.restart();
      expect(await textOf('getFile', { params: key })).toBe(content);
      opened.site.refuseNext('storeMetadata', dropped());
      await opened.site.mend();
      expect(opened.site.outbox.all()).toEqual([]);
      expect(await fileBehind(key)).toBe(content);
    },
  );

  it('go there once more where they went out just when it was said what they are', async () => {
    const key = newKey();
    opened.site.cut();
    const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content: 'precious' } });
    const [asked, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    opened.site.line.before = async (id) => {
      if (id === 'storeFile') await asked.promise;
      if (id !== 'listVersions') return;
      asked.resolve();
      await sent.promise;
    };
    // It is away again before it is told what they are.
    void opened.site.mend().then(() => {
      opened.site.cut();
      sent.resolve();
    }, sent.reject);
    await jsonOf('storeMetadata', { params: { blobId }, json: [metadataRecord(key, {})] });
    expect(opened.site.outbox.all().map(({ operation }) => operation)).toEqual(['storeMetadata']);
    expect(await textOf('getFile', { params: key })).toBe('precious');
    opened.site.refuseNext('storeMetadata', dropped());
    await opened.site.mend();
    expect(opened.site.outbox.all()).toEqual([]);
    expect(await fileBehind(key)).toBe('precious');
  });

  it('are kept here no longer than until the service has a version of them', async () => {
    const before = await opened.site.keptBytes();
    const content = `sent and told ${randomUUID()}`;
    const blobId = await textOf('storeFile', { file: { name: 'pump.rfa', content } });
    expect((await opened.site.keptBytes()).length).toBe(before.length + 1);
    await jsonOf('storeMetadata', { params: { blobId }, json: [metadataRecord(newKey(), {})] });
    expect(await opened.site.keptBytes()).toEqual(before);
  });
});

it('Bytes that go out while they are asked for come from the service', async () => {
  const key = newKey();
  opened.site.cut();
  await publish(key, 'asked for on its way');
  const [asked, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  opened.site.line.before = async (id) => {
    if (id === 'storeFile') await asked.promise;
    if (id !== 'listVersions') return;
    asked.resolve();
    await sent.promise;
  };
  void opened.site.mend().then(sent.resolve, sent.reject);
  expect(await textOf('getFile', { params: key })).toBe('asked for on its way');
  expect(opened.site.outbox.all()).toEqual([]);
});

it.each(['in good time', 'after it waited'])('A validation file keeps its content type, sent %s', async (when) => {
  const body = `<p>${randomUUID()}</p>`;
  if (when === 'after it waited') opened.site.cut();
  const blobId = await textOf('storeValidationFile', { raw: { body, contentType: 'text/html' } });
  const typeOf = async (asked: Promise<Response>) => (await asked).headers.get('content-type');
  const params = { blobId };
  expect(await typeOf(ask('getValidationFile', { params }))).toBe('text/html');
  await opened.site.mend();
  expect(await typeOf(ask('getValidationFile', { params }))).toBe('text/html');
});
