import { beforeEach, describe, expect, it } from 'vitest';
import { createProductImport } from '../../../../electron/service/products/product-import.ts';
import { valueInUnit } from '../../../../electron/service/products/value-in-unit.ts';
import type { CadProduct } from '../../../../shared/api/schemas/cad-product.ts';
import type { ImportRecord } from '../../../../shared/model/import-record.ts';
import type { FeatureDefinition } from '../../../../shared/model/product-data.ts';
import { startService, type StartedService } from '../start-service.ts';

let started: StartedService;
beforeEach(async () => {
  started = await startService();
});

async function* stream(records: readonly ImportRecord[]): AsyncGenerator<ImportRecord> {
  yield* records;
}
const importAll = (...records: readonly ImportRecord[]) => createProductImport(started.store).take(stream(records));

const width: FeatureDefinition = {
  featureCode: 'EF000008',
  descriptions: { en: 'Width' },
  type: 'N',
  portCode: 0,
  origin: 'etim',
};

const model = (unit: Partial<FeatureDefinition>, version = '3'): ImportRecord => ({
  kind: 'etimClass',
  definition: {
    code: 'EC011524',
    version,
    descriptions: { en: 'Pump' },
    synonyms: {},
    features: [{ ...width, ...unit }],
    complete: true,
  },
});
const metric = { unitCode: 'EU570448', unitAbbreviation: 'mm' };
const imperial = { unitCode: 'EU000051', unitAbbreviation: 'in' };

const catalogue = (numeric: number): ImportRecord => ({
  kind: 'product',
  product: {
    manufacturerName: 'Invented Pumps',
    productCode: 'P1',
    gtins: ['40123455'],
    names: { en: 'Pump' },
    etimClassCode: 'EC011524',
    values: [{ featureCode: 'EF000008', portCode: 0, origin: 'etim', kind: 'numeric', numeric }],
  },
});

async function widthThen(): Promise<unknown> {
  const product = (await started.send('GET', '/ProductDataGTIN/40123455')).json() as CadProduct;
  return product.properties?.map(({ value, unitAbbreviation }) => [value?.numericValue, unitAbbreviation]);
}

describe('a number of a product', () => {
  it('is the same length when the model comes in other units, and when the first ones come back', async () => {
    await importAll(model(metric), catalogue(180));
    expect(await widthThen()).toEqual([[180, 'mm']]);
    await importAll(model(imperial));
    expect(await widthThen()).toEqual([[7.08661417322835, 'in']]);
    await importAll(catalogue(10));
    expect(await widthThen()).toEqual([[10, 'in']]);
    await importAll(model(metric));
    expect(await widthThen()).toEqual([[254, 'mm']]);
  });

  it('is the same length when a newer version of its class has another unit', async () => {
    await importAll(model(metric), catalogue(180));
    await importAll(model({ unitCode: 'EU570399', unitAbbreviation: 'cm' }, '4'));
    expect(await widthThen()).toEqual([[18, 'cm']]);
  });

  it('keeps its own unit where it cannot be turned into the one of the class', async () => {
    await importAll(model(metric), catalogue(180));
    await importAll(model({ unitCode: 'EU570446', unitAbbreviation: 'kg' }));
    expect(await widthThen()).toEqual([[180, 'mm']]);
  });

  it('keeps its unit where the class no longer has the feature', async () => {
    await importAll(model(metric), catalogue(180));
    await importAll(model({ featureCode: 'EF000009' }));
    expect(await widthThen()).toEqual([
      [undefined, undefined],
      [180, 'mm'],
    ]);
  });
});

describe('a range and a very small number', () => {
  const at = { featureCode: 'EF000008', portCode: 0 };

  it('are turned into the unit of their feature as well', () => {
    const range = { ...at, kind: 'range', min: -2.5, max: 10, unit: 'mm' } as const;
    expect(valueInUnit({ ...width, unitAbbreviation: 'cm' }, range).value).toMatchObject({ min: -0.25, max: 1 });
    const small = { ...at, kind: 'numeric', numeric: 2e-9, unit: 'km' } as const;
    expect(valueInUnit({ ...width, ...metric }, small).value).toMatchObject({ numeric: 0.002 });
    const large = { ...at, kind: 'numeric', numeric: 3e22, unit: 'mm' } as const;
    expect(valueInUnit({ ...width, unitAbbreviation: 'm' }, large).value).toMatchObject({ numeric: 3e19 });
  });
});
