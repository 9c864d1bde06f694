import { describe, expect, it } from 'vitest';
import { readNumber } from '../../../../electron/service/products/read-number.ts';
import { readValues } from '../../../../electron/service/products/read-values.ts';
import type { ImportedProduct, WrittenValue } from '../../../../shared/model/import-record.ts';
import type { EtimClassDefinition, FeatureType } from '../../../../shared/model/product-data.ts';

const at = '/BMECAT/T_NEW_CATALOG/PRODUCT[1]/PRODUCT_FEATURES/FEATURE[1]';

const written = (texts: readonly string[], unit?: string, featureCode = 'EF000008'): WrittenValue => ({
  kind: 'written',
  featureCode,
  portCode: 0,
  origin: 'etim',
  texts,
  ...(unit === undefined ? {} : { unit }),
  pointer: at,
});

const classWith = (type: FeatureType, unitAbbreviation?: string): EtimClassDefinition => ({
  code: 'EC011524',
  version: '3',
  descriptions: {},
  synonyms: {},
  complete: true,
  features: [
    {
      featureCode: 'EF000008',
      descriptions: {},
      type,
      portCode: 0,
      origin: 'etim',
      ...(unitAbbreviation === undefined ? {} : { unitAbbreviation }),
    },
  ],
});

/** What is left of the value, or the fault. */
function read(value: WrittenValue, etimClass?: EtimClassDefinition) {
  const product = { manufacturerName: 'Pumps', productCode: 'P1', gtins: [], names: {}, values: [value] };
  const { product: said, faults } = readValues(product, etimClass);
  const [first] = said.values;
  if (!first) return faults.map(({ detail }) => detail).join();
  const { featureCode: _code, portCode: _port, origin: _origin, ...rest } = first;
  return rest;
}

describe('a number of a catalogue', () => {
  it.each([
    ['7.5', '7.5'],
    ['7,5', '7.5'],
    ['-7,25', '-7.25'],
    ['−3', '-3'],
    ['+3', '3'],
    ['0,125', '0.125'],
    ['1.234,5', '1234.5'],
    ['1,234.5', '1234.5'],
    ['1.234.567', '1234567'],
    ['1 234,5', '1234.5'],
    ['1\u00A0234', '1234'],
    ["1'234.5", '1234.5'],
    // BMEcat's own way to write it.
    ['1.234', '1.234'],
    ['1234,567', '1234.567'],
  ])('%s is %s', (text, number) => expect(readNumber(text)).toBe(number));

  it.each(['1,234', 'ca. 5', '5 mm', '', '-', '1e3', '1.2.3', '1,2,3', '1.23,4.5', '12 34', '5-10', '<5', 'EV000150'])(
    '%s is none, or may be two',
    (text) => expect(readNumber(text)).toBeUndefined(),
  );
});

describe('a value of a catalogue', () => {
  it('is in ETIM’s unit of its class', () => {
    expect(read(written(['7.5'], 'cm'), classWith('N', 'mm'))).toEqual({
      kind: 'numeric',
      numeric: 75,
      unit: 'mm',
    });
    expect(read(written(['7.5']), classWith('N', 'mm'))).toEqual({ kind: 'numeric', numeric: 7.5, unit: 'mm' });
    expect(read(written(['0,5', '1.234,5'], 'MTR'), classWith('R', 'mm'))).toEqual({
      kind: 'range',
      min: 500,
      max: 1_234_500,
      unit: 'mm',
    });
  });

  it.each(['true', 'TRUE', '1', 'Y', 'ja', 'yes'])('is true as %s where its feature is logical', (text) =>
    expect(read(written([text]), classWith('L'))).toEqual({ kind: 'logical', logical: true }),
  );

  it.each(['false', '0', 'N', 'nein', 'nee'])('is false as %s where its feature is logical', (text) =>
    expect(read(written([text]), classWith('L'))).toEqual({ kind: 'logical', logical: false }),
  );

  it.each([
    ['MV', 'MV'],
    ['NA', 'NA'],
    ['UN', 'UN'],
    ['-', 'UN'],
  ])('may be missing for a reason: %s', (text, reason) => {
    for (const type of ['N', 'A', 'L', 'R'] as const) {
      expect(read(written([text], 'mm'), classWith(type, 'mm'))).toEqual({ kind: 'none', reason });
    }
    expect(read(written([text, text]), classWith('R'))).toEqual({ kind: 'none', reason });
  });

  it('is told by its looks where its class is not known', () => {
    expect(read(written(['1']))).toEqual({ kind: 'numeric', numeric: 1 });
    expect(read(written(['true']))).toEqual({ kind: 'logical', logical: true });
    expect(read(written(['EV000150']))).toEqual({ kind: 'choice', valueCode: 'EV000150' });
    expect(read(written(['1', '2']))).toEqual({ kind: 'range', min: 1, max: 2 });
  });

  it.each([
    ['unit of nobody', written(['7.5'], 'furlong'), classWith('N', 'mm'), '"7.5 furlong": this unit is not known'],
    ['unit of another quantity', written(['7.5'], 'kg'), classWith('N', 'mm'), '"7.5 kg": this is no unit that can be'],
    ['unit and an unknown class', written(['7.5'], 'cm'), undefined, '"7.5 cm": ETIM\'s unit for it is not known'],
    ['unit where ETIM has none', written(['3'], 'mm'), classWith('N'), '"3 mm": ETIM gives this feature no unit'],
    ['range that is reversed', written(['9', '1'], 'mm'), classWith('R', 'mm'), '"9 … 1 mm": the range ends below'],
    ['one number for a range', written(['9']), classWith('R'), '"9": ETIM has a range here'],
    ['two numbers for one', written(['1', '2']), classWith('N'), 'ETIM has one number here'],
    ['three values', written(['1', '2', '3']), classWith('R'), 'more than two values'],
    ['words for a number', written(['ca. 5'], 'mm'), classWith('N', 'mm'), '"ca. 5 mm": this is no number'],
    ['number for a choice', written(['5']), classWith('A'), 'this is no code of ETIM'],
    ['number for a truth', written(['2']), classWith('L'), 'this is neither true nor false'],
    ['half a reason', written(['MV', '2']), classWith('R'), 'this is no range of two numbers'],
    ['nothing', written([]), classWith('N'), '"": there is no value'],
  ])('with a %s is left out and named', (_name, value, etimClass, detail) => {
    const fault = read(value, etimClass);
    expect(fault).toContain('EF000008 of product P1, ');
    expect(fault).toContain(detail);
  });

  it('has the unit of its class unless it comes without one, for another version of the class', () => {
    const product = { manufacturerName: 'P', productCode: 'P1', gtins: [], names: {}, etimClassCode: 'EC011524' };
    const unitIn = (etimClassVersion: string, value: ImportedProduct['values'][number]) => {
      const [read] = readValues({ ...product, etimClassVersion, values: [value] }, classWith('N', 'mm')).product.values;
      return read?.kind === 'numeric' ? read.unit : 'none';
    };
    const bare = { featureCode: 'EF000008', portCode: 0, kind: 'numeric', numeric: 7.5 } as const;
    expect(['3', '4'].map((version) => unitIn(version, written(['7.5'], 'cm')))).toEqual(['mm', 'mm']);
    expect(['3', '4'].map((version) => unitIn(version, written(['7.5'])))).toEqual(['mm', undefined]);
    expect(['3', '4'].map((version) => unitIn(version, bare))).toEqual(['mm', undefined]);
    expect(unitIn('3', { ...bare, origin: 'modelling' })).toBeUndefined();
  });
});
