import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Told } from './add-in-requests.ts';
import { withAddInSite } from './with-add-in-site.ts';
import { metadataRecord, type SeedKey } from './seed.ts';
import { send } from './send.ts';

/** Records of metadata, which are the same to the service and to what waits for it. */

const { opened, textOf, jsonOf, newKey, numbersBehind } = withAddInSite();

const storeBytes = (): Promise<string> =>
  textOf('storeFile', { file: { name: 'pump.rfa', content: `of some records ${randomUUID()}` } });

it.each<[string, (key: SeedKey) => unknown]>([
  ['two records of one file', (key) => [metadataRecord(key, {}), metadataRecord(key, { LanguageCode: '' })]],
  ['a record that names no class', (key) => [metadataRecord(key, {}), { Application: { Name: 'Revit' } }]],
  ['a base that is no version', (key) => metadataRecord(key, { BaseVersion: 'the newest' })],
  ['no record at all', () => []],
])('%s: refused alike while the service is away', async (_, recordsOf) => {
  const blobId = await storeBytes();
  const key = newKey();
  const store = async () => {
    const answer = await send(opened.site.target, 'storeMetadata', { params: { blobId }, json: recordsOf(key) });
    const { type, detail, errors } = (await answer.json()) as Record<string, unknown>;
    return { status: answer.status, type, detail, errors };
  };
  const online = await store();
  expect(online.status).toBe(400);
  opened.site.cut();
  expect(await store()).toEqual(online);
  expect(opened.site.outbox.all()).toEqual([]);
});

it('A record without a type is of the usual type, also while the service is away', async () => {
  // Nobody else stores this one.
  const key = { ...opened.seeded.key, applicationVersion: randomUUID(), type: 'Template' };
  const { Type: _, ...record } = metadataRecord(key, {});
  const store = async (): Promise<number | undefined> => {
    const [told] = await jsonOf<Told[]>('storeMetadata', { params: { blobId: await storeBytes() }, json: [record] });
    return told?.minorVersion;
  };
  expect(await store()).toBe(1);
  opened.site.cut();
  expect([await store(), await store()]).toEqual([2, 3]);
  await opened.site.mend();
  expect(opened.site.outbox.all()).toEqual([]);
  expect(await numbersBehind(key)).toEqual(['0.3', '0.2', '0.1']);
});
