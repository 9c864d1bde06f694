import { describe, expect, it } from 'vitest';
import { assignKey, type HeaderFacts } from '../../../../electron/engine/tree/assign-key.ts';
import type { FileLink } from '../../../../electron/engine/tree/library-links.ts';

const defaults = {
  programs: [
    { name: 'Revit', version: '2025' },
    { name: 'AutoCAD', version: '2024' },
  ],
  contentType: 'Template',
};

function keyOf(path: string, header: HeaderFacts = {}, link?: FileLink, languageCode?: string): string {
  const assignment = assignKey(
    path,
    link,
    header,
    languageCode === undefined ? defaults : { ...defaults, languageCode },
  );
  return assignment.kind === 'assigned' ? assignment.text : `missing: ${assignment.missing}`;
}

const paths: readonly (readonly [string, string])[] = [
  ['EC011524/MC000123/pump.rfa', 'Revit/2025/EC011524/1/MC000123/1/Template'],
  ['EC011524_v3/MC000123_v2/pump.rfa', 'Revit/2025/EC011524/3/MC000123/2/Template'],
  ['EC011524.3/MC000123.2/pump.rfa', 'Revit/2025/EC011524/3/MC000123/2/Template'],
  ['ec011524_V3/mc000123/pump.rfa', 'Revit/2025/EC011524/3/MC000123/1/Template'],
  ['Pumps (EC011524)/MC000123 round/pump.rfa', 'Revit/2025/EC011524/1/MC000123/1/Template'],
  ['EC011524 MC000123 pump.rfa', 'Revit/2025/EC011524/1/MC000123/1/Template'],
  ['EC000001/EC011524/MC000123/pump.rfa', 'Revit/2025/EC011524/1/MC000123/1/Template'],
  ['EC011524/MC000123/pump.nl.rfa', 'Revit/2025/EC011524/1/MC000123/1/Template@nl'],
  ['EC011524/MC000123/pump_NL.rfa', 'Revit/2025/EC011524/1/MC000123/1/Template@nl'],
  ['EC011524/MC000123/pump_zz.rfa', 'Revit/2025/EC011524/1/MC000123/1/Template'],
  ['EC011524/MC000123/pump.ifc', 'Revit/2025/EC011524/1/MC000123/1/Template'],
  ['EC011524/MC000123/plan.dwg', 'AutoCAD/2024/EC011524/1/MC000123/1/Template'],
  ['EC011524/MC000123/plan.skp', 'missing: undeclaredProgram'],
  ['EC011524/plan.skp', 'missing: modellingClass'],
  ['EC011524/pump.rfa', 'missing: modellingClass'],
  ['MC000123/pump.rfa', 'missing: etimClass'],
  ['pump.rfa', 'missing: both'],
  ['EC01152/MC000123/pump.rfa', 'missing: etimClass'],
  ['EC0115244/MC000123/pump.rfa', 'missing: etimClass'],
  ['SPEC011524/MC000123/pump.rfa', 'missing: etimClass'],
  ['EC011524 v3/MC000123 v2/pump.rfa', 'Revit/2025/EC011524/3/MC000123/2/Template'],
  ['EC011524-v3/MC000123.v2/pump.rfa', 'Revit/2025/EC011524/3/MC000123/2/Template'],
  ['EC011524 (v3) pumps/MC000123v2/pump.rfa', 'Revit/2025/EC011524/3/MC000123/2/Template'],
  ['EC011524__v03/MC000123_2/pump.rfa', 'Revit/2025/EC011524/3/MC000123/2/Template'],
  ['EC011524_v3_MC000123_v2_600.rfa', 'Revit/2025/EC011524/3/MC000123/2/Template'],
  // Part of the name and no version: a year, a copy's number, the extension, and words that begin with a v.
  ['EC011524_MC000123_2025.rfa', 'Revit/2025/EC011524/1/MC000123/1/Template'],
  ['EC011524.MC000123.2025.rfa', 'Revit/2025/EC011524/1/MC000123/1/Template'],
  ['EC011524 (2)/MC000123 valve 20.rfa', 'Revit/2025/EC011524/1/MC000123/1/Template'],
  ['EC011524_v3/MC000123_v2.3dm', 'missing: undeclaredProgram'],
  // Like a version, and none that can be read.
  ['EC011524_rev7/MC000123/pump.rfa', 'missing: etimClass'],
  ['EC000001/EC011524_v12345/MC000123/pump.rfa', 'missing: etimClass'],
  ['EC011524_v 7/MC000123_v2a/pump.rfa', 'missing: both'],
  ['EC011524.3.1/MC000123_v2_v3/pump.rfa', 'missing: both'],
  ['EC011524_v3/MC000123_v2.1.rfa', 'missing: modellingClass'],
];

