import { describe, expect, it } from 'vitest';
import { fittedPath } from '../../../shared/model/fitted-path.ts';

const bytesOf = (path: string): number => Buffer.byteLength(path.slice(path.lastIndexOf('/') + 1));

describe('a path with a suffix', () => {
  it.each([
    ['EC1.2/pump.rfa', 'EC1.2/pump (2).rfa'],
    ['EC1.2/pump', 'EC1.2/pump (2)'],
    ['EC1.2/.rfa', 'EC1.2/.rfa (2)'],
    ['pump.v1.rfa', 'pump.v1 (2).rfa'],
  ])('has it before its extension: %s', (path, fitted) => {
    expect(fittedPath(path, ' (2)')).toBe(fitted);
  });

  it.each([
    ['bytes', 'a', 246],
    ['characters of three bytes', 'あ', 82],
    ['characters of four', '🔧', 61],
  ])('has a base cut to what disks hold, by %s', (_, character, count) => {
    const fitted = fittedPath(`folder/${character.repeat(251)}.rfa`, ' (my)');
    expect(fitted).toBe(`folder/${character.repeat(count)} (my).rfa`);
    expect(bytesOf(fitted)).toBeLessThanOrEqual(255);
  });

  it('that fits is left as it is', () => {
    const path = `${'folder/'.repeat(100)}${'あ'.repeat(83)}.rfa`;
    expect([bytesOf(path), fittedPath(path)]).toEqual([253, path]);
  });
});
