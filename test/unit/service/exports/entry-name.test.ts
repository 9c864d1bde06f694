import { describe, expect, it } from 'vitest';
import { createUniqueNames, safeEntryName } from '../../../../electron/service/exports/entry-name.ts';

describe('the name of a file in a ZIP', () => {
  it.each([
    ['Pump: large/small?.rfa', 'Pump_ large_small_.rfa'],
    ['nul.rfa', '_nul.rfa'],
    ['con .rfa', '_con .rfa'],
    ['CONIN$', '_CONIN$'],
    ['COM¹.rfa', '_COM¹.rfa'],
    ['pump. ', 'pump'],
    ['', 'file'],
  ])('is one that every system can hold: %j', (name, safe) => {
    expect(safeEntryName(name)).toBe(safe);
  });

  it('is cut between characters where it is too long', () => {
    const name = safeEntryName(`${'a'.repeat(119)}${'😀'.repeat(9)}.rfa`);
    expect(name).toBe(`${'a'.repeat(119)}😀.rfa`);
    expect(name.isWellFormed()).toBe(true);
  });

  it.each(['あ', '🔧'])('is cut to what systems hold, with the number that tells it apart: %s', (character) => {
    const unique = createUniqueNames();
    const names = Array.from({ length: 12 }, () => unique(safeEntryName(`${character.repeat(120)}.rfa`)));
    expect(new Set(names).size).toBe(12);
    expect(names.filter((name) => Buffer.byteLength(name) > 255 || !name.isWellFormed())).toEqual([]);
    expect(names[11]).toMatch(/ \(12\)\.rfa$/);
  });

  it.each([
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['ſ', 's'],
    ['ς', 'σ'],
    ['\u00e9', 'E\u0301'],
  ])('is another one where a file system takes two for one: %s and %s', (one, other) => {
    const unique = createUniqueNames();
    expect([unique(`${one}.rfa`), unique(`${other}.rfa`)]).toEqual([`${one}.rfa`, `${other} (2).rfa`]);
  });

  it('differs from all others in more than the case of its letters', () => {
    const unique = createUniqueNames();
    expect(['pump.rfa', 'Pump.rfa', 'pump.rfa'].map(unique)).toEqual(['pump.rfa', 'Pump (2).rfa', 'pump (3).rfa']);
  });
});
