import { expect, it } from 'vitest';
import { acceptsHeader, fileWithMetadata, noBlobId } from '../../../../shared/api/operation.ts';
import { shortFormBytes } from '../../../../electron/service/http/read-short-form.ts';
import { metadataRecord } from '../../../contract/seed.ts';
import { licenseCode, pumpKey, pumpPath, startService, tokenOf, type StartedService } from '../start-service.ts';

interface Sent {
  readonly metadata?: string | undefined;
  readonly file?: Blob | undefined;
  readonly blobId?: string;
  readonly license?: string;
}

const record = JSON.stringify([metadataRecord(pumpKey, { baseVersion: 'none' })]);

/** Sends a form with metadata and a file, over a real connection. */
async function sendForm({ service }: StartedService, sent: Sent): Promise<readonly [number, string]> {
  const { metadata = record, file = new Blob(['family']), blobId = noBlobId, license = licenseCode } = sent;
  const body = new FormData();
  if (metadata !== '') body.append('metadata', metadata);
  if (file.size > 0 || file.type !== 'none') body.append('fileToUpload', file, 'pump.rfa');
  const headers = { authorization: `Bearer ${await tokenOf(service)}` };
  const address = await service.listen(0);
  const answer = await fetch(`${address}/api/v1/Metadata/${blobId}/${license}`, { method: 'POST', headers, body });
  const text = await answer.text();
  return [answer.status, answer.ok ? text : (JSON.parse(text) as { readonly type: string }).type];
}

it('lists of metadata say that a file may come along, also where they are known already', async () => {
  const { send } = await startService();
  const { headers, status } = await send('GET', '/MetadataBulk/Revit/2025/true/2020-01-01');
  expect([status, headers[acceptsHeader]]).toEqual([200, fileWithMetadata]);
});

it('a file that comes along with its metadata is a draft with just these bytes', async () => {
  const started = await startService();
  const [status, text] = await sendForm(started, {});
  const [stored] = JSON.parse(text) as [{ readonly blobId: string; readonly size: number }];
  expect([status, stored.size]).toEqual([200, 6]);
  expect(stored.blobId).not.toBe(noBlobId);
  const found = await started.send('GET', `/Files/${pumpPath}/Template`);
  expect(found.text).toBe('family');
});

it.each<[string, Sent]>([
  ['of metadata that no file comes with', { file: new Blob([], { type: 'none' }) }],
  ['of a file that no metadata comes with', { metadata: '' }],
  ['of an empty file', { file: new Blob([]) }],
  ['of metadata that is no JSON', { metadata: '{' }],
  ['of a record that is incomplete', { metadata: '[{}]' }],
  ['longer than a short one', { file: new Blob(['x'.repeat(shortFormBytes)]) }],
  ['that names a blob besides', { blobId: '0f6c2f0e-1111-2222-3333-444455556666' }],
  ['with a wrong license code', { license: 'WRONG' }],
])('a form %s is refused and stores nothing', async (_what, sent) => {
  const started = await startService();
  const [status, why] = await sendForm(started, sent);
  expect([status, why]).toEqual([400, expect.stringMatching(/\S/)]);
  expect((await started.send('GET', `/Files/${pumpPath}/Template`)).status).toBe(404);
});
