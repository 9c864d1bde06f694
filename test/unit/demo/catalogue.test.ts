import { describe, expect, it } from 'vitest';
import { makeDemoCatalogue } from '../../../electron/demo/catalogue.ts';
import { parseEtimCode } from '../../../shared/model/etim-code.ts';
import { hasRightGlnCheckDigit, parseGln } from '../../../shared/model/gln.ts';
import { hasRightGtinCheckDigit, parseGtin } from '../../../shared/model/gtin.ts';
import type { FeatureDefinition, FeatureValue } from '../../../shared/model/product-data.ts';

const { structures, products } = makeDemoCatalogue();
const kindOfType = { A: 'choice', L: 'logical', N: 'numeric', R: 'range', C: 'coordinate', M: 'none' } as const;

function keyOf({ featureCode, portCode }: FeatureDefinition | FeatureValue): string {
  return `${featureCode}/${portCode}`;
}

describe('the demo catalogue', () => {
  it('is the same at every call', () => {
    expect(makeDemoCatalogue()).toEqual({ structures, products });
  });

  it('has at least 12 class pairs and 60 products of 3 or 4 manufacturers', () => {
    expect(structures.length).toBeGreaterThanOrEqual(12);
    expect(products.length).toBeGreaterThanOrEqual(60);
    const makers = new Set(products.map(({ manufacturerGln }) => manufacturerGln)).size;
    expect([3, 4]).toContain(makers);
  });

  it('numbers its products, product codes and trade items without repeating itself', () => {
    expect(new Set(products.map(({ productId }) => productId)).size).toBe(products.length);
    expect(new Set(products.map((it) => `${it.manufacturerGln}/${it.productCode}`)).size).toBe(products.length);
    const gtins = products.flatMap((product) => product.gtins);
    expect(new Set(gtins).size).toBe(gtins.length);
    expect(products.every(({ productId }) => productId > 0 && productId < 2 ** 31)).toBe(true);
    expect(products.every(({ productCode }) => productCode.length <= 35)).toBe(true);
  });
});

describe.each(structures)('class pair $etimClass.code / $modellingClass.code', ({ features, ...classes }) => {
  it('has codes of the right form and both languages throughout', () => {
    expect(parseEtimCode('class', classes.etimClass.code)).toMatchObject({ ok: true });
    expect(parseEtimCode('modellingClass', classes.modellingClass.code)).toMatchObject({ ok: true });
    for (const feature of features) {
      expect(parseEtimCode('feature', feature.featureCode), feature.featureCode).toMatchObject({ ok: true });
      if (feature.unitCode) expect(parseEtimCode('unit', feature.unitCode)).toMatchObject({ ok: true });
      expect(feature.unitCode === undefined).toBe(feature.unitAbbreviation === undefined);
      for (const { valueCode } of feature.choices ?? []) {
        expect(parseEtimCode('value', valueCode), valueCode).toMatchObject({ ok: true });
      }
      const texts = [feature.descriptions, ...(feature.choices ?? []).map(({ descriptions }) => descriptions)];
      expect(texts.every((text) => text.en && text.nl)).toBe(true);
    }
  });

  it('tells its features apart by code and port, and its lengths by drawing code', () => {
    expect(new Set(features.map(keyOf)).size).toBe(features.length);
    const drawingCodes = features.flatMap(({ drawingCode }) => drawingCode ?? []);
    expect(drawingCodes).toEqual(drawingCodes.map((_code, index) => `D${index + 1}`));
    expect(drawingCodes.length).toBeGreaterThan(0);
  });
});

describe.each(products)('demo product $productCode', (product) => {
  const structure = structures.find(
    ({ etimClass, modellingClass }) =>
      etimClass.code === product.etimClassCode &&
      etimClass.version === product.etimClassVersion &&
      modellingClass.code === product.modellingClassCode &&
      modellingClass.version === product.modellingClassVersion,
  );

  it('has GS1 numbers with the right check digit', () => {
    const gln = parseGln(product.manufacturerGln);
    expect(gln.ok && hasRightGlnCheckDigit(gln.value)).toBe(true);
    for (const text of product.gtins) {
      const gtin = parseGtin(text);
      expect(gtin.ok && hasRightGtinCheckDigit(gtin.value)).toBe(true);
    }
  });

  it('has a value of the right type for every feature of its classes, and for no other', () => {
    const features = structure?.features ?? [];
    expect(product.values.map(keyOf).sort()).toEqual(features.map(keyOf).sort());
    for (const value of product.values) {
      const feature = features.find((candidate) => keyOf(candidate) === keyOf(value));
      expect(value.kind, keyOf(value)).toBe(feature && kindOfType[feature.type]);
      if (value.kind === 'choice') {
        expect(feature?.choices?.map(({ valueCode }) => valueCode)).toContain(value.valueCode);
      }
      if (value.kind === 'range') expect(value.min).toBeLessThanOrEqual(value.max);
      if (value.kind === 'numeric') expect(Number.isFinite(value.numeric) && value.numeric >= 0).toBe(true);
    }
  });
});
