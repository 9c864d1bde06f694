import { describe, expect, it } from 'vitest';
import {
  formatLinks,
  PathLinks,
  readLinks,
  spelledHere,
  type FileLink,
} from '../../../../electron/engine/tree/library-links.ts';

describe('the links of a library', () => {
  it('are read as they were written, in an order that does not depend on when they were made', () => {
    const links: [string, FileLink][] = [
      ['b/ö.rfa', { etimClassCode: 'EC000001' }],
      ['a.rfa', 'unassigned'],
    ];
    const content = { links: new Map(links), others: {} };
    expect(readLinks(formatLinks(content))).toEqual(content);
    expect(formatLinks(content)).toBe(formatLinks({ ...content, links: new Map(links.toReversed()) }));
  });

  it('keep what a newer app wrote into them and next to them', () => {
    const said = { version: 1, note: 'by hand', files: { 'a.rfa': { type: 'Plan', newer: { a: 1 } } } };
    expect(JSON.parse(formatLinks(readLinks(JSON.stringify(said))))).toEqual(said);
  });

  it.each([
    ['', 'links-unreadable'],
    ['{', 'links-unreadable'],
    ['[]', 'links-unreadable'],
    ['{"version":2,"files":[]}', 'links-newer'],
  ])('are not read from %s, which is left alone: %s', (text, code) => {
    expect(() => readLinks(text)).toThrow(expect.objectContaining({ code }));
  });

  it('are not read where one of them is wrong, and it is named', () => {
    expect(() => readLinks('{"version":1,"files":{"a.rfa":7}}')).toThrow(
      expect.objectContaining({ code: 'links-unreadable', detail: 'files: a.rfa' }),
    );
  });
});

describe('the link of a file', () => {
  const [composed, apart] = ['k\u00fcche.rfa', 'ku\u0308che.rfa'];
  const linksOf = (links: Record<string, FileLink>, there: readonly string[] = []) =>
    new PathLinks(Object.entries(links), (path) => there.includes(path));

  it('is found however a system spells the accents and the case of its path', () => {
    const links = linksOf({ [composed]: { etimClassCode: 'EC000001' } });
    for (const path of [composed, apart, 'K\u00dcCHE.rfa'])
      expect([links.has(path), links.get(path)]).toEqual([true, { etimClassCode: 'EC000001' }]);
    expect([links.has('kuche.rfa'), links.get('kuche.rfa')]).toEqual([false, undefined]);
    links.delete(composed);
    links.set('Pump.rfa', 'unassigned');
    expect([links.has(apart), links.get('PUMP.rfa')]).toEqual([false, 'unassigned']);
  });

  it('is that of just its spelling where there are two', () => {
    const links = linksOf({ [composed]: 'unassigned', [apart]: { type: 'Plan' } });
    expect([links.get(composed), links.get(apart)]).toEqual(['unassigned', { type: 'Plan' }]);
    expect(links.get('K\u00dcCHE.rfa')).toBeUndefined();
  });

  it('is not that of another file, which the disk tells apart', () => {
    const links = linksOf({ 'Pump.rfa': 'unassigned' }, ['Pump.rfa', 'pump.rfa']);
    expect([links.has('pump.rfa'), links.get('pump.rfa')]).toEqual([false, undefined]);
    expect(spelledHere(new Map([['pump.rfa', undefined]]), links)).toEqual(new Map([['pump.rfa', undefined]]));
  });

  it('takes the place of one under another spelling when something else is said of the file', () => {
    const links = linksOf({ 'Pump.rfa': 'unassigned' });
    const said: FileLink = { type: 'Plan' };
    expect(spelledHere(new Map([['pump.rfa', said]]), links)).toEqual(
      new Map([
        ['Pump.rfa', undefined],
        ['pump.rfa', said],
      ]),
    );
  });
});
