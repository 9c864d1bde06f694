import { expect, it } from 'vitest';
import { licenseCode, pumpKey, startService, tokenOf, type StartedService } from '../start-service.ts';
import { metadataRecord } from '../../../contract/seed.ts';

async function listOf({ service }: StartedService, known?: string, path = 'Revit/2025/True/2020-01-01') {
  const authorization = `Bearer ${await tokenOf(service)}`;
  const headers = { authorization, ...(known === undefined ? {} : { 'if-none-match': known }) };
  const answer = await service.inject({ method: 'GET', url: `/api/v1/MetadataBulk/${path}`, headers });
  return { status: answer.statusCode, tag: String(answer.headers['etag']), body: answer.body, answer };
}

const store = async ({ storeBytes, storeDraft }: StartedService, applicationVersion = '2025') => {
  const key = { ...pumpKey, applicationVersion };
  expect((await storeDraft(await storeBytes(`${Math.random()}`), {}, key)).status).toBe(200);
};

it('a list of changes that the caller knows is not sent again, in few bytes', async () => {
  const started = await startService();
  await store(started);
  const { tag, body } = await listOf(started);
  expect(JSON.parse(body)).toHaveLength(1);
  const again = await listOf(started, tag);
  expect(again).toMatchObject({ status: 304, tag, body: '' });
  expect(JSON.stringify(again.answer.headers).length).toBeLessThan(500);
  expect((await listOf(started, `"other", W/${tag}`)).status).toBe(304);
});

it('a list is sent again once a version of its program was stored or released, and not for another program’s', async () => {
  const started = await startService();
  await store(started);
  const { tag } = await listOf(started);
  await store(started, '2024');
  expect((await listOf(started, tag)).status).toBe(304);
  await store(started);
  const later = await listOf(started, tag);
  expect(later.status).toBe(200);
  const { applicationName, applicationVersion, etimClassCode, etimClassCodeVersion } = pumpKey;
  const key = [applicationName, applicationVersion, etimClassCode, etimClassCodeVersion];
  const path = [...key, pumpKey.etimModelCode, pumpKey.etimModelCodeVersion, pumpKey.type, licenseCode].join('/');
  expect((await started.send('PUT', `/Versions/Release/${path}`, { comments: 'x' })).status).toBe(200);
  expect((await listOf(started, later.tag)).status).toBe(200);
});

it('a refused version changes no tag', async () => {
  const started = await startService();
  await store(started);
  const { tag } = await listOf(started);
  const record = metadataRecord(pumpKey, { baseVersion: 'none' });
  const blobId = await started.storeBytes('other');
  expect((await started.send('POST', `/Metadata/${blobId}/${licenseCode}`, record)).status).toBe(400);
  expect((await listOf(started, tag)).status).toBe(304);
});
