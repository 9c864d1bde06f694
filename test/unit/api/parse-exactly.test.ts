import { describe, expect, it } from 'vitest';
import { parseExactly } from '../../../shared/api/parse-exactly.ts';

const ticks = '637286838000000001';

describe('JSON with whole numbers that a number cannot hold', () => {
  it.each([
    [ticks, ticks],
    [`-${ticks}`, `-${ticks}`],
    [`[${ticks},${ticks} ,\n${ticks}\t]`, [ticks, ticks, ticks]],
    [`{"a":${ticks},"b": {"c":${ticks}}}`, { a: ticks, b: { c: ticks } }],
    [`{"\\\\":${ticks},"\\"":${ticks}}`, { '\\': ticks, '"': ticks }],
  ])('gives %s as texts with all digits', (json, value) => {
    expect(parseExactly(json)).toEqual(value);
  });

  it.each([
    '[1000000000000000000, 9007199254740991, 123456789012345]',
    '[1.6372868380000000013, 6.37286838000000001e17, 1e-637286838000000001]',
    `{"a":"${ticks}","b":"[${ticks}, ${ticks}]","c":":${ticks},","d\\"[${ticks},":1}`,
    `["\\\\",${'"\\\\\\"'}:${ticks}]"]`,
  ])('leaves alone what loses nothing, and texts: %s', (json) => {
    expect(parseExactly(json)).toEqual(JSON.parse(json));
  });

  it.each([`0${ticks}`, `[${ticks}`, `{${ticks}:1}`, `[${ticks} ${ticks}]`, `["${ticks}]`, `[+${ticks}]`])(
    'makes no JSON of what is none: %s',
    (json) => {
      expect(() => parseExactly(json)).toThrow(SyntaxError);
    },
  );
});
