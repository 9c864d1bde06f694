import type { Sha256 } from '../../shared/model/sha256.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type ServiceClient } from '../../electron/client/client.ts';
import type { OutgoingFile } from '../../shared/api/caller.ts';
import { noBlobId } from '../../shared/api/operation.ts';
import { contentKeyOf, newestVersionCriterion, versionOf } from '../../shared/api/content-key-of.ts';
import type { ContentKey } from '../../shared/model/content-key.ts';
import { openService, type OpenedService } from '../../electron/service/open-service.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pump, pumpStructure } from './sample-products.ts';
import { metadataRecord, sampleFilter, type SeedKey } from './seed.ts';

let dataDir: string;
let service: OpenedService;
let client: ServiceClient;
let licenseCode = 'LICENSE/1 &?#%';

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cadsync-own-client-'));
  const credentials = { clientId: 'own & client', clientSecret: 'se:cr&et' };
  service = await openService({ dataDir, port: 0, credentials, licenseCodes: [licenseCode] });
  await service.importProducts([pumpStructure], [pump]);
  client = createClient({
    contentAddress: service.address,
    clientId: credentials.clientId,
    secrets: { clientSecret: async () => credentials.clientSecret, licenseCode: async () => licenseCode },
  });
});

afterAll(async () => {
  await client.close();
  await service.close();
  await rm(dataDir, { recursive: true });
});

const key: SeedKey = {
  applicationName: 'Révit & more',
  applicationVersion: '2025 / 泵 100%',
  etimClassCode: 'EC011524',
  etimClassCodeVersion: '3',
  etimModelCode: 'MC000123',
  etimModelCodeVersion: '2',
  type: 'Template+1',
};

function fileOf(fileName: string, content: string): OutgoingFile {
  const bytes = Buffer.from(content);
  const open = async function* () {
    yield bytes.subarray(0, 3);
    yield bytes.subarray(3);
  };
  return { fileName, sizeBytes: bytes.length, open };
}

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const codeOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 'nothing',
    (thrown: unknown) => (thrown as { code?: string }).code,
  );