describe('the key of a file', () => {
  for (const [path, key] of paths) {
    it(`at ${path} is ${key}`, () => {
      expect(keyOf(path)).toBe(key);
    });
  }

  it('has the declared version of its program, in whatever older format it was saved', () => {
    for (const applicationVersion of [undefined, '2016', '2025', 'R14', 'of some kind']) {
      expect(keyOf('EC011524/MC000123/pump.rfa', { applicationVersion })).toContain('Revit/2025/');
    }
    expect(keyOf('EC011524/MC000123/plan.dwg', { applicationVersion: '2018' })).toContain('AutoCAD/2024/');
  });

  it('is none when its header is of a newer version than is declared, unless a person said otherwise', () => {
    const header = { applicationVersion: '2026' };
    const classes = { etimClassCode: 'EC011524', etimModelCode: 'MC000123' };
    expect(keyOf('EC011524/MC000123/pump.rfa', header)).toBe('missing: newerProgram');
    expect(keyOf('pump.rfa', header, classes)).toBe('missing: newerProgram');
    expect(keyOf('pump.rfa', header, { ...classes, applicationVersion: '2025' })).toContain('Revit/2025/');
    expect(keyOf('pump.rfa', header, { ...classes, applicationVersion: '2026' })).toContain('Revit/2026/');
    expect(keyOf('pump.skp', header, { ...classes, applicationName: 'AutoCAD' })).toContain('AutoCAD/2024/');
  });

  it('is none in a DWG format newer than is known, whichever version is declared, unless a person said otherwise', () => {
    const header = { applicationVersion: 'AC1040' };
    for (const version of ['2024', '2027', '2040']) {
      const programs = [{ name: 'AutoCAD', version }];
      const assignment = assignKey('EC011524/MC000123/plan.dwg', undefined, header, { ...defaults, programs });
      expect(assignment).toEqual({ kind: 'unassigned', missing: 'newerProgram' });
    }
    expect(keyOf('EC011524/MC000123/plan.dwg', header, { applicationVersion: '2027' })).toContain('AutoCAD/2027/');
  });

  it('has the language of its library where its name tells none', () => {
    expect(keyOf('EC011524/MC000123/pump.rfa', {}, undefined, 'de')).toMatch(/@de$/);
    expect(keyOf('EC011524/MC000123/pump.nl.rfa', {}, undefined, 'de')).toMatch(/@nl$/);
  });

  it('is what a person recorded, whatever path and header say', () => {
    const link = { etimClassCode: 'EC000777', etimClassCodeVersion: '4', etimModelCode: 'MC000888', type: 'Detail' };
    expect(keyOf('EC011524/MC000123/pump.rfa', {}, link)).toBe('Revit/2025/EC000777/4/MC000888/1/Detail');
    expect(keyOf('EC011524/MC000123/pump.rfa', {}, 'unassigned')).toBe('missing: both');
  });

  it('is none where its link was written by hand and names what is no class, version, type or language', () => {
    const classes = { etimClassCode: 'EC000777', etimModelCode: 'MC000888' };
    for (const wrong of [
      { languageCode: 'english' },
      { etimClassCode: 'EC777' },
      { etimModelCodeVersion: 'v7' },
      { type: ' ' },
    ]) {
      expect(keyOf('pump.rfa', {}, { ...classes, ...wrong }), JSON.stringify(wrong)).toBe('missing: wrongLink');
    }
  });
});
