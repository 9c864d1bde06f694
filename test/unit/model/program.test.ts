import { describe, expect, it } from 'vitest';
import {
  compareProgramVersions,
  faultInPrograms,
  isNewerVersion,
  parseProgram,
} from '../../../shared/model/program.ts';

describe('the version of a program', () => {
  it.each([
    ['2026', '2025'],
    ['2000', 'R14'],
    ['R14', 'R13'],
    ['0.21', '0.9'],
    ['1.1', '1.0'],
    ['1.1', '1.0.2'],
    ['8', '7'],
    ['2025.1', '2024'],
  ])('%s is newer than %s, and not the other way round', (newer, older) => {
    expect(isNewerVersion(newer, older)).toBe(true);
    expect(isNewerVersion(older, newer)).toBe(false);
  });

  it.each(['2018', '2026', '2099', '2025 LT', 'student'])(
    '%s is older than a DWG format newer than is known',
    (declared) => {
      expect(isNewerVersion('AC1040', declared)).toBe(true);
    },
  );

  it.each([
    ['2025', '2025'],
    ['1.1', '1'],
    ['2025.1', '2025'],
    ['2026', 'unknown'],
    ['student', '2025'],
    ['2026 LT', '2025'],
    ['', '2025'],
  ])('%s is not newer than %s: it is as far as both say the same, or in no order', (found, declared) => {
    expect(isNewerVersion(found, declared)).toBe(false);
  });
});

describe('versions of programs', () => {
  it('have one order, behind which comes what has none', () => {
    const ordered = [
      '0.9',
      '0.21',
      'R12',
      'r13',
      'R14',
      '2000',
      '2020',
      '2020.0',
      '2020.1',
      '2020.10',
      '10 LT',
      'student',
    ];
    for (const [place, version] of ordered.entries()) {
      const signs = ordered.map((other) => Math.sign(compareProgramVersions(version, other)));
      expect(signs).toEqual(ordered.map((_, at) => Math.sign(place - at)));
    }
  });
});

describe('a program as people write it', () => {
  it.each([
    ['Revit 2025', { name: 'Revit', version: '2025' }],
    ['  AutoCAD LT   2025 ', { name: 'AutoCAD LT', version: '2025' }],
    ['FreeCAD 0.21', { name: 'FreeCAD', version: '0.21' }],
    ['AutoCAD R14', { name: 'AutoCAD', version: 'R14' }],
  ])('is read from "%s"', (text, program) => {
    expect(parseProgram(text)).toEqual({ ok: true, value: program });
  });

  it.each(['', 'Revit', '2025', 'Revit next', `Revit ${'1'.repeat(65)}`])('is refused in "%s"', (text) => {
    expect(parseProgram(text)).toMatchObject({ ok: false });
  });
});

describe('the programs of a library', () => {
  const revit = { name: 'Revit', version: '2025' };

  it('are at least one, each once and in one version', () => {
    expect(faultInPrograms([revit, { name: 'AutoCAD', version: '2025' }])).toBeUndefined();
    expect(faultInPrograms([])).toContain('at least one');
    expect(faultInPrograms([revit, { name: 'revit', version: '2024' }])).toContain('named twice');
    expect(faultInPrograms([revit, { name: ' ', version: '1' }])).toContain('a name and a version');
    expect(faultInPrograms(Array.from({ length: 21 }, (_, n) => ({ name: `P${n}`, version: '1' })))).toContain('20');
  });
});
