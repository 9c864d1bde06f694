import { describe, expect, test } from 'vitest';
import { isFault, isShortened, readLookupLines } from '../../../../renderer/features/products/read-lookup-lines.ts';

describe('a pasted column of GTINs', () => {
  test('gives one question per line and passes over empty lines', () => {
    const lines = readLookupLines('8712423012349\r\n\r\n4006381333931\n', 'gtin');
    expect(lines.map((line) => line.query)).toEqual([
      { by: 'gtin', gtin: '8712423012349' },
      undefined,
      { by: 'gtin', gtin: '4006381333931' },
      undefined,
    ]);
    expect(lines.every((line) => line.note === undefined)).toBe(true);
  });

  test('warns of a wrong check digit, names the right one and asks all the same', () => {
    const [line] = readLookupLines('8712423012342', 'gtin');
    expect(line?.note).toEqual({ kind: 'checkDigit', right: '9' });
    expect(line?.query).toEqual({ by: 'gtin', gtin: '8712423012342' });
    expect(line?.note && isFault(line.note)).toBe(false);
  });

  test('marks a heading and a number of the wrong length on their own line', () => {
    const lines = readLookupLines('GTIN\n123', 'gtin');
    expect(lines.map((line) => line.note)).toEqual([
      { kind: 'gtinFault', code: 'not-digits' },
      { kind: 'gtinFault', code: 'wrong-length' },
    ]);
    expect(lines.every((line) => line.query === undefined && line.note !== undefined && isFault(line.note))).toBe(true);
  });

  test('asks once for a number that stands there twice, however it is padded', () => {
    const lines = readLookupLines('8712423012349\n08712423012349', 'gtin');
    expect(lines[1]).toMatchObject({ note: { kind: 'repeated', ofLine: 1 } });
    expect(lines[1]?.query).toBeUndefined();
  });

  test('takes the first of several columns', () => {
    expect(readLookupLines('8712423012349\tPanel radiator', 'gtin')[0]?.query).toEqual({
      by: 'gtin',
      gtin: '8712423012349',
    });
  });
});

describe('what a spreadsheet did to a GTIN', () => {
  const noteOf = (line: string) => readLookupLines(line, 'gtin')[0]?.note;

  test.each(['8,7199E+12', '8.71242E+12', '8,7199E+12\tPanel radiator', '"8,7199E+12"', '8,7199e12'])(
    'is said of %j, of which digits are lost, and it is not looked up',
    (line) => {
      const [read] = readLookupLines(line, 'gtin');
      expect(read?.note).toEqual({ kind: 'gtinFault', code: 'shortened' });
      expect(read?.query).toBeUndefined();
      expect(read && isShortened(read)).toBe(true);
    },
  );

  test('is told from a wrong check digit where the number was expanded again', () => {
    expect(noteOf('8719900000000')).toEqual({ kind: 'rounded' });
    expect(noteOf('8712423012342')).toEqual({ kind: 'checkDigit', right: '9' });
  });

  test.each([
    ['"8712423012349"', 'quoted'],
    ["'8712423012349", 'quoted'],
    ['="8712423012349"', 'quoted'],
    ['8712423012349,00', 'decimals'],
    ['8712423012349.0', 'decimals'],
    ['8.712.423.012.349', 'grouped'],
    ['8,712,423,012,349', 'grouped'],
  ])('is read past in %j, and said', (line, trace) => {
    const [read] = readLookupLines(line, 'gtin');
    expect(read?.query).toEqual({ by: 'gtin', gtin: '8712423012349' });
    expect(read?.note).toEqual({ kind: 'marks', trace });
  });

  test('is said where zeros at the beginning are missing: the number is the same', () => {
    const [read] = readLookupLines('12345678905', 'gtin');
    expect(read?.query).toEqual({ by: 'gtin', gtin: '012345678905' });
    expect(read?.note).toEqual({ kind: 'zerosLost', readAs: '012345678905' });
  });

  test('is only guessed where too few digits are left for a GTIN', () => {
    const [read] = readLookupLines('12348', 'gtin');
    expect(read?.note).toEqual({ kind: 'tooShort', perhaps: '00012348' });
    expect(read?.query).toBeUndefined();
  });

  test('is said of a GLN as well', () => {
    expect(readLookupLines('8,7124E+12;PR22', 'code')[0]?.note).toEqual({ kind: 'glnFault', code: 'shortened' });
    expect(readLookupLines('"8712423000001";PR22', 'code')[0]?.note).toEqual({ kind: 'marks', trace: 'quoted' });
  });
});

describe('pasted pairs of GLN and product code', () => {
  test.each(['\t', ';', ','])('are split at the first %j, and the code keeps the rest', (separator) => {
    const [line] = readLookupLines(`8712423000008${separator} PR22;600,1000`, 'code');
    expect(line?.query).toEqual({ by: 'code', gln: '8712423000008', productCode: 'PR22;600,1000' });
  });

  test.each(['8712423000001 PR22 600;1000', ' 8712423000001 \u00a0 PR22 600;1000'])(
    'are split at a space after the digits of the GLN, too: %j',
    (text) => {
      const [line] = readLookupLines(text, 'code');
      expect(line?.query).toEqual({ by: 'code', gln: '8712423000001', productCode: 'PR22 600;1000' });
      expect(line?.note).toBeUndefined();
    },
  );

  test.each(['8712423000008 ; PR22', '8712 4230 00008;PR22'])('are split at their separator in %j', (text) => {
    const [line] = readLookupLines(text, 'code');
    expect(line?.query).toEqual({ by: 'code', gln: '8712423000008', productCode: 'PR22' });
  });

  test('say what is missing: the code, or a right GLN', () => {
    const lines = readLookupLines('8712423000008\n;PR22\n87124;PR22', 'code');
    expect(lines.map((line) => line.note)).toEqual([
      { kind: 'codeMissing' },
      { kind: 'glnFault', code: 'missing' },
      { kind: 'glnFault', code: 'wrong-length' },
    ]);
  });

  test('refuse a code longer than the service takes', () => {
    expect(readLookupLines(`8712423000008;${'x'.repeat(129)}`, 'code')[0]?.note).toEqual({ kind: 'codeTooLong' });
  });
});
