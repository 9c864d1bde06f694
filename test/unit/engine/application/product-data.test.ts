import { describe, expect, test } from 'vitest';
import type { PreparedImport } from '../../../../electron/engine/application/host-ports.ts';
import { createProductData } from '../../../../electron/engine/application/product-data.ts';
import type { ImportResult, ProductImportRecord } from '../../../../shared/rpc/import-records.ts';
import { AppError } from '../../../../shared/errors/app-error.ts';

const nothing: ImportResult = {
  classes: 0,
  modellingClasses: 0,
  features: 0,
  values: 0,
  units: 0,
  products: 0,
  updated: 0,
  skipped: 0,
  faultCount: 0,
  faults: [],
};

/** Product data of an embedded service whose import is driven by the test. */
function createDriven({ isConnected = true, looked = Promise.resolve() } = {}) {
  const told: ProductImportRecord[] = [];
  const finished = Promise.withResolvers<ImportResult>();
  const begun: { signal: AbortSignal; progress: (place: number, fraction: number) => void }[] = [];
  const asked: unknown[] = [];
  const productData = createProductData({
    embedded: {
      async searchProducts(...question) {
        asked.push(question);
        return [{ productId: 7, name: 'Pump', productCode: 'P-7' }, { name: 'A record that no id leads back to' }];
      },
      async prepareImport(paths): Promise<PreparedImport> {
        await looked;
        if (paths.includes('/not a catalogue')) throw new AppError('import-file-unreadable');
        return {
          files: paths.map((path) => path.slice(1)),
          run(signal, progress) {
            begun.push({ signal, progress });
            return finished.promise;
          },
        };
      },
    },
    isConnected: () => isConnected,
  });
  productData.onImportChange((record) => told.push(record));
  const disconnect = (): void => void (isConnected = false);
  return { productData, told, finished, begun, asked, disconnect };
}

describe('searching product data', () => {
  test('finds what the embedded service finds, in the language asked for', async () => {
    const { productData, asked } = createDriven();
    const { signal } = new AbortController();
    const hits = await productData.search({ text: 'pump', limit: 5, languageCode: 'NL' }, signal);
    expect(hits).toEqual([{ productId: 7, name: 'Pump', productCode: 'P-7' }]);
    expect(asked).toEqual([['pump', 5, 'nl', signal]]);
  });

  test('is not offered while another service is connected, and that one is not asked', async () => {
    const { productData, asked } = createDriven({ isConnected: false });
    await expect(productData.search({ text: 'pump', limit: 5 })).rejects.toMatchObject({ code: 'not-offered' });
    expect(asked).toEqual([]);
  });

  test('refuses a language code that is none', async () => {
    const { productData } = createDriven();
    const search = productData.search({ text: 'pump', limit: 5, languageCode: 'dutch!' });
    await expect(search).rejects.toMatchObject({ code: 'invalid-request' });
  });
});

describe('importing product data', () => {
  test('tells which file is read and how far, once for every percent, and then what came of it', async () => {
    const { productData, told, begun, finished } = createDriven();
    await productData.startImport(['/model.zip', '/pumps.json'], 'en');
    const [{ progress } = { progress: () => undefined }] = begun;
    progress(0, 0.5);
    progress(0, 0.501);
    progress(1, 0.25);
    finished.resolve({ ...nothing, products: 3 });
    await productData.close();
    const running = { state: 'running', fileCount: 2 };
    const ended = { state: 'ended', result: { ...nothing, products: 3 } };
    expect(told).toEqual([
      { ...running, file: 'model.zip', fileNumber: 1, progress: 0 },
      { ...running, file: 'model.zip', fileNumber: 1, progress: 0.5 },
      { ...running, file: 'pumps.json', fileNumber: 2, progress: 0.25 },
      ended,
    ]);
    expect(productData.currentImport()).toEqual(ended);
  });

  test('one runs at a time, and another may follow it', async () => {
    const { productData, finished, begun } = createDriven();
    const first = productData.startImport(['/pumps.json'], 'en');
    await expect(productData.startImport(['/valves.json'], 'en')).rejects.toMatchObject({ code: 'import-under-way' });
    await first;
    await expect(productData.startImport(['/valves.json'], 'en')).rejects.toMatchObject({ code: 'import-under-way' });
    const over = new Promise<void>((resolve) => {
      productData.onImportChange(({ state }) => void (state === 'ended' && resolve()));
    });
    finished.resolve(nothing);
    await over;
    await productData.startImport(['/valves.json'], 'en');
    expect(begun).toHaveLength(2);
  });

  test('a file that is no product data is said at once, and keeps nobody from choosing another', async () => {
    const { productData, told } = createDriven();
    const refused = productData.startImport(['/not a catalogue'], 'en');
    await expect(refused).rejects.toMatchObject({ code: 'import-file-unreadable' });
    expect(told).toEqual([]);
    await productData.startImport(['/pumps.json'], 'en');
    expect(productData.currentImport()).toMatchObject({ state: 'running', file: 'pumps.json' });
  });

  test('cancelled, it says so until what was read is removed', async () => {
    const { productData, told, begun, finished } = createDriven();
    await productData.startImport(['/pumps.json'], 'en');
    productData.cancelImport();
    productData.cancelImport();
    expect(begun[0]?.signal.aborted).toBe(true);
    begun[0]?.progress(0, 0.9);
    expect(told.map(({ state }) => state)).toEqual(['running', 'cancelling']);
    finished.resolve({ ...nothing, error: { code: 'cancelled' } });
    await productData.close();
    expect(productData.currentImport()).toMatchObject({ state: 'ended', result: { error: { code: 'cancelled' } } });
  });

  const whileLooked: readonly (readonly [string, string, (driven: ReturnType<typeof createDriven>) => unknown])[] = [
    ['everything is closed', 'cancelled', ({ productData }) => productData.close()],
    ['it is cancelled', 'cancelled', ({ productData }) => productData.cancelImport()],
    ['another service is connected', 'not-offered', ({ disconnect }) => disconnect()],
  ];

  test.each(whileLooked)('does not begin where %s while its files are looked at', async (_when, code, act) => {
    const { promise: looked, resolve } = Promise.withResolvers<void>();
    const driven = createDriven({ looked });
    const started = driven.productData.startImport(['/pumps.json'], 'en');
    const done = act(driven);
    resolve();
    await expect(started).rejects.toMatchObject({ code });
    await done;
    expect([driven.begun, driven.told]).toEqual([[], []]);
  });

  test('is not offered while another service is connected', async () => {
    const { productData, told } = createDriven({ isConnected: false });
    await expect(productData.startImport(['/pumps.json'], 'en')).rejects.toMatchObject({ code: 'not-offered' });
    expect(told).toEqual([]);
  });
});
