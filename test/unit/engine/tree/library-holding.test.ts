import { describe, expect, it } from 'vitest';
import { libraryHolding, overlap } from '../../../../electron/engine/tree/library-holding.ts';

const pathBelow = (root: string, asked: string, ignoresCase = true) =>
  libraryHolding([{ root }], asked, ignoresCase)?.path;

describe('the library that holds a path', () => {
  it('is found in another case of its letters, and by either separator', () => {
    expect(pathBelow('C:\\Projects\\Library', 'c:\\projects\\library\\EC000001\\pump.rfa')).toBe('EC000001/pump.rfa');
    expect(pathBelow('C:\\Projects\\Library', 'C:\\Projects\\Library 2\\pump.rfa')).toBeUndefined();
  });

  it('is found where the accents of its folder are written as one character each, or as two', () => {
    const root = '/Users/andré/Projekte/Räume';
    expect(pathBelow(root.normalize('NFD'), `${root}/pump.rfa`.normalize('NFC'))).toBe('pump.rfa');
    expect(pathBelow(root.normalize('NFC'), `${root}/pump.rfa`.normalize('NFD'))).toBe('pump.rfa');
    expect(overlap(root.normalize('NFC'), `${root}/below`.normalize('NFD'), true)).toBe(true);
  });

  it('is another one than a folder in another case, where the system tells cases apart', () => {
    expect(pathBelow('/srv/library', '/srv/Library/pump.rfa', false)).toBeUndefined();
    expect(overlap('/srv/library', '/srv/Library/below', false)).toBe(false);
    expect(overlap('/srv/library', '/srv/library/below', false)).toBe(true);
  });

  it('is asked about itself, and about all of a drive', () => {
    expect([pathBelow('/library', '/library/'), pathBelow('/', '/pump.rfa')]).toEqual(['', 'pump.rfa']);
  });
});