describe('this product’s client and service', () => {
  it('agree on a file from its upload over its release to its download, whatever its names', async () => {
    const blobId = await client.upload('storeFile', { params: {} }, fileOf('pümp "1" 泵.rfa', '0123456789'));
    const record = metadataRecord(key, { BaseFilename: 'pümp "1" 泵', baseVersion: 'none' });
    const [stored] = await client.call('storeMetadata', { params: { blobId }, body: [record] });
    expect(stored && versionOf(stored)).toEqual({ major: 0, minor: 1 });
    expect(stored && contentKeyOf(stored)).toMatchObject({ ok: true, value: key });
    const released = await client.call('release', { params: key, body: { comments: 'good' } });
    expect(released.current).toMatchObject({ major: 1, minor: 0 });
    const whole = await client.download('getFile', { params: key });
    expect(whole).toMatchObject({ sizeBytes: 10, fileName: 'pümp "1" 泵.rfa', entityTag: stored?.sha256, startsAt: 0 });
    expect(await textOf(whole.bytes)).toBe('0123456789');
    const rest = await client.download('getFile', { params: key }, { startAt: 4 });
    expect([rest.startsAt, await textOf(rest.bytes)]).toEqual([4, '456789']);
  });

  it('agree on a short file that comes along with the metadata that makes it a draft', async () => {
    const listed = { params: { ...key, includeMinorVersion: 'true', afterChangeDate: '' } };
    await client.call('listMetadata', listed);
    expect(client.takesFileWithMetadata).toBe(true);
    const along = { ...key, applicationName: 'Along & more' };
    const record = metadataRecord(along, { BaseFilename: 'pümp 泵', baseVersion: 'none' });
    const file = fileOf('pümp "1" 泵.rfa', '0123456789');
    const [stored] = await client.call('storeMetadata', { params: { blobId: noBlobId }, body: [record], file });
    expect(stored && versionOf(stored)).toEqual({ major: 0, minor: 1 });
    const whole = await client.download('getFile', { params: along });
    expect(whole).toMatchObject({ sizeBytes: 10, fileName: 'pümp 泵.rfa', entityTag: stored?.sha256 });
    expect(await textOf(whole.bytes)).toBe('0123456789');
    const again = client.call('storeMetadata', { params: { blobId: noBlobId }, body: [record], file });
    expect(await codeOf(again)).toBe('base-version-outdated');
    expect((await client.call('listVersions', { params: along })).versions).toHaveLength(1);
  });

  it('agree on many short files that go at the same moment: each is its own draft, and one that is outdated the only one refused', async () => {
    const keys = Array.from({ length: 150 }, (_, index) => ({ ...key, applicationName: 'Many', type: `T${index}` }));
    const store = (of: SeedKey, text: string) => {
      const body = [metadataRecord(of, { baseVersion: 'none' })];
      const input = { params: { blobId: noBlobId }, body, file: fileOf('pump.rfa', text) };
      return client.call('storeMetadata', input, { priority: 'upload' });
    };
    const textAt = async (of: SeedKey) => textOf((await client.download('getFile', { params: of })).bytes);
    const [outdated] = keys;
    if (!outdated) throw new Error('There are 150.');
    await store(outdated, 'theirs');
    const outcomes = await Promise.all(keys.map((of) => codeOf(store(of, `bytes of ${of.type}`))));
    expect(outcomes).toEqual(keys.map((of) => (of === outdated ? 'base-version-outdated' : 'nothing')));
    expect(await Promise.all(keys.map(textAt))).toEqual(
      keys.map((of) => (of === outdated ? 'theirs' : `bytes of ${of.type}`)),
    );
  });

  it('agree on many short files that are fetched at the same moment', async () => {
    const keys = Array.from({ length: 150 }, (_, index) => ({
      ...key,
      applicationName: 'Fetched',
      etimModelCode: `MC${String(index).padStart(6, '0')}`,
    }));
    const store = (of: SeedKey) => {
      const body = [metadataRecord(of, { baseVersion: 'none' })];
      const file = fileOf('pump.rfa', `bytes of ${of.etimModelCode}`);
      return client.call('storeMetadata', { params: { blobId: noBlobId }, body, file }, { priority: 'upload' });
    };
    await Promise.all(keys.map(store));
    const params = { ...key, applicationName: 'Fetched', includeMinorVersion: 'true', afterChangeDate: '' };
    const listed = await client.call('listMetadata', { params });
    const recordOf = (of: SeedKey) => listed.find(({ etim }) => etim?.modelCode === of.etimModelCode);
    expect(client.givesFilesTogether).toBe(true);
    const fetchOne = async (of: SeedKey) => {
      const { size: sizeBytes = 0, sha256 = '' } = recordOf(of) ?? {};
      const query = { languageCode: '', majorVersion: '0', minorVersion: '1' };
      const expected = { sizeBytes, sha256: sha256 as Sha256 };
      const { bytes, entityTag } = await client.download('getFile', { params: of, query }, { expected });
      return [await textOf(bytes), entityTag];
    };
    const fetched = await Promise.all(keys.map(fetchOne));
    expect(fetched).toEqual(keys.map((of) => [`bytes of ${of.etimModelCode}`, recordOf(of)?.sha256]));
  });

  it('agree on what bulk calls answer', async () => {
    const [found] = await client.call('findCurrentMetadata', {
      params: {},
      body: [newestVersionCriterion(key as ContentKey)],
    });
    expect(found && contentKeyOf(found)).toMatchObject({ ok: true, value: key });
    const params = { ...key, includeMinorVersion: 'true', afterChangeDate: '' };
    expect(await client.call('listMetadata', { params })).toHaveLength(1);
  });

  it('agree on products, filters, standards and validation', async () => {
    const params = { manufacturerGln: pump.manufacturerGln, productCode: pump.productCode };
    expect(await client.call('getProduct', { params })).toMatchObject({ productId: 4711 });
    const filterId = String(await client.call('storeFilter', { params: {}, body: sampleFilter() }));
    const asked = { filterId, type: 'interface', disableFields: '["EF000008"]' };
    expect((await client.call('getFilter', { params: asked })).cadProducts).toHaveLength(2);
    const standards = await client.call('storeStandard', { params: {}, body: 'Standard A' });
    expect(await client.call('getStandards', { params: {} })).toEqual(standards);
    const blobId = await client.upload('storeValidationFile', { params: {} }, fileOf('ValidationFile', '[{"a":1}]'));
    const file = await client.download('getValidationFile', { params: { blobId } });
    expect(await textOf(file.bytes)).toBe('[{"a":1}]');
    const request = { projectId: 'P 7/1', ticketNumber: '12', projectName: 'A' };
    expect(await client.call('storeValidationRequest', { params: {}, body: request })).toBe('12');
    expect(await client.call('getValidationRequests', { params: { projectId: 'P 7/1' } })).toHaveLength(1);
    expect(await client.call('deleteValidationRequests', { params: request })).toBe(true);
  });

  it('agree on why something is refused', async () => {
    expect(await codeOf(client.call('getProductByGtin', { params: { gtin: '00000000000000' } }))).toBe('not-found');
    const record = metadataRecord(key, { baseVersion: 'none' });
    const blobId = await client.upload('storeFile', { params: {} }, fileOf('a', 'other'));
    expect(await codeOf(client.call('storeMetadata', { params: { blobId }, body: [record] }))).toBe(
      'base-version-outdated',
    );
    expect(await codeOf(client.call('release', { params: key, body: {} }))).toBe('nothing-to-release');
    licenseCode = 'WRONG';
    expect(await codeOf(client.upload('storeFile', { params: {} }, fileOf('a', 'x')))).toBe('license-code-rejected');
  });
});
