import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDemoCatalogue } from '../../../electron/demo/catalogue.ts';
import type { SavedThing } from '../../../shared/rpc/selection-records.ts';
import { openClient } from './open-client.ts';

const failsWith = (code: string): unknown =>
  expect.objectContaining({ data: expect.objectContaining({ code }) as unknown });

async function openDemo() {
  const opened = await openClient();
  await opened.client.demo.start();
  const [first, second] = makeDemoCatalogue().products;
  if (!first || !second) throw new Error('The demo has no products.');
  return { ...opened, first, second, productIds: [first.productId, second.productId] };
}

describe('a selection of products over the window contract', () => {
  it('is kept under its name for the service it is of, with the features that are switched off', async () => {
    const { client, productIds } = await openDemo();
    const stored = await client.selections.store({ name: 'Second floor', productIds });
    expect(await client.selections.list()).toEqual([stored]);
    const opened = await client.selections.open({ ...stored, disabledFields: [] });
    expect(opened.productCount).toBe(2);
    const [feature] = opened.features;
    const disabledFields = [feature?.code ?? ''];
    const { filterId } = stored;
    await client.selections.rename({ filterId, name: 'Third floor' });
    await client.selections.turn({ filterId, fields: disabledFields, isOn: false });
    expect(await client.selections.list()).toEqual([{ ...stored, name: 'Third floor', disabledFields }]);
    const without = await client.selections.open({ ...stored, disabledFields });
    expect(without.features.filter(({ selected }) => !selected).map(({ code }) => code)).toEqual(disabledFields);
    await client.selections.forget({ filterId: stored.filterId });
    expect(await client.selections.list()).toEqual([]);
    expect((await client.selections.open({ ...stored, disabledFields: [] })).productCount).toBe(2);
  });

  it('is refused with the ids that the service does not have', async () => {
    const { client } = await openDemo();
    const storing = client.selections.store({ name: 'None', productIds: [999_999_999] });
    await expect(storing).rejects.toEqual(failsWith('not-found'));
    expect(await client.selections.list()).toEqual([]);
  });

  it('is saved as a table without the features that are switched off', async () => {
    const { client, saves, productIds, first } = await openDemo();
    const { filterId } = await client.selections.store({ name: 'Second floor', productIds });
    const { features } = await client.selections.open({ filterId, kind: 'interface', disabledFields: [] });
    const [off = ''] = features.map(({ code }) => code);
    const saved = await saves({ kind: 'filterTable', filterId, selectionKind: 'interface', disabledFields: [off] });
    if (saved.state !== 'saved') throw new Error(JSON.stringify(saved));
    const table = readFileSync(saved.path, 'utf8');
    expect(table).toContain(first.productCode);
    expect(table).not.toContain(off);
    expect(saved.sizeBytes).toBe(Buffer.byteLength(table));
  });
});

describe('a file that is saved over the window contract', () => {
  it('stands beside an earlier one of its name', async () => {
    const { saves, dataDir, first } = await openDemo();
    const thing: SavedThing = {
      kind: 'productsTable',
      productIds: [first.productId],
      languageCode: 'en',
    };
    await saves(thing);
    await saves(thing);
    expect(readdirSync(join(dataDir, 'saved')).sort()).toEqual(['products (2).csv', 'products.csv']);
  });

  it('that the service does not have leaves nothing on the disk', async () => {
    const { saves, dataDir } = await openDemo();
    const ended = await saves({
      kind: 'validationFile',
      blobId: '6b1d0c9a-0f7e-4c3a-9d51-3c1b2a4f5e60',
      part: 'report',
    });
    expect(ended).toMatchObject({ state: 'failed', error: { code: 'not-found' } });
    expect(existsSync(join(dataDir, 'saved')) ? readdirSync(join(dataDir, 'saved')) : []).toEqual([]);
  });

  it('is shown in its folder only once it is there', async () => {
    const { client } = await openDemo();
    await expect(client.saving.reveal()).rejects.toEqual(failsWith('unknown-item'));
  });
});

