import { hash } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDiskBlobs } from '../../../../electron/service/blobs/disk-blobs.ts';
import { metadataWithFilesLimits } from '../../../../shared/api/limits.ts';
import { acceptsHeader, metadataWithFiles, metadataWithFilesType } from '../../../../shared/api/operation.ts';
import type { CadMetadata } from '../../../../shared/api/schemas/cad-metadata.ts';
import { pumpKey, startService, tokenOf, type StartedService } from '../start-service.ts';

const keyAt = (index: number) => ({ ...pumpKey, etimClassCode: `EC${String(index).padStart(6, '0')}` });

async function storeAt(started: StartedService, index: number, text: string): Promise<void> {
  const { status } = await started.storeDraft(await started.storeBytes(text), {}, keyAt(index));
  expect(status).toBe(200);
}

const addresses = new WeakMap<object, Promise<string>>();

function addressOf(service: StartedService['service']): Promise<string> {
  const address = addresses.get(service) ?? service.listen(0);
  addresses.set(service, address);
  return address;
}

/** Asks for version 0.1 of these, over a real connection. */
async function ask(
  { service }: StartedService,
  indexes: readonly number[],
  { accept = metadataWithFilesType, type }: { readonly accept?: string; readonly type?: string } = {},
) {
  const criteria = indexes.map((index) => {
    const key = keyAt(index);
    const { applicationName: name, applicationVersion: version } = key;
    const { etimClassCode: classCode, etimClassCodeVersion: classCodeVersion } = key;
    const { etimModelCode: modelCode, etimModelCodeVersion: modelCodeVersion } = key;
    const etim = { classCode, classCodeVersion, modelCode, modelCodeVersion };
    const options = { majorVersion: 0, minorVersion: 1, ...(type === undefined ? {} : { type }) };
    return { identifier: { application: { name, version }, etim }, options };
  });
  const headers = { authorization: `Bearer ${await tokenOf(service)}`, accept };
  const address = await addressOf(service);
  const answer = await fetch(`${address}/api/v1/MetadataBulk`, {
    method: 'POST',
    headers,
    body: JSON.stringify(criteria),
  });
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  };
}

/** The class codes of an answer, each with the text of its file. */
function filesIn(bytes: Buffer): [string | undefined, string][] {
  const end = bytes.indexOf('\n');
  let start = end + 1;
  const files = (JSON.parse(bytes.toString('utf8', 0, end)) as CadMetadata[]).map(
    (record): [string | undefined, string] => {
      const text = bytes.toString('utf8', start, (start += record.size ?? 0));
      return [record.etim?.classCode, text];
    },
  );
  expect(start).toBe(bytes.length);
  return files;
}

it('lists of metadata say that it is answered with its files', async () => {
  const { send } = await startService();
  const { headers } = await send('GET', '/MetadataBulk/Revit/2025/true/2020-01-01');
  expect(String(headers[acceptsHeader]).split(', ')).toContain(metadataWithFiles);
});

describe('metadata with its files', () => {
  it('is answered to whoever accepts that, with the bytes of just these versions', async () => {
    const started = await startService();
    for (const index of [1, 2, 3]) await storeAt(started, index, `pümp ${index}`);
    await storeAt(started, 2, 'newer');
    const { status, type, bytes } = await ask(started, [3, 1, 2]);
    expect([status, type]).toEqual([200, metadataWithFilesType]);
    expect(filesIn(bytes)).toEqual([
      ['EC000003', 'pümp 3'],
      ['EC000001', 'pümp 1'],
      ['EC000002', 'pümp 2'],
    ]);
  });

  it.each(['application/json', '*/*', ''])('is the usual list to whoever accepts %j', async (accept) => {
    const started = await startService();
    await storeAt(started, 1, 'pump');
    const { type, bytes } = await ask(started, [1], { accept });
    expect(type).toMatch(/^application\/json/);
    expect(JSON.parse(bytes.toString())).toMatchObject([{ etim: { classCode: 'EC000001' }, size: 4 }]);
  });

  it('leaves out what there is not, and what is long', async () => {
    const started = await startService();
    await storeAt(started, 1, 'x'.repeat(metadataWithFilesLimits.oneFileBytes + 1));
    await storeAt(started, 2, 'pump');
    expect(filesIn((await ask(started, [1, 7, 2])).bytes)).toEqual([['EC000002', 'pump']]);
  });

  it('is of the type that is asked for', async () => {
    const started = await startService();
    for (const type of ['Template', 'Plan']) {
      await started.storeDraft(await started.storeBytes(`a ${type}`), { type }, { ...keyAt(1), type });
    }
    expect(filesIn((await ask(started, [1], { type: 'Plan' })).bytes)).toEqual([['EC000001', 'a Plan']]);
    expect(filesIn((await ask(started, [1])).bytes)).toHaveLength(2);
  });

  it('leaves out files whose bytes cannot be read, and those with records as long as books', async () => {
    const blobs = await createDiskBlobs(await mkdtemp(join(tmpdir(), 'cadsync-with-files-')));
    const open: typeof blobs.open = async (blob, range) => {
      if (blob.sha256 === hash('sha256', 'spoilt')) throw new Error('EIO');
      return blobs.open(blob, range);
    };
    const started = await startService({ blobs: { ...blobs, open } });
    await storeAt(started, 1, 'spoilt');
    await storeAt(started, 2, 'pump');
    const parameterInfo = 'x'.repeat(metadataWithFilesLimits.recordsLength);
    await started.storeDraft(await started.storeBytes('valve'), { parameterInfo }, keyAt(3));
    expect(filesIn((await ask(started, [1, 3, 2])).bytes)).toEqual([['EC000002', 'pump']]);
  });

  const { files: mostFiles, oneFileBytes, fileBytes } = metadataWithFilesLimits;
  it.each<[string, number, (index: number) => string]>([
    ['files', mostFiles, (index) => `pump ${index}`],
    ['bytes', fileBytes / oneFileBytes, (index) => `${index}`.padEnd(oneFileBytes)],
  ])('is no more %s than one answer takes', async (_what, most, textAt) => {
    const started = await startService();
    const indexes = Array.from({ length: most + 2 }, (_, index) => index);
    for (const index of indexes) await storeAt(started, index, textAt(index));
    const files = filesIn((await ask(started, indexes)).bytes);
    expect(files).toEqual(indexes.slice(0, most).map((index) => [keyAt(index).etimClassCode, textAt(index)]));
  });
});
