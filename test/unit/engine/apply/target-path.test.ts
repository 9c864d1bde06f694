import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freshPath, nameOnService, safeFileName } from '../../../../electron/engine/apply/target-path.ts';
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

const names: readonly (readonly [string, string])[] = [
  ['pump', 'pump.rfa'],
  ['con', '_con.rfa'],
  ['LPT1', '_LPT1.rfa'],
  ['com¹', '_com¹.rfa'],
  ['nul.backup', '_nul.backup.rfa'],
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
    expect(freshPath(key, 'pump', 'rfa', () => false)).toBe('EC000001_v2/MC000001_v3/pump.rfa');
    const dutch = { ...key, languageCode: 'nl' as never };
    expect(freshPath(dutch, 'pump', 'rfa', () => false)).toBe('EC000001_v2/MC000001_v3/pump.nl.rfa');
    expect(freshPath(dutch, 'pump_NL', 'rfa', () => false)).toBe('EC000001_v2/MC000001_v3/pump.nl.rfa');
  });

  it('is another one where one is taken, also for a name that has to be cut', () => {
    for (const base of ['pump', 'x'.repeat(500)]) {
      const taken = new Set<string>();
      for (let copy = 0; copy < 5; copy += 1) taken.add(freshPath(key, base, 'rfa', (path) => taken.has(path)));
      expect(taken.size).toBe(5);
    }
  });
});

describe('the name a file is sent under', () => {
  const called = (baseFilename: string) => ({ baseFilename, fileExtension: 'rfa' });
  const folder = 'anywhere/EC000001/MC000001/';

  it('is its own', () => {
    expect(nameOnService(key, `${folder}pump v2.rfa`, undefined)).toEqual(called('pump v2'));
    expect(nameOnService(key, `${folder}pump v2.rfa`, called('pump'))).toEqual(called('pump v2'));
  });

  it.each(['con', 'a/b', 'pump. .', 'e\u0301', 'x'.repeat(300), 'pump.0001'])(
    "stays the service's %j, where the file's only stands for it",
    (baseFilename) => {
      const path = freshPath(key, baseFilename, 'rfa', () => false);
      expect(path).not.toContain(`/${baseFilename}.rfa`);
      expect(nameOnService(key, path, called(baseFilename))).toEqual(called(baseFilename));
      expect(nameOnService(key, path.normalize('NFD'), called(baseFilename))).toEqual(called(baseFilename));
    },
  );

  it('is no empty one', () => {
    expect(nameOnService(key, `${folder}unnamed.rfa`, called(''))).toEqual(called('unnamed'));
  });
});