describe('validation over the window contract', () => {
  it('of products is requested, listed without the products, read and deleted', async () => {
    const { client, productIds, saves } = await openDemo();
    const place = { projectId: 'P-7', projectName: 'Plant room' };
    const { ticketNumber } = await client.validation.add({ ...place, subject: { kind: 'products', productIds } });
    const { requests } = await client.validation.list({ projectId: 'P-7' });
    expect(requests).toMatchObject([{ ...place, ticketNumber, state: 'requested', productCount: 2 }]);
    const saved = await saves({ kind: 'validationFile', blobId: requests[0]?.selectionBlobId ?? '', part: 'sent' });
    if (saved.state !== 'saved') throw new Error(JSON.stringify(saved));
    expect(JSON.parse(readFileSync(saved.path, 'utf8'))).toHaveLength(2);
    await client.validation.delete({ ...place, ticketNumber });
    expect(await client.validation.list(place)).toEqual({ requests: [] });
  });

  it('of a file sends its bytes as they are; a result in it is told product by product', async () => {
    const { client, dataDir } = await openDemo();
    const path = join(dataDir, 'result.json');
    const features = [
      { FeatureCode: 'EF000008', PortCode: 0, Status: 3 },
      { FeatureCode: 'EF000040', Status: 'OK' },
    ];
    writeFileSync(path, JSON.stringify([{ CadId: 'pump 1', ValidationStatus: 2, Features: features }]));
    await client.validation.add({ projectId: 'P-8', ticketNumber: '1', subject: { kind: 'file', path } });
    const { requests } = await client.validation.list({ projectId: 'P-8' });
    expect(await client.validation.report({ blobId: requests[0]?.selectionBlobId ?? '' })).toEqual({
      kind: 'products',
      isCut: false,
      products: [
        {
          name: 'pump 1',
          state: 'DifferentData',
          isGood: false,
          features: [{ code: 'EF000008', port: 0, state: 'DifferentValue', isGood: false }],
        },
      ],
    });
    const again = { projectId: 'P-8', ticketNumber: '1', description: 'another' };
    await expect(client.validation.add({ ...again, subject: { kind: 'file', path } })).rejects.toEqual(
      failsWith('invalid-request'),
    );
  });

  it('of a file that is not there sends nothing', async () => {
    const { client, dataDir } = await openDemo();
    const subject = { kind: 'file', path: join(dataDir, 'nowhere.json') } as const;
    const adding = client.validation.add({ projectId: 'P-9', subject });
    await expect(adding).rejects.toEqual(failsWith('invalid-request'));
    expect(await client.validation.list({ projectId: 'P-9' })).toEqual({ requests: [] });
  });

  it('checks what is known, and tells of what is not', async () => {
    const { client, first } = await openDemo();
    const queries = [
      { by: 'gtin', gtin: first.gtins[0] ?? '' } as const,
      { by: 'gtin', gtin: '4006381333931' } as const,
    ];
    const [known, unknown] = await client.validation.check({ queries });
    expect(known).toMatchObject({ query: queries[0], product: { productCode: first.productCode } });
    expect(known?.featureCount).toBeGreaterThan(0);
    expect(unknown).toMatchObject({ query: queries[1], error: { code: 'not-found' } });
  });
});

describe('BIM-ready over the window contract', () => {
  it('is set for all of a list or for none of it', async () => {
    const { client, productIds } = await openDemo();
    const states = async () => {
      const queries = productIds.map((productId) => ({ by: 'id', productId }) as const);
      return (await client.products.lookup({ queries })).map(({ product }) => product?.bimReady ?? false);
    };
    await client.bimReady.set({ productIds, isReady: true });
    expect(await states()).toEqual([true, true]);
    const withUnknown = client.bimReady.set({ productIds: [...productIds, 999_999_999], isReady: false });
    await expect(withUnknown).rejects.toEqual(failsWith('not-found'));
    expect(await states()).toEqual([true, true]);
  });
});
