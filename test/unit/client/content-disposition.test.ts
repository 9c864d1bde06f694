import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileNameOf } from '../../../electron/client/content-disposition.ts';
import { decodeWords, encodeWord } from '../../../electron/client/encoded-word.ts';

describe('the file name of a download', () => {
  it.each([
    ['attachment; filename=pump.rfa', 'pump.rfa'],
    ['attachment; filename="my pump.rfa"', 'my pump.rfa'],
    ['attachment; filename=my pump.rfa', 'my pump.rfa'],
    ['attachment; filename="a\\"b.rfa"; size=3', 'a"b.rfa'],
    ['attachment; filename="a;b.rfa"', 'a;b.rfa'],
    ['inline; FileName = pump.rfa ; size=3', 'pump.rfa'],
    ['filename=pump.rfa', 'pump.rfa'],
    ['attachment; filename="=?utf-8?B?cMO2bXAucmZh?="', 'pömp.rfa'],
    ['attachment; filename="=?iso-8859-1?Q?p=F6mp_1.rfa?="', 'pömp 1.rfa'],
    ['attachment; filename="pomp.rfa"; filename*=UTF-8\'\'p%C3%B6mp.rfa', 'pömp.rfa'],
    ['attachment; filename=a.rfa; filename*=nonsense', 'a.rfa'],
    [`attachment; filename="${Buffer.from('pömp.rfa').toString('latin1')}"`, 'pömp.rfa'],
    ['attachment; filename="p\xf6mp.rfa"', 'pömp.rfa'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="C:\\temp\\pump.rfa"', 'pump.rfa'],
    ['attachment; filename=".."', undefined],
    ['attachment; filename=""', undefined],
    ['attachment', undefined],
    [undefined, undefined],
  ])('in %j is %j', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });

  it('comes back from an encoded word as it went in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeWords(encodeWord(text))).toBe(text);
      }),
    );
  });
});
