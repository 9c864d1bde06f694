import { describe, expect, it } from 'vitest';
import {
  formatLinks,
  otherSpellings,
  PathLinks,
  readLinks,
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

  it('is found however a system spells the accents of its path', () => {
    const links = new PathLinks([[composed, { etimClassCode: 'EC000001' }]]);
    for (const path of [composed, apart])
      expect([links.has(path), links.get(path)]).toEqual([true, { etimClassCode: 'EC000001' }]);
    expect([links.has('kuche.rfa'), links.get('kuche.rfa')]).toEqual([false, undefined]);
    expect([otherSpellings(composed), otherSpellings(apart), otherSpellings('kuche.rfa')]).toEqual([
      [apart],
      [composed],
      [],
    ]);
  });

  it('is that of just its spelling where there are two', () => {
    const links = new PathLinks([
      [composed, 'unassigned'],
      [apart, { type: 'Plan' }],
    ]);
    expect([links.get(composed), links.get(apart)]).toEqual(['unassigned', { type: 'Plan' }]);
  });
});
