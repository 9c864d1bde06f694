import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { CadProduct } from '../../shared/api/schemas/cad-product.ts';
import { openDataStore } from '../../electron/service/store/open-data-store.ts';
import { pump } from '../contract/sample-products.ts';
import { hasEtimSamples, publishedFiles } from '../unit/imports/product-files.ts';
import { bmecatFile, bmecatOf, catalogueOf, pipeWith } from './import-catalogues.ts';
import { runCadsync } from './processes.ts';
import { runCommand } from './run-command.ts';
import { startService } from './service-process.ts';
import { service } from './sync-once.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface Result {
  readonly classes: number;
  readonly products: number;
  readonly updated: number;
  readonly skipped: number;
  readonly faultCount: number;
  readonly faults: readonly { readonly file: string; readonly pointer: string; readonly detail: string }[];
  readonly error?: { readonly code: string };
}

async function importFiles(dataDir: string, ...args: readonly string[]) {
  const { exitCode, output, errors } = await runCommand(['import', ...args, '--data', dataDir, '--json']);
  return { exitCode, errors, result: JSON.parse(output) as Result };
}

const productOf = (code: string) => ({
  ProductIdentification: {
    ManufacturerIdGln: '8712345000004',
    ManufacturerName: 'Invented Pumps',
    ManufacturerProductNumber: code,
  },
  ProductDetails: { ProductDescriptions: [{ MinimalProductDescription: `Pump ${code}` }] },
});

function xchangeFile(products: readonly unknown[]): string {
  const file = join(temporaryFolder(), 'pumps.json');
  writeFileSync(file, JSON.stringify({ SchemaVersion: '2.0', Supplier: [{ SupplierName: 'S', Product: products }] }));
  return file;
}

