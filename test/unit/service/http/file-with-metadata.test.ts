import { describe, expect, it } from 'vitest';
import { acceptsHeader, filesWithMetadata, noBlobId } from '../../../../shared/api/operation.ts';
import { shortFormBytes } from '../../../../electron/service/http/read-short-form.ts';
import { filesWithMetadataLimits } from '../../../../shared/api/limits.ts';
import { metadataRecord } from '../../../contract/seed.ts';
import { diskPlace } from '../blobs/blob-places.ts';
import { licenseCode, pumpKey, pumpPath, startService, tokenOf, type StartedService } from '../start-service.ts';

interface Sent {
  readonly metadata?: string | undefined;
  readonly file?: Blob | undefined;
  /** In place of the one. */
  readonly files?: readonly Blob[];
  readonly blobId?: string;
  readonly license?: string;
}

const record = JSON.stringify([metadataRecord(pumpKey, { baseVersion: 'none' })]);

/** Sends a form with metadata and a file, over a real connection. */
async function sendForm({ service }: StartedService, sent: Sent): Promise<readonly [number, string]> {
  const { metadata = record, file = new Blob(['family']), blobId = noBlobId, license = licenseCode } = sent;
  const { files = [file] } = sent;
  const body = new FormData();
  if (metadata !== '') body.append('metadata', metadata);
  for (const one of files) {
    if (one.size > 0 || one.type !== 'none') body.append('fileToUpload', one, 'pump.rfa');
  }
  const headers = { authorization: `Bearer ${await tokenOf(service)}` };
  const address = await service.listen(0);
  const answer = await fetch(`${address}/api/v1/Metadata/${blobId}/${license}`, { method: 'POST', headers, body });
  const text = await answer.text();
  return [answer.status, answer.ok ? text : (JSON.parse(text) as { readonly type: string }).type];
}

it('lists of metadata say that a file may come along, also where they are known already', async () => {
  const { send } = await startService();
  const { headers, status } = await send('GET', '/MetadataBulk/Revit/2025/true/2020-01-01');
  expect(status).toBe(200);
  expect(String(headers[acceptsHeader]).split(', ')).toContain(filesWithMetadata);
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

it('of files of which one is refused nothing is left where files arrive', async () => {
  const { open, arriving } = await diskPlace();
  const started = await startService({ blobs: await open() });
  const files = [new Blob(['x'.repeat(100_000)]), new Blob([''])];
  const metadata = JSON.stringify([1, 2].map((number) => metadataRecord({ ...pumpKey, type: `Type ${number}` }, {})));
  expect(await sendForm(started, { metadata, files })).toEqual([400, 'empty-file']);
  expect(await arriving()).toEqual([]);
});

describe('several files along with their metadata', () => {
  const keyAt = (index: number) => ({ ...pumpKey, etimClassCode: `EC${String(index).padStart(6, '0')}` });
  const recordsOf = (texts: readonly string[], more: object = {}) =>
    texts.map((_, index) => metadataRecord(keyAt(index), { baseVersion: 'none', ...more }));
  const filesOf = (texts: readonly string[]) => texts.map((text) => new Blob([text]));
  const textAt = async ({ send }: StartedService, index: number) =>
    (await send('GET', `/Files/${pumpPath.replace('EC011524', keyAt(index).etimClassCode)}/Template`)).text;

  it('are a draft each, with the bytes of the file in the place of the record', async () => {
    const started = await startService();
    const texts = Array.from({ length: filesWithMetadataLimits.files }, (_, index) => `file ${index}`);
    const [status, text] = await sendForm(started, {
      metadata: JSON.stringify(recordsOf(texts)),
      files: filesOf(texts),
    });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toHaveLength(texts.length);
    expect(await Promise.all(texts.map((_, index) => textAt(started, index)))).toEqual(texts);
  });

  it('may be the same bytes', async () => {
    const started = await startService();
    const texts = ['same', 'same', 'other'];
    await sendForm(started, { metadata: JSON.stringify(recordsOf(texts)), files: filesOf(texts) });
    expect(await Promise.all(texts.map((_, index) => textAt(started, index)))).toEqual(texts);
  });

  const texts = ['a', 'b', 'c'];
  const metadata = JSON.stringify(recordsOf(texts));
  it.each<[string, Sent]>([
    ['fewer than their records', { metadata, files: filesOf(texts.slice(1)) }],
    ['more than their records', { metadata, files: filesOf([...texts, 'd']) }],
    ['one of them empty', { metadata, files: filesOf(['a', '', 'c']) }],
    ['one of them incomplete in its record', { metadata: metadata.replace('EC000001', ''), files: filesOf(texts) }],
    [
      'in another order than their records, by what these say of the bytes',
      {
        metadata: JSON.stringify(recordsOf(texts, { sha256: 'b'.repeat(64) })),
        files: filesOf(texts),
      },
    ],
    ['two of them of one CAD file', { metadata: metadata.replace('EC000001', 'EC000000'), files: filesOf(texts) }],
    [
      'more than there may be',
      (() => {
        const many = Array.from({ length: filesWithMetadataLimits.files + 1 }, (_, index) => `file ${index}`);
        return { metadata: JSON.stringify(recordsOf(many)), files: filesOf(many) };
      })(),
    ],
  ])('are all refused, and none is stored, where they are %s', async (_what, sent) => {
    const started = await startService();
    expect(await sendForm(started, sent)).toEqual([400, expect.stringMatching(/\S/)]);
    const list = await started.send('GET', '/MetadataBulk/Revit/2025/true/');
    expect(list.json()).toEqual([]);
  });

  it('are all refused where one is made from a version that is no longer the newest', async () => {
    const started = await startService();
    await started.storeDraft(await started.storeBytes('theirs'), {}, keyAt(1));
    const [status, why] = await sendForm(started, { metadata, files: filesOf(texts) });
    expect([status, why]).toEqual([400, expect.stringContaining('base-version-outdated')]);
    expect(await textAt(started, 1)).toBe('theirs');
    expect((await started.send('GET', '/MetadataBulk/Revit/2025/true/')).json()).toHaveLength(1);
  });
});
