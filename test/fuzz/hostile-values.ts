import fc from 'fast-check';

/** Texts that have broken servers before: other characters, other encodings, numbers at their ends, ways out of a folder. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '.',
    '..',
    '../../etc/passwd',
    '..\\..\\windows',
    '%2e%2e%2f',
    '%',
    '%zz',
    '%00',
    "'; DROP TABLE versions; --",
    '" OR 1=1',
    '<script>alert(1)</script>',
    '${7*7}',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'NaN',
    '-0',
    '-1',
    '1e309',
    '9007199254740993',
    '99999999999999999999',
    '0001-01-01T00:00:00',
    '2026-02-30',
    '+275760-09-14',
    '\ud800',
    '\u202egpj.exe',
    'e\u0301'.repeat(40),
    'İ',
    '=?utf-8?B?////?=',
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('a', '/', '%41', '€').map((sign) => sign.repeat(5_000)),
);

/** Numbers at the ends of what a number can be. */
export const hostileNumber: fc.Arbitrary<number> = fc.oneof(
  fc.constantFrom(0, -1, 1.5, 2 ** 31, -(2 ** 31) - 1, 2 ** 53, -(2 ** 53), 1e308, 5e-324),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Any JSON, in no form that was asked for. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { __proto__: null }, { length: -1 }, { then: 'x' }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Bodies that are no JSON, or hardly. */
export const brokenJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '[1,]',
    '{"a":1,}',
    'nul',
    '"',
    '\u0000',
    '\uFEFF',
    '\uFEFF[]',
    '[]]',
    '{"__proto__":{"admin":true}}',
    '[1e400]',
    '"\\ud800"',
    '['.repeat(3_000),
    `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`,
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