describe('cadsync import', () => {
  test.skipIf(!hasEtimSamples)(
    'brings the ETIM model and published products into the service, where they are found with all they have',
    async () => {
      const dataDir = temporaryFolder();
      const files = [publishedFiles.model, publishedFiles.xchange, ...publishedFiles.bmecat];
      const { exitCode, errors, result } = await importFiles(dataDir, ...files);
      expect(exitCode, errors).toBe(0);
      expect(result).toEqual({
        classes: 5_640,
        modellingClasses: 1,
        features: 17_377,
        values: 16_163,
        units: 188,
        products: 3,
        updated: 0,
        skipped: 0,
        faultCount: 0,
        faults: [],
      });
      expect(errors).toMatch(/^ETIM-10\.0.*zip 50 %$/m);

      const served = await startService(dataDir);
      const stop = async (): Promise<void> => {
        served.process.kill();
        await served.process.ended;
      };
      onTestFinished(stop);
      const get = (path: string) => served.getJson(`/api/v1/${path}`) as Promise<CadProduct>;
      for (const gtin of ['4008190397111', '4050118158540']) {
        expect(await get(`ProductDataGTIN/${gtin}?languageCode=de`)).toMatchObject({
          manufacturerName: 'Weidmueller Group',
          gtins: [gtin],
        });
      }
      const pipe = await get('ProductData/8718699000112/04011969?languageCode=nl');
      expect(pipe).toMatchObject({ name: 'Voorbeeldproduct', etimClassDescription: 'Copper pipe' });
      const property = (code: string, port: number) =>
        pipe.properties?.find((candidate) => candidate.code === code && candidate.portCode === port);
      expect(property('EF002169', 0)).toMatchObject({ description: 'Material', value: { description: 'Copper' } });
      expect(property('EF023182', 0)).toMatchObject({ type: 'R', value: { rangeValue: { min: 10, max: 60 } } });
      expect(property('EF022999', 0)).toMatchObject({ reasonNoValue: 'NA' });
      expect(property('EF000015', 2)).toMatchObject({
        description: 'Outer diameter',
        isModellingFeature: true,
        value: { numericValue: 16 },
      });

      const structure = await get('Structures/EC011524/MC000023');
      expect(structure.properties?.some(({ isModellingFeature }) => isModellingFeature)).toBe(true);
      expect((await served.get('/api/v1/Structures/EC011524/MC999999')).status).toBe(404);

      const refused = await importFiles(dataDir, publishedFiles.xchange);
      expect(refused).toMatchObject({ exitCode: 1, result: { error: { code: 'service-data-in-use' } } });
      expect(refused.errors).toContain('end it, import, and start it again');
      await stop();

      expect(await importFiles(dataDir, ...files)).toMatchObject({
        exitCode: 0,
        result: { classes: 5_640, products: 3, updated: 0 },
      });
    },
  );

  test('takes what is right, lists what is wrong by file and pointer, and ends with 2', async () => {
    const wrong = { ...productOf('P2'), ProductDetails: {} };
    const file = xchangeFile([productOf('P1'), wrong, productOf('P3')]);
    expect(await importFiles(temporaryFolder(), file)).toMatchObject({
      exitCode: 2,
      result: {
        products: 2,
        skipped: 1,
        faultCount: 1,
        faults: [{ file: 'pumps.json', pointer: '/Supplier/0/Product/1/ProductDetails/ProductDescriptions' }],
      },
    });
  });

  test('looks at every file before it imports the first', async () => {
    const dataDir = temporaryFolder();
    const letter = join(dataDir, 'letter.txt');
    writeFileSync(letter, 'Dear reader');
    const { exitCode, result } = await importFiles(dataDir, xchangeFile([productOf('P1')]), letter);
    expect([exitCode, result.error?.code]).toEqual([1, 'import-file-unreadable']);
    const served = await service({ dataDir });
    expect((await served.get('/api/v1/ProductData/8712345000004/P1')).status).toBe(404);
  });

  test('tells a wrong command line apart from a failure', async () => {
    const dataDir = temporaryFolder();
    const file = xchangeFile([productOf('P1')]);
    for (const args of [
      ['import', '--data', dataDir],
      ['import', file],
      ['import', file, '--data', dataDir, '--language', '12'],
      ['import', file, '--data', dataDir, '--manufacturer-gln', '871'],
    ]) {
      expect((await runCommand(args)).exitCode, args.join(' ')).toBe(64);
    }
    const { exitCode, output } = await runCadsync(['import', file, '--data', dataDir]);
    expect([exitCode, output]).toEqual([0, 'Imported: 1 product.\n']);
  });

  // Windows has no way to send one process Ctrl+C.
  test.skipIf(process.platform === 'win32')(
    'ends at Ctrl+C with everything as it was before, and says so',
    async () => {
      const dataDir = temporaryFolder();
      const count = 60_000;
      const file = xchangeFile(Array.from({ length: count }, (_none, index) => productOf(`P${index}`)));
      const child = spawn(
        process.execPath,
        ['electron/entry/cadsync.ts', 'import', file, '--data', dataDir, '--json'],
        { cwd: join(import.meta.dirname, '..', '..'), stdio: ['ignore', 'pipe', 'pipe'] },
      );
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => {
        if (/ 10 %/.test(chunk.toString())) child.kill('SIGINT');
      });
      const [exitCode] = (await once(child, 'close')) as [number | null];
      const result = JSON.parse(output) as Result;
      expect([exitCode, result.error?.code, result.products]).toEqual([1, 'cancelled', 0]);
      const served = await service({ dataDir });
      expect((await served.get('/api/v1/ProductData/8712345000004/P0')).status).toBe(404);
    },
  );

  /** What an import leaves whose process is killed before it shows anything. */
  async function leaveBehind(dataDir: string, count: number): Promise<void> {
    const store = await openDataStore(dataDir);
    const { products } = await store.stageProductData();
    await products.putProducts(
      Array.from({ length: count }, (_none, index) => ({
        ...pump,
        productId: index + 1,
        productCode: `L${index}`,
        gtins: [],
      })),
    );
    await store.close();
  }

  // Windows has no way to send one process Ctrl+C.
  test.skipIf(process.platform === 'win32')(
    'says that it removes what one left behind that was killed, and ends at Ctrl+C meanwhile',
    async () => {
      const dataDir = temporaryFolder();
      await leaveBehind(dataDir, 10_000);
      const file = xchangeFile([productOf('P1')]);
      const child = spawn(
        process.execPath,
        ['electron/entry/cadsync.ts', 'import', file, '--data', dataDir, '--json'],
        { cwd: join(import.meta.dirname, '..', '..'), stdio: ['ignore', 'pipe', 'pipe'] },
      );
      let [output, errors] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => {
        errors += chunk.toString();
        if (errors.includes('left behind 10 %')) child.kill('SIGINT');
      });
      const [exitCode] = (await once(child, 'close')) as [number | null];
      const result = JSON.parse(output) as Result;
      expect([exitCode, result.error?.code, result.products]).toEqual([1, 'cancelled', 0]);
      expect(errors).toContain('Removing what an earlier import left behind 0 %');
      expect(errors).not.toContain('left behind 100 %');
      expect(await importFiles(dataDir, file)).toMatchObject({ exitCode: 0, result: { products: 1 } });
    },
  );

  test('of a catalogue that is cut off changes nothing, and says so', async () => {
    const dataDir = temporaryFolder();
    const [before, after] = [catalogueOf(2_500, 'Before'), catalogueOf(2_500, 'After')];
    const whole = bmecatFile(before);
    expect(await importFiles(dataDir, whole)).toMatchObject({ exitCode: 0, result: { products: 2_500 } });
    const cutOff = bmecatFile(after.slice(0, -40));
    const { exitCode, output, errors } = await runCommand(['import', whole, cutOff, '--data', dataDir]);
    expect([exitCode, output]).toEqual([1, 'Nothing was imported. What was there before has not changed.\n']);
    expect(errors).toContain('no well-formed XML');
    expect(await importFiles(dataDir, cutOff)).toMatchObject({
      exitCode: 1,
      result: { products: 0, updated: 0, error: { code: 'import-file-unreadable' } },
    });
    const served = await service({ dataDir });
    for (const number of [0, 1_000, 2_499]) {
      const product = await served.getJson(`/api/v1/ProductData/8712345000004/P${number}`);
      expect(product).toMatchObject({ name: `Before ${number}` });
    }
  });

  test.skipIf(!hasEtimSamples)(
    'turns the units of a catalogue into those of the published model, whichever file is named first',
    async () => {
      const dataDir = temporaryFolder();
      const catalogue = bmecatFile(
        bmecatOf(
          pipeWith([
            ['EF000229', ['1,5'], 'MMT'],
            ['EF006272', ['2.2'], 'cm'],
            ['EF023182', ['50', '140'], '°F'],
            ['EF000634', ['1.000.000'], 'Pa'],
            ['EF020028', ['Y']],
            ['EF011751', ['0.1'], 'furlong'],
            ['EF020759', ['3'], 'KGM'],
          ]),
        ),
      );
      const { exitCode, result } = await importFiles(dataDir, catalogue, publishedFiles.model, publishedFiles.xchange);
      expect(exitCode).toBe(2);
      expect(result).toMatchObject({ products: 2, faultCount: 2, skipped: 0 });
      expect(result.faults.map(({ detail }) => detail)).toEqual([
        'EF011751 of product P1, "0.1 furlong": this unit is not known',
        'EF020759 of product P1, "3 KGM": this is no unit that can be turned into mm, ETIM\'s unit',
      ]);
      const served = await service({ dataDir });
      const valuesOf = async (path: string) => {
        const { properties = [] } = (await served.getJson(`/api/v1/${path}`)) as CadProduct;
        return Object.fromEntries(
          properties.map(({ code, portCode, unitAbbreviation, value }) => [
            `${code} ${portCode}`,
            [value?.numericValue ?? value?.rangeValue ?? value?.logicalValue, unitAbbreviation],
          ]),
        );
      };
      expect(await valuesOf('ProductData/8712345000004/P1')).toMatchObject({
        'EF000229 0': [1.5, 'mm'],
        'EF006272 0': [22, 'mm'],
        'EF023182 0': [{ min: 10, max: 60 }, '°C'],
        'EF000634 0': [10, 'bar'],
        'EF020028 0': [true, undefined],
        'EF011751 0': [undefined, 'mm'],
        'EF020759 0': [undefined, 'mm'],
      });
      // ETIM xChange names no units: its numbers are in the model's.
      const published = {
        'EF000229 0': [1, 'mm'],
        'EF006272 0': [15, 'mm'],
        'EF023182 0': [{ min: 10, max: 60 }, '°C'],
        'EF000634 0': [10, 'bar'],
      };
      expect(await valuesOf('ProductData/8718699000112/04011969')).toMatchObject(published);
    },
  );
});
