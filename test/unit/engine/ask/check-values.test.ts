import { describe, expect, it } from 'vitest';
import { checkValues } from '../../../../electron/engine/ask/check-values.ts';
import type { CadProduct, CadProperty } from '../../../../shared/api/schemas/cad-product.ts';

const width: CadProperty = {
  code: 'EF000008',
  description: 'Width',
  type: 'N',
  unitCode: 'EU570448',
  unitAbbreviation: 'mm',
};
const material: CadProperty = { code: 'EF002169', description: 'Material', type: 'A' };
const pressure: CadProperty = { code: 'EF011290', description: 'Pressure', type: 'R' };
const diameter: CadProperty = { code: 'EFI00003', description: 'Diameter', type: 'N', portCode: 2 };

const structure = (...properties: CadProperty[]): CadProduct => ({
  etimClassCode: 'EC011524',
  etimClassCodeVersion: '4',
  modellingClassCode: 'MC000123',
  modellingClassCodeVersion: '2',
  properties,
});
const product = (...properties: CadProperty[]): CadProduct => ({
  ...structure(...properties),
  name: 'Radiator',
  gtins: ['8712423012349'],
  manufacturerGln: '8712345000004',
});
const faultsOf = (found: CadProperty[], expected: CadProperty[]) =>
  checkValues(product(...found), structure(...expected)).faults;

describe("a product's values against the structure of its classes", () => {
  it('are right where every feature has a value of its kind and unit', () => {
    const filled = [
      { ...width, value: { numericValue: 0 } },
      { ...material, value: { code: 'EV000151' } },
      { ...pressure, value: { rangeValue: { min: 0, max: 10 } } },
    ];
    const checked = checkValues(product(...filled), structure(width, material, pressure));
    expect(checked).toMatchObject({ featureCount: 3, filledCount: 3, faults: [], otherVersions: [], wrongNumbers: [] });
  });

  it('are missing by name and connection, with what the product says of that', () => {
    expect(faultsOf([{ ...diameter, reasonNoValue: 'un' }], [width, diameter])).toEqual([
      { fault: 'missing', code: 'EF000008', description: 'Width', port: 0 },
      { fault: 'missing', code: 'EFI00003', description: 'Diameter', port: 2, reason: 'UN' },
    ]);
  });

  it('are not missing where the product says that the feature does not apply', () => {
    expect(faultsOf([{ ...width, reasonNoValue: 'NA' }], [width])).toEqual([]);
  });

  it('of one connection do not stand for those of another', () => {
    const first = { ...diameter, portCode: 1, value: { numericValue: 15 } };
    expect(faultsOf([first], [diameter]).map(({ fault, port }) => [fault, port])).toEqual([
      ['missing', 2],
      ['notInClass', 1],
    ]);
  });

  it('of another kind or unit, a range that ends before it begins, and a feature named twice are wrong', () => {
    const found = [
      { ...width, unitCode: 'EU570447', unitAbbreviation: 'cm', value: { numericValue: 100 } },
      { ...material, value: { numericValue: 5 } },
      { ...pressure, value: { rangeValue: { min: 10, max: 0 } } },
      { ...diameter, value: { numericValue: 15 } },
      { ...diameter, value: { numericValue: 20 } },
    ];
    expect(faultsOf(found, [width, material, pressure, diameter])).toMatchObject([
      { fault: 'otherUnit', expected: 'mm', found: 'cm' },
      { fault: 'wrongKind', expected: 'A', found: 'N' },
      { fault: 'emptyRange', found: '10 – 0' },
      { fault: 'twice', code: 'EFI00003', port: 2 },
    ]);
  });

  it('that a person adjusted go ahead of what the product says', () => {
    const adjusted = {
      ...pressure,
      value: { rangeValue: { min: 10, max: 0 } },
      userDefinedValue: { rangeValue: { min: 0, max: 10 } },
    };
    expect(faultsOf([adjusted], [pressure])).toEqual([]);
  });

  it('come with the version of each class that the service has, and with numbers whose check digit is wrong', () => {
    const old = {
      ...product(),
      etimClassCodeVersion: '3',
      gtins: ['8712423012342', 'x'],
      manufacturerGln: '8712345000005',
    };
    expect(checkValues(old, structure())).toMatchObject({
      otherVersions: [{ code: 'EC011524', expected: '4', found: '3' }],
      wrongNumbers: [
        { kind: 'gtin', number: '8712423012342' },
        { kind: 'gtin', number: 'x' },
        { kind: 'gln', number: '8712345000005' },
      ],
    });
  });
});
