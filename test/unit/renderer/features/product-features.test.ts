import { describe, expect, test } from 'vitest';
import { featureValue } from '../../../../renderer/features/products/feature-value.ts';
import { groupFeatures } from '../../../../renderer/features/products/group-features.ts';
import { createFormats } from '../../../../shared/words/formats.ts';
import { loadTexts } from '../../../../renderer/texts/texts.ts';

const texts = { en: await loadTexts('en'), nl: await loadTexts('nl') };
const read = (feature: Parameters<typeof featureValue>[0], language: 'en' | 'nl' = 'en') =>
  featureValue(feature, texts[language].products, createFormats(language));

describe('the features of a product', () => {
  test('stand by the ETIM class, then the modelling class, then each connection in order', () => {
    const groups = groupFeatures([
      { code: 'P2', isModellingFeature: true, portCode: 2 },
      { code: 'M', isModellingFeature: true, portCode: 0 },
      { code: 'P1', isModellingFeature: true, portCode: 1 },
      { code: 'X' },
      { code: 'E', isEtimFeature: true },
    ]);
    expect(groups.map((group) => [group.origin, group.port, group.features.map((feature) => feature.code)])).toEqual([
      ['etim', 0, ['E']],
      ['modelling', 0, ['M']],
      ['port', 1, ['P1']],
      ['port', 2, ['P2']],
      ['other', 0, ['X']],
    ]);
  });

  test('show numbers as the language writes them, with their unit', () => {
    const feature = { type: 'N', unitAbbreviation: 'mm', value: { numericValue: 1798.5 } };
    expect(read(feature)).toEqual({ text: '1,798.5', unit: 'mm', isAdjusted: false });
    expect(read(feature, 'nl').text).toBe('1.798,5');
  });

  test('show a number without a unit, which may be a code as RAL 9016 is, without separators', () => {
    const feature = { type: 'N', value: { numericValue: 9016 } };
    expect(read(feature).text).toBe('9016');
    expect(read(feature, 'nl').text).toBe('9016');
    expect(read({ type: 'N', value: { numericValue: 1798.5 } }, 'nl').text).toBe('1798,5');
  });

  test('show ranges, coordinates, choices and yes or no in words', () => {
    expect(read({ type: 'R', value: { rangeValue: { min: 0, max: 10 } } }).text).toBe('0 to 10');
    expect(read({ type: 'C', value: { coordinateValue: { x: 0, y: 52.5, z: 54 } } }).text).toBe('0 · 52.5 · 54');
    expect(read({ type: 'A', value: { code: 'EV000151', description: 'Steel' } }).text).toBe('Steel');
    expect(read({ type: 'A', value: { code: 'EV000151' } }).text).toBe('EV000151');
    expect(read({ type: 'L', value: { logicalValue: false } }, 'nl').text).toBe('Nee');
  });

  test('say so when a value was adjusted, and show no unit where there is no value', () => {
    const adjusted = { type: 'N', value: { numericValue: 102 }, userDefinedValue: { numericValue: 105 } };
    expect(read(adjusted)).toMatchObject({ text: '105', isAdjusted: true });
    expect(read({ type: 'N', unitCode: 'EU570448', value: {} })).toEqual({ text: '', unit: '', isAdjusted: false });
  });

  test('an adjusted value of which nothing is set leaves the maker’s own', () => {
    expect(read({ type: 'L', value: { logicalValue: true }, userDefinedValue: {} })).toMatchObject({
      text: 'Yes',
      isAdjusted: false,
    });
  });
});
