import { describe, expect, it } from 'vitest';
import { fetchOfNew, givingWayTo } from '../../../shared/rpc/library-fetch.ts';

describe('what a new library fetches', () => {
  const forRevit = (version: string) => ({ programs: [{ name: 'Revit', version }] });
  const revit = forRevit('2025');

  it('is everything where it is the only one of its program and version', () => {
    expect(fetchOfNew(revit, [])).toBe('everything');
    expect(fetchOfNew(revit, [forRevit('2024')])).toBe('everything');
  });

  it('is its own where there is one already', () => {
    expect(fetchOfNew(revit, [revit])).toBe('own');
  });

  it('is everything where it is the only one for one of its programs', () => {
    const both = { programs: [...revit.programs, { name: 'SketchUp', version: '2023' }] };
    expect(fetchOfNew(both, [revit])).toBe('everything');
    expect(fetchOfNew(both, [revit, { programs: both.programs.slice(1) }])).toBe('own');
  });

  it('lets one go on that has a program more', () => {
    const of = (libraryId: string, ...names: string[]) => ({
      libraryId,
      programs: names.map((name) => ({ name, version: '2025' })),
      settings: { fetch: 'everything' as const },
    });
    const all = [of('a', 'Revit', 'AutoCAD'), of('b', 'Revit')];
    expect(givingWayTo(of('c', 'Revit'), all)).toEqual([all[1]]);
    expect(givingWayTo(of('c', 'Revit', 'AutoCAD', 'Rhino'), all)).toEqual(all);
  });

  it('makes another one of its program give way where a person chooses everything', () => {
    const library = (libraryId: string, fetch: 'own' | 'everything', version = '2025') => ({
      ...forRevit(version),
      libraryId,
      settings: { fetch },
    });
    const all = [library('a', 'everything'), library('b', 'own'), library('c', 'everything', '2024')];
    expect(givingWayTo(library('b', 'everything'), all)).toEqual([all[0]]);
    expect(givingWayTo(library('b', 'own'), all)).toEqual([]);
  });
});
