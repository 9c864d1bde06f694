import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshPath, nameOnService, safeFileName } from '../../../../electron/engine/library/target-path.ts';
import { isLibraryPath } from '../../../../electron/engine/observe/scan.ts';

const key = {
  applicationName: 'Revit',
  applicationVersion: '2025',
  etimClassCode: 'EC000001',
  etimClassCodeVersion: '2',
  etimModelCode: 'MC000001',
  etimModelCodeVersion: '3',
  type: 'Template',
};

const dutch = { ...key, languageCode: 'nl' as never };
const roomy = 4_000;
const called = (baseFilename: string) => ({ baseFilename, fileExtension: 'rfa' });
const free = (of: typeof key, baseFilename: string, longestPath = roomy): string =>
  freshPath(of, called(baseFilename), longestPath, () => false);

const names: readonly (readonly [string, string])[] = [
  ['pump', 'pump.rfa'],
  ['con', '_con.rfa'],
  ['LPT1', '_LPT1.rfa'],
  ['com¹', '_com¹.rfa'],
  ['nul.backup', '_nul.backup.rfa'],
  ['CON .v2', '_CON .v2.rfa'],
  ['aux  .series', '_aux  .series.rfa'],
  ['con v2', 'con v2.rfa'],
  ['pump. .', 'pump.rfa'],
  ['  pump', 'pump.rfa'],
  ['', 'unnamed.rfa'],
  ['..', 'unnamed.rfa'],
  ['a/b\\c:d*e?f"g<h>i|j', 'a%2fb%5cc%3ad%2ae%3ff%22g%3ch%3ei%7cj.rfa'],
  ['../../outside', '..%2f..%2foutside.rfa'],
  ['bell\u0007', 'bell%07.rfa'],
  ['e\u0301', '\u00e9.rfa'],
  ['pump.0001', '_pump.0001_.rfa'],
  ['~$pump', '_~$pump_.rfa'],
];

describe('a name of the service', () => {
  for (const [given, name] of names) {
    it(`${JSON.stringify(given)} becomes ${name}`, () => {
      expect(safeFileName(given, 'rfa')).toBe(name);
    });
  }

  it('always fits a folder, whatever it holds, and is one that a scan finds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.constantFrom('', ' (2)', '.nl'), (base, suffix) => {
        const name = safeFileName(base, 'rfa', suffix);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(250);
        expect(name).toMatch(/^[^<>:"/\\|?*\u0000-\u001f]+$/);
        expect(name.endsWith(`${suffix}.rfa`)).toBe(true);
        expect(isLibraryPath(name)).toBe(true);
      }),
    );
  });

  it('in a script of many bytes is cut to what file systems store, and keeps its end', () => {
    const name = safeFileName('泵'.repeat(200), 'rfa', ' (2).nl');
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
    expect(name.endsWith(' (2).nl.rfa')).toBe(true);
  });
});

describe('a path for a new file', () => {
  it('names its key, and its language once', () => {
    expect(free(key, 'pump')).toBe('EC000001_v2/MC000001_v3/pump.rfa');
    expect(free(dutch, 'pump')).toBe('EC000001_v2/MC000001_v3/pump.nl.rfa');
    expect(free(dutch, 'pump_NL')).toBe('EC000001_v2/MC000001_v3/pump.nl.rfa');
  });

  it('is another one where one is taken, also for a name that has to be cut', () => {
    for (const base of ['pump', 'x'.repeat(500)]) {
      const taken = new Set<string>();
      for (let copy = 0; copy < 5; copy += 1) taken.add(freshPath(key, called(base), roomy, (path) => taken.has(path)));
      expect(taken.size).toBe(5);
    }
  });

  it('is as short as programs need it, and says that its name was cut', () => {
    expect(free(key, 'pump of stainless steel with flanges', 60)).toBe(
      'EC000001_v2/MC000001_v3/pump of stainless steel with fl….rfa',
    );
    expect(free(key, 'pump', 60)).toBe('EC000001_v2/MC000001_v3/pump.rfa');
  });

  it('says something even where a library lies too deep', () => {
    expect(free(key, 'pump of stainless steel with flanges', 3)).toBe(
      'EC000001_v2/MC000001_v3/pump of stainless steel wit….rfa',
    );
  });
});

describe('the name a file is sent under', () => {
  const folder = 'anywhere/EC000001/MC000001/';

  it('is its own', () => {
    expect(nameOnService(key, `${folder}pump v2.rfa`, undefined)).toEqual(called('pump v2'));
    expect(nameOnService(key, `${folder}pump v2.rfa`, called('pump'))).toEqual(called('pump v2'));
  });

  it.each(['con', 'a/b', 'pump. .', 'e\u0301', 'x'.repeat(300), 'pump.0001'])(
    "stays the service's %j, where the file's only stands for it",
    (baseFilename) => {
      const path = free(key, baseFilename);
      expect(path).not.toContain(`/${baseFilename}.rfa`);
      expect(nameOnService(key, path, called(baseFilename))).toEqual(called(baseFilename));
      expect(nameOnService(key, path.normalize('NFD'), called(baseFilename))).toEqual(called(baseFilename));
    },
  );

  it("stays the service's where the file's was cut, also after the library was moved", () => {
    const reserved = fc.constantFrom('com1.', 'aux.', 'con.', 'pump.0001 ', '');
    const long = fc
      .string({ unit: 'grapheme', minLength: 33, maxLength: 300 })
      // With a mark of its own a name is not seen to be cut.
      .filter((text) => text.trim().length > 32 && !text.includes('…'));
    fc.assert(
      fc.property(
        fc.tuple(reserved, long).map((parts) => parts.join('')),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 4 }),
        fc.boolean(),
        (base, longest, copies, inDutch) => {
          const language = inDutch ? dutch : key;
          const taken = new Set<string>();
          for (let copy = 0; copy < copies; copy += 1)
            taken.add(freshPath(language, called(base), longest, (path) => taken.has(path)));
          for (const path of [...taken].filter((one) => one.includes('…'))) {
            expect(path.length).toBeLessThanOrEqual(Math.max(longest, 32 + 'EC000001_v2/MC000001_v3/'.length));
            expect(nameOnService(language, path, called(base))).toEqual(called(base));
          }
        },
      ),
    );
  });

  it('is its own where a cut name became another one', () => {
    const path = free(key, 'pump of stainless steel with flanges', 60).replace('steel', 'brass');
    expect(nameOnService(key, path, called('pump of stainless steel with flanges'))).toEqual(
      called('pump of stainless brass with fl…'),
    );
  });

  it.each(['pump….rfa', 'p… (2).rfa', '….rfa', 'pump….bak.rfa'])('is its own where a person called it %s', (name) => {
    const [base = ''] = name.split('.rfa');
    expect(nameOnService(key, `${folder}${name}`, called('pump of stainless steel with flanges'))).toEqual(
      called(base),
    );
  });

  it('is no empty one', () => {
    expect(nameOnService(key, `${folder}unnamed.rfa`, called(''))).toEqual(called('unnamed'));
  });
});
