import { describe, expect, it } from 'vitest';
import { conversionTo, plainName, type UnitOfFeature } from '../../../../electron/service/units/convert-unit.ts';
import { quantities, unitsAlone } from '../../../../electron/service/units/quantities.ts';
import {
  colourTemperatures,
  temperatureDifferences,
  temperatureScales,
} from '../../../../electron/service/units/temperatures.ts';
import { readEtimCsvZip } from '../../../../electron/imports/etim-csv/read-etim-csv-zip.ts';
import { hasEtimSamples, ofKind, optionsOf, publishedFiles, recordsOf } from '../../imports/product-files.ts';

const featureIn = (unitAbbreviation: string, featureCode = 'EF000001'): UnitOfFeature => ({
  featureCode,
  unitAbbreviation,
});

function converted(number: string, unit: string, feature: UnitOfFeature): number | string {
  const convert = conversionTo(feature, unit);
  return typeof convert === 'string' ? convert : convert(number);
}

describe('a number in a unit of a catalogue', () => {
  it.each([
    ['7.5', 'cm', 'mm', 75],
    ['7.5', 'CMT', 'mm', 75],
    ['7.5', 'EU570399', 'mm', 75],
    ['1', 'inch', 'mm', 25.4],
    ['0.3', 'm', 'cm', 30],
    ['0.1', 'kW', 'W', 100],
    ['1500', 'WTT', 'kW', 1.5],
    ['2.5', 'bar', 'Pa', 250_000],
    ['10', 'mbar', 'hPa', 10],
    ['1', 'psi', 'Pa', 6_894.75729316836],
    ['3.6', 'm³/h', 'l/s', 1],
    ['3.6', 'm3/h', 'l/s', 1],
    ['60', 'L/min', 'l/h', 3_600],
    ['0.035', 'W/mK', 'W/(m.K)', 0.035],
    ['1.1', 'W/m²K', 'W/(m².K)', 1.1],
    ['4.7', 'kΩ', 'Ohm', 4_700],
    ['10', '\u03BCF', '\u00B5F', 10],
    ['100', 'KMH', 'm/s', 27.7777777777778],
    ['-12345678901234567', 'mm', 'm', -12_345_678_901_234.6],
    ['0.00', 'cm', 'mm', 0],
  ])('%s %s is as much in ETIM’s unit: %s → %d', (number, unit, etimUnit, expected) => {
    expect(converted(number, unit, featureIn(etimUnit))).toBe(expected);
  });

  it.each([
    ['20', '°C', 'K', 293.15],
    ['2700', 'KEL', 'K', 2_700],
  ])('is a colour temperature: %s %s', (number, unit, etimUnit, expected) => {
    expect(converted(number, unit, featureIn(etimUnit, 'EF009346'))).toBe(expected);
  });

  it('that is a temperature is converted with where its scale begins, a difference of two without', () => {
    expect(converted('68', '°F', featureIn('°C'))).toBe(20);
    expect(converted('100', 'FAH', featureIn('°C'))).toBe(37.7777777777778);
    expect(converted('293.15', 'K', featureIn('°C'))).toBe(20);
    expect(converted('-40', 'CEL', featureIn('°F'))).toBe(-40);
    expect(converted('5', '°C', featureIn('K', 'EF017602'))).toBe(5);
    expect(converted('9', '°F', featureIn('K', 'EF017602'))).toBe(5);
    expect(converted('5', '°C', featureIn('K', 'EF999999'))).toMatch(/difference of two is not known/);
  });

  it('of another quantity, or that nobody knows, is refused with the reason', () => {
    expect(converted('1', 'kg', featureIn('mm'))).toBe("this is no unit that can be turned into mm, ETIM's unit");
    expect(converted('1', 'furlong', featureIn('mm'))).toBe('this unit is not known');
    expect(converted('1', 'MM', featureIn('mm'))).toBe('this unit is not known');
    expect(converted('1', 'dB', featureIn('dB(A)'))).toMatch(/no unit that can be turned into dB\(A\)/);
    expect(converted('1', 'MB', featureIn('GB'))).toMatch(/no unit that can be turned/);
    expect(converted('1', 'W', featureIn('mW'))).toBe(1_000);
    expect(converted('1', 'MW', featureIn('mW'))).toBe(1_000_000_000);
  });

  it('of a feature without one may only be counted', () => {
    expect(converted('3', 'C62', { featureCode: 'EF000001' })).toBe(3);
    expect(converted('3', 'mm', { featureCode: 'EF000001' })).toBe('ETIM gives this feature no unit');
  });

  it('that is ETIM’s own stays as it is, also where the table does not have it', () => {
    expect(converted('3', 'EU999999', { featureCode: 'EF000001', unitCode: 'EU999999', unitAbbreviation: 'xy' })).toBe(
      3,
    );
    expect(converted('3', 'xy', { featureCode: 'EF000001', unitCode: 'EU999999', unitAbbreviation: 'xy' })).toBe(3);
  });
});

describe('the table of units', () => {
  const units = [
    ...Object.values(quantities).flatMap((rows) => rows.map(([, ...names]) => names)),
    ...unitsAlone,
    ...temperatureScales.map(({ names }) => names),
  ];

  it('gives no name to two units', () => {
    const names = units.flatMap((own) => [...new Set(own.map(plainName))]);
    expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
  });

  describe.skipIf(!hasEtimSamples)('and the published model', () => {
    it('know the same units by the same codes', async () => {
      const records = await recordsOf(readEtimCsvZip(publishedFiles.model, optionsOf()));
      const terms = ofKind(records, 'terms').flatMap((record) => record.terms);
      const ofModel = terms.filter(({ kind }) => kind === 'unit');
      expect(ofModel).toHaveLength(188);
      const unknown = ofModel.filter(({ code, descriptions }) => {
        const own = units.find((names) => names.includes(code));
        return !own?.map(plainName).includes(plainName(descriptions['en'] ?? ''));
      });
      expect(unknown).toEqual([]);
      const codes = units.flat().filter((name) => /^EU\d{6}$/.test(name));
      expect(codes.toSorted()).toEqual(ofModel.map(({ code }) => code).toSorted());
      const features = ofKind(records, 'etimClass').flatMap(({ definition }) => definition.features);
      const inKelvin = features.filter(({ unitCode }) => unitCode === 'EU570076').map(({ featureCode }) => featureCode);
      for (const code of new Set(inKelvin)) {
        expect([code, temperatureDifferences.has(code) !== colourTemperatures.has(code)]).toEqual([code, true]);
      }
    });
  });
});
