import { describe, expect, it } from 'vitest';
import { fetchOfNew, givingWayTo } from '../../../shared/rpc/library-fetch.ts';

describe('what a new library fetches', () => {
  const revit = { applicationName: 'Revit', applicationVersion: '2025' };

  it('is everything where it is the only one of its program and version', () => {
    expect(fetchOfNew(revit, [])).toBe('everything');
    expect(fetchOfNew(revit, [{ ...revit, applicationVersion: '2024' }])).toBe('everything');
  });

  it('is its own where there is one already', () => {
    expect(fetchOfNew(revit, [revit])).toBe('own');
  });

  it('makes another one of its program give way where a person chooses everything', () => {
    const library = (libraryId: string, fetch: 'own' | 'everything', applicationVersion = '2025') => ({
      ...revit,
      libraryId,
      applicationVersion,
      settings: { fetch },
    });
    const all = [library('a', 'everything'), library('b', 'own'), library('c', 'everything', '2024')];
    expect(givingWayTo(library('b', 'everything'), all)).toEqual([all[0]]);
    expect(givingWayTo(library('b', 'own'), all)).toEqual([]);
  });
});
