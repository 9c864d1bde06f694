import { describe, expect, it } from 'vitest';
import { contentDisposition, headerText } from '../../../../electron/service/http/content-disposition.ts';
import { decodePartName } from '../../../../electron/service/http/decode-part-name.ts';

describe('the name of a download', () => {
  it.each([
    ['pump.rfa', 'attachment; filename="pump.rfa"'],
    ['pump 25.rfa', 'attachment; filename="pump 25.rfa"'],
    ['pümp.rfa', `attachment; filename="pump.rfa"; filename*=UTF-8''p%C3%BCmp.rfa`],
    ['泵.rfa', `attachment; filename="_.rfa"; filename*=UTF-8''%E6%B3%B5.rfa`],
    [`a"b'(c)*.rfa`, `attachment; filename="a_b'(c)*.rfa"; filename*=UTF-8''a%22b%27%28c%29%2A.rfa`],
    ['\u0301\u0302', `attachment; filename="file"; filename*=UTF-8''%CC%81%CC%82`],
    [' ', 'attachment; filename="file"'],
    ['a\r\nb: c', `attachment; filename="a__b: c"; filename*=UTF-8''a%0D%0Ab%3A%20c`],
  ])('%j stands quoted and plain in the header', (name, header) => {
    expect(contentDisposition(name)).toBe(header);
  });

  it('that no disk would hold is cut between characters, and keeps its extension', () => {
    const named = (name: string): string => decodeURIComponent(contentDisposition(name).split("''")[1] ?? '');
    expect(named(`${'ü'.repeat(255)}`)).toBe('ü'.repeat(255));
    expect(named(`${'ü'.repeat(30_000)}.rfa`)).toBe(`${'ü'.repeat(251)}.rfa`);
    expect(named(`${'😀'.repeat(30_000)}.rfa`)).toBe(`${'😀'.repeat(125)}.rfa`);
    expect(named(`ü.${'x'.repeat(30_000)}`)).toBe(`ü.${'x'.repeat(253)}`);
    expect(contentDisposition('\ufdfa'.repeat(30_000)).length).toBeLessThan(8_000);
  });

  it('is one a header can hold, whatever was stored', () => {
    for (const name of ['\ud800', '\u0000', 'a\u2028b', '😀.rfa']) {
      expect(contentDisposition(name)).toMatch(/^[\x20-\x7e]+$/);
      expect(headerText(name)).toMatch(/^[\x20-\x7e]+$/);
    }
  });
});

describe('the name of an uploaded part', () => {
  it.each([
    ['pump.rfa', 'pump.rfa'],
    ['=?utf-8?B?cMO8bXAucmZh?=', 'pümp.rfa'],
    ['=?utf-8?B?L2V0Yy9wdW1w?=', 'pump'],
    ['=?UTF-8?Q?p=C3=BCmp_a.rfa?=', 'pümp a.rfa'],
    ['=?utf-8?B?cMO8?= =?utf-8?B?bXA=?=', 'pümp'],
    ['=?no-such-charset?B?YQ==?=', '=?no-such-charset?B?YQ==?='],
    ['..\\..\\pump.rfa', 'pump.rfa'],
    ['C:\\library\\pump.rfa', 'pump.rfa'],
  ])('%s is %s', (given, name) => {
    expect(decodePartName(given)).toBe(name);
  });
});
