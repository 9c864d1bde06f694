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
    expect(readLinks(formatLinks(new Map(links)))).toEqual(new Map(links));
    expect(formatLinks(new Map(links))).toBe(formatLinks(new Map(links.toReversed())));
  });

  it('are none where there is no file', () => {
    expect(readLinks(undefined)).toEqual(new Map());
  });

  for (const text of ['', '{', '[]', '{"version":2,"files":{}}', '{"version":1,"files":{"a":7}}']) {
    it(`are not read from ${JSON.stringify(text)}, which is left alone`, () => {
      expect(readLinks(text)).toBeUndefined();
    });
  }
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
