import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openService, type OpenedService } from '../../../electron/service/open-service.ts';
import { pairingName } from '../../../electron/service/pairing/pair-files.ts';
import type { ImportRecord } from '../../../shared/model/import-record.ts';
import { otherPump, pump, pumpStructure } from '../../contract/sample-products.ts';
import { requestToken } from '../../contract/target.ts';
import { importedRecord } from './imported-record.ts';
import { credentials, licenseCode } from './start-service.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cadsync-data-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const open = (port = 0): Promise<OpenedService> =>
  openService({ dataDir, port, credentials, licenseCodes: [licenseCode] });

async function get(address: string, path: string): Promise<Response> {
  const token = await requestToken(address, credentials.clientId, credentials.clientSecret);
  return fetch(`${address}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
}

describe('a service on a folder', () => {
  it('has its products again after it was closed; importing them twice changes nothing', async () => {
    const first = await open();
    expect(first.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await first.importProducts([pumpStructure], [pump, otherPump]);
    await first.importProducts([pumpStructure], [pump, otherPump]);
    await first.close();
    const second = await open();
    expect(await (await get(second.address, '/ProductDataGTIN/8712345678906')).json()).toMatchObject({
      productId: 4711,
    });
    await second.close();
  });

  it('says of an import that it was closed under that it was cancelled, and shows nothing of it', async () => {
    const first = await open();
    const taken = Promise.withResolvers<void>();
    const more = Promise.withResolvers<void>();
    async function* records(): AsyncGenerator<ImportRecord> {
      for (let number = 0; number < 400; number += 1) yield importedRecord(number, 'one');
      taken.resolve();
      await more.promise;
      for (let number = 400; number < 800; number += 1) yield importedRecord(number, 'one');
    }
    const ended = expect(first.imports.take(records())).rejects.toMatchObject({ code: 'cancelled' });
    const waiting = expect(first.importProducts([pumpStructure], [pump])).rejects.toMatchObject({ code: 'cancelled' });
    await taken.promise;
    await first.close();
    more.resolve();
    await Promise.all([ended, waiting]);
    const second = await open();
    expect(await second.searchProducts('Pump', 10, 'en')).toEqual([]);
    await second.importProducts([pumpStructure], [pump]);
    expect(await second.searchProducts('Pump', 10, 'en')).toHaveLength(1);
    await second.close();
  });

  it('does not begin with the files of another one, and takes files without an id for its own', async () => {
    const mine = join(dataDir, 'blobs', pairingName);
    await (await open()).close();
    const id = await readFile(mine, 'utf8');
    await writeFile(mine, 'ab'.repeat(16));
    await expect(open()).rejects.toMatchObject({ code: 'files-of-another-database' });
    // Nobody has it open: it begins as soon as its own files are back, or none.
    await writeFile(mine, id);
    await (await open()).close();
    await rm(join(dataDir, 'blobs'), { recursive: true });
    await (await open()).close();
    expect(await readFile(mine, 'utf8')).toBe(id);
  });

  it.each([
    ['gone', (file: string) => rm(file)],
    ['empty', (file: string) => writeFile(file, '')],
  ])('begins no other records beside its files where these are %s, and goes on once they are back', async (_, take) => {
    const first = await open();
    await first.importProducts([pumpStructure], [pump, otherPump]);
    await first.close();
    const file = join(dataDir, 'service.sqlite');
    const records = await readFile(file);
    await take(file);
    await expect(open()).rejects.toMatchObject({ code: 'database-gone', detail: file });
    await writeFile(file, records);
    const second = await open();
    expect(await (await get(second.address, '/ProductDataGTIN/8712345678906')).json()).toMatchObject({
      productId: 4711,
    });
    await second.close();
  });

  it('names the database of its short files where that is damaged, and leaves it as it is', async () => {
    await (await open()).close();
    const file = join(dataDir, 'blobs', 'short.db');
    const garbage = Buffer.alloc(5000, 'no database ');
    await writeFile(file, garbage);
    const detail = expect.stringContaining(file) as string;
    await expect(open()).rejects.toMatchObject({ code: 'state-unreadable', detail });
    expect((await readFile(file)).equals(garbage)).toBe(true);
  });

  it.each([
    ['pairing-id.txt', ['blobs', pairingName], mkdir],
    ['short.db', ['blobs', 'short.db'], mkdir],
    ['service.sqlite', ['service.sqlite'], mkdir],
    ['blobs', ['blobs'], (path: string) => writeFile(path, '')],
  ])('names %s where something else is in its place', async (_, [first = '', ...rest], put) => {
    await (await open()).close();
    const path = join(dataDir, first, ...rest);
    await rm(path, { recursive: true });
    await put(path);
    const detail = expect.stringContaining(path) as string;
    await expect(open()).rejects.toMatchObject({ code: 'state-out-of-reach', detail });
  });

  it('does not begin on records that lost their id', async () => {
    await (await open()).close();
    const database = new Database(join(dataDir, 'service.sqlite'));
    database.exec('DELETE FROM pairing');
    database.close();
    const detail = expect.stringContaining('no id') as string;
    await expect(open()).rejects.toMatchObject({ code: 'state-unreadable', detail });
  });

  it('says that its disk is full where it cannot be opened for that', async () => {
    await (await open()).close();
    const full = vi.spyOn(Database.prototype, 'pragma').mockImplementationOnce(() => {
      throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
    });
    await expect(open()).rejects.toMatchObject({ code: 'service-full', retryable: true });
    full.mockRestore();
    await (await open()).close();
  });

  it.each(['SQLITE_IOERR', 'SQLITE_READONLY_DIRECTORY', 'SQLITE_CANTOPEN'])(
    'names its folder where the disk refuses to open what is in it (%s)',
    async (code) => {
      const refused = vi.spyOn(Database.prototype, 'pragma').mockImplementationOnce(() => {
        throw new Database.SqliteError('disk I/O error', code);
      });
      const detail = expect.stringContaining(dataDir) as string;
      await expect(open()).rejects.toMatchObject({ code: 'state-out-of-reach', action: 'check-folder', detail });
      refused.mockRestore();
      await (await open()).close();
    },
  );

  it('names its folder where the system does not let it be made', async () => {
    const file = join(dataDir, 'a file');
    await writeFile(file, '');
    const options = { port: 0, credentials, licenseCodes: [licenseCode] };
    for (const inTheWay of [file, join(file, 'data')]) {
      const detail = expect.stringContaining(inTheWay) as string;
      const opened = openService({ ...options, dataDir: inTheWay });
      await expect(opened).rejects.toMatchObject({ code: 'state-out-of-reach', detail });
    }
  });

  it('finds its products by words of their names and classes, told in the language asked for', async () => {
    const service = await open();
    await service.importProducts([pumpStructure], [pump, otherPump]);
    expect(await service.searchProducts('circulatie', 10, 'nl')).toHaveLength(2);
    const [found] = await service.searchProducts('pomp 25', 10, 'nl');
    expect(found).toEqual({
      id: '4711',
      productId: 4711,
      name: 'Pomp 25-60',
      manufacturerGln: '8712345000004',
      manufacturerName: 'Invented Pumps',
      productCode: 'P/25 60',
      gtins: ['8712345678906'],
      etimClassCode: 'EC011524',
      etimClassCodeVersion: '3',
      etimClassDescription: 'Circulatiepomp',
    });
    expect(await service.searchProducts('circulation', 1, undefined)).toHaveLength(1);
    expect(await service.searchProducts('  ', 10, undefined)).toEqual([]);
    await service.close();
  });

  it('answers while records are imported into it, and other imports wait for their turn', async () => {
    const service = await open();
    const goOn = Promise.withResolvers<void>();
    const halfWay = Promise.withResolvers<void>();
    async function* slowly(): AsyncGenerator<ImportRecord> {
      yield { kind: 'product', product: { ...otherPump, productCode: 'SLOW-1' } };
      halfWay.resolve();
      await goOn.promise;
      yield { kind: 'product', product: { ...otherPump, productCode: 'SLOW-2' } };
    }
    const taken = service.imports.take(slowly());
    const demo = service.importProducts([pumpStructure], [pump]);
    await halfWay.promise;
    expect((await get(service.address, '/Standard')).status).toBe(200);
    expect(await service.searchProducts('P/25', 10, undefined)).toEqual([]);
    goOn.resolve();
    expect(await taken).toMatchObject({ products: 2, skipped: 0 });
    await demo;
    expect(await service.searchProducts('slow', 10, undefined)).toHaveLength(2);
    expect(await service.searchProducts('P/25', 10, undefined)).toHaveLength(1);
    await service.close();
  });

  it('refuses a second one on the same folder, and then leaves it alone', async () => {
    const first = await open();
    await expect(open()).rejects.toMatchObject({ code: 'service-data-in-use' });
    expect((await get(first.address, '/Standard')).status).toBe(200);
    await first.close();
    await (await open()).close();
  });

  it('says when its port is taken, and lets the folder go', async () => {
    const first = await open();
    const otherDir = await mkdtemp(join(tmpdir(), 'cadsync-data-'));
    const port = Number(new URL(first.address).port);
    const options = { dataDir: otherDir, credentials, licenseCodes: [licenseCode] };
    await expect(openService({ ...options, port })).rejects.toMatchObject({ code: 'port-in-use' });
    await (await openService({ ...options, port: 0 })).close();
    await first.close();
    await rm(otherDir, { recursive: true });
  });

  it('closes at once, with connections open and an upload under way', async () => {
    const service = await open();
    const token = await requestToken(service.address, credentials.clientId, credentials.clientSecret);
    const ended = Promise.withResolvers<void>();
    const upload = request(`${service.address}/api/v1/Files/${licenseCode}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    });
    upload.on('error', () => ended.resolve()).on('response', () => ended.resolve());
    const sent = Promise.withResolvers<void>();
    upload.write('--b\r\nContent-Disposition: form-data; name=a; filename=a\r\n\r\nhalf', () => sent.resolve());
    await sent.promise;
    await service.close();
    await ended.promise;
  });
});
