import { describe, expect, it } from 'vitest';
import type { ComparisonRecord, ShapeChange, ShapeSizes } from '../../../shared/rpc/comparison.ts';
import { comparisonInWords } from '../../../shared/words/comparison-in-words.ts';
import { createFormats, type Language } from '../../../shared/words/formats.ts';

const sizes = (width: number): ShapeSizes => ({ box: { width, depth: 300, height: 20 }, counts: { faces: 6 } });

function recordOf(changes: readonly ShapeChange[], width = 600): ComparisonRecord {
  const facts = { sizeBytes: 1_200, whole: 'whole' } as const;
  const shapes = { of: 'model', unit: 'mm', before: sizes(600), after: sizes(width), unchanged: 3 } as const;
  return { before: facts, after: facts, isSameFile: false, shapes: { ...shapes, changes: [...changes] } };
}

const change = (kind: ShapeChange['kind'], name = ''): ShapeChange => ({ kind, name, path: [] });

function told(record: ComparisonRecord, language: Language): string {
  return comparisonInWords(record, language, createFormats(language)).summary;
}

describe('a comparison in words', () => {
  it('is one line of what changed most tellingly', () => {
    const record = recordOf([change('added'), change('added'), change('changed', 'plate')], 800);
    expect(told(record, 'en')).toBe('Width 600 → 800 mm, 2 parts added, 1 part changed');
    expect(told(record, 'nl')).toBe('Breedte 600 → 800 mm, 2 onderdelen toegevoegd, 1 onderdeel gewijzigd');
  });

  it('names the one part that changed', () => {
    const moved = { ...change('moved', 'plate'), motion: { by: [0, 3, 4], turnedDegrees: 90 } } satisfies ShapeChange;
    expect(told(recordOf([moved]), 'en')).toBe('“plate” moved by 5 mm, turned by 90°');
    expect(told(recordOf([{ ...change('scaled', 'plate'), factor: 1.5 }]), 'nl')).toBe('“plate” geschaald naar 150%');
    expect(told(recordOf([{ ...change('scaled', 'plate'), factor: 1.0005 }]), 'nl')).toBe(
      '“plate” geschaald naar 100,05%',
    );
    expect(told(recordOf([{ ...change('scaled', 'plate'), factor: 1_609_344 }]), 'en')).toContain('160,934,400%');
    expect(told(recordOf([{ ...change('scaled', 'plate'), factor: 0.001 }]), 'en')).toBe('“plate” scaled to 0.1%');
  });

  it('says once what happened to several that have no name, with how many they are', () => {
    const line = { ...change('added'), type: 'LINE' };
    const record = recordOf([change('added'), line, change('added'), change('removed'), change('added'), line]);
    const changes = (language: Language) => comparisonInWords(record, language, createFormats(language)).changes;
    expect(changes('en')).toEqual(['3 × unnamed part added', '2 × LINE (unnamed) added', 'unnamed part removed']);
    expect(changes('nl').at(0)).toBe('3 × naamloos onderdeel toegevoegd');
  });

  it('says when nothing visible changed', () => {
    expect(told(recordOf([]), 'en')).toBe('Nothing visible changed');
    const record = recordOf([]);
    const partly = { ...record, shapes: record.shapes && { ...record.shapes, notShown: ['HATCH', 'LEADER'] } };
    const { summary, facts } = comparisonInWords(partly, 'en', createFormats('en'));
    expect(summary).toBe('Nothing changed in what can be shown');
    expect(facts).toContain('not shown and not compared: HATCH, LEADER');
    expect(told(recordOf([]), 'nl')).toBe('Niets zichtbaars veranderd');
  });

  it('says how many damaged shapes are left out, whatever else changed', () => {
    const partly = (changes: readonly ShapeChange[]): ComparisonRecord => {
      const { shapes, ...record } = recordOf(changes);
      const left = { notShown: ['LINE'], damaged: { before: 0, after: 1_200 } };
      return { ...record, shapes: shapes && { ...shapes, ...left } };
    };
    expect(told(partly([]), 'en')).toBe('Nothing changed in what can be shown, damaged shapes left out: 0 → 1,200');
    const removed = partly([change('removed')]);
    expect(told(removed, 'nl')).toBe('1 onderdeel verwijderd, beschadigde vormen weggelaten: 0 → 1.200');
  });

  it('says when the files are the same, and when their shapes could not be compared', () => {
    const { shapes: _, ...withoutShapes } = recordOf([]);
    expect(told({ ...withoutShapes, isSameFile: true }, 'en')).toBe('The files are the same');
    expect(told({ ...withoutShapes, problem: { code: 'look-no-reader' } }, 'en')).toBe('The shapes were not compared');
  });

  it('counts what is there, by its name', () => {
    const record = recordOf([]);
    const counted = (
      language: Language,
      before: ShapeSizes['counts'],
      after: ShapeSizes['counts'],
    ): readonly string[] => {
      const box = sizes(600);
      const shapes = record.shapes && {
        ...record.shapes,
        before: { ...box, counts: before },
        after: { ...box, counts: after },
      };
      return comparisonInWords({ ...record, shapes }, language, createFormats(language)).facts;
    };
    expect(counted('en', { faces: 6 }, { faces: 8 })).toEqual(['faces 6 → 8']);
    expect(counted('en', { triangles: 12 }, { triangles: 14, lines: 1 })).toEqual(['triangles 12 → 14', 'lines – → 1']);
    expect(counted('nl', { lines: 3, texts: 1 }, { lines: 4, texts: 2 })).toEqual(['lijnen 3 → 4', 'teksten 1 → 2']);
    expect(counted('nl', { triangles: 2, areas: 1 }, { triangles: 2, areas: 2 })).toEqual(['gevulde vlakken 1 → 2']);
  });

  it('tells what the files say about themselves where it differs', () => {
    const record = recordOf([]);
    const later = { ...record, after: { ...record.after, program: 'Revit 2025', sizeBytes: 5_000 } };
    expect(comparisonInWords(later, 'en', createFormats('en')).facts).toEqual([
      'program – → Revit 2025',
      'file size 1 kB → 5 kB',
    ]);
  });
});
