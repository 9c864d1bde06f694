import { describe, expect, it } from 'vitest';
import { formatLinks, readLinks, type FileLink } from '../../../../electron/engine/tree/library-links.ts';

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
