import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProductImportRecord } from '../../../shared/rpc/import-records.ts';
import { openClient } from './open-client.ts';

type Client = Awaited<ReturnType<typeof openClient>>['client'];

/** Starts an import and answers all that is told of it; `onTold` hears each. */
async function importFiles(client: Client, paths: string[], onTold: (told: ProductImportRecord) => void = () => {}) {
  const { eventId } = await client.snapshot();
  const events = await client.events({ afterId: eventId });
  await client.imports.start({ paths, languageCode: 'en' });
  const told: ProductImportRecord[] = [];
  for await (const event of events) {
    if (event.kind !== 'import') continue;
    told.push(event.productImport);
    onTold(event.productImport);
    if (event.productImport.state === 'ended') break;
  }
  return told;
}

function catalogue(folder: string, count: number): string {
  const path = join(folder, 'pumps.json');
  const products = Array.from({ length: count }, (_, place) => ({
    ProductIdentification: { ManufacturerName: 'Invented Pumps', ManufacturerProductNumber: `ZP-${place}` },
    ProductDetails: { ProductDescriptions: [{ MinimalProductDescription: `Zeppelin pump ${place}` }] },
  }));
  writeFileSync(path, JSON.stringify({ SchemaVersion: '2.0', Supplier: [{ SupplierName: 'S', Product: products }] }));
  return path;
}

const failsWith = (code: string): unknown =>
  expect.objectContaining({ data: expect.objectContaining({ code }) as unknown });

describe('product data over the window contract', () => {
  it('is neither searched nor imported while the embedded service is not the connected one', async () => {
    const { client, dataDir } = await openClient();
    await expect(client.products.search({ text: 'pump', limit: 5 })).rejects.toEqual(failsWith('not-offered'));
    const paths = [catalogue(dataDir, 1)];
    await expect(client.imports.start({ paths, languageCode: 'en' })).rejects.toEqual(failsWith('not-offered'));
  });

  it('imported, is found by text and looked up by its id, even without a GLN', async () => {
    const { client, dataDir } = await openClient();
    await client.demo.start();
    const told = await importFiles(client, [catalogue(dataDir, 12)]);
    expect(told.at(0)).toMatchObject({ state: 'running', file: 'pumps.json', fileNumber: 1, fileCount: 1 });
    expect(told.at(-1)).toMatchObject({ state: 'ended', result: { products: 12, updated: 0, faultCount: 0 } });
    expect((await client.snapshot()).productImport).toEqual(told.at(-1));

    const [hit, ...others] = await client.products.search({ text: 'zepp 11', limit: 5, languageCode: 'en' });
    expect(others).toEqual([]);
    expect(hit).toEqual({
      productId: expect.any(Number) as number,
      name: 'Zeppelin pump 11',
      manufacturerName: 'Invented Pumps',
      productCode: 'ZP-11',
    });
    const query = { by: 'id' as const, productId: hit?.productId ?? 0 };
    const [answer] = await client.products.lookup({ queries: [query] });
    expect(answer?.product).toMatchObject({ name: 'Zeppelin pump 11', manufacturerName: 'Invented Pumps' });
  });

  it('that cannot be read is refused by its path before anything is imported', async () => {
    const { client, dataDir } = await openClient();
    await client.demo.start();
    const start = (path: string) => client.imports.start({ paths: [path], languageCode: 'en' });
    await expect(start('pumps.json')).rejects.toEqual(failsWith('invalid-request'));
    await expect(start(join(dataDir, 'nowhere.json'))).rejects.toEqual(failsWith('import-file-unreadable'));
    expect((await client.snapshot()).productImport).toBeUndefined();
  });

  it('has nothing of an import that is cancelled, and answers searches meanwhile', async () => {
    const { client, dataDir } = await openClient();
    await client.demo.start();
    let searched: Promise<unknown[]> | undefined;
    const told = await importFiles(client, [catalogue(dataDir, 20_000)], (now) => {
      if (now.state !== 'running' || now.progress === 0 || searched) return;
      searched = client.products.search({ text: 'radiator', limit: 5 });
      void client.imports.cancel();
    });
    expect(await searched).not.toEqual([]);
    const last = told.at(-1);
    if (last?.state !== 'ended') throw new Error('The import did not end.');
    expect(last.result.error).toMatchObject({ code: 'cancelled' });
    expect(last.result.products).toBe(0);
    expect(await client.products.search({ text: 'zeppelin', limit: 200 })).toEqual([]);
  });
});
