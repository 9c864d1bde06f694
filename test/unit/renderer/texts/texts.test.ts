import { describe, expect, test } from 'vitest';
import { createFormats } from '../../../../renderer/texts/formats.ts';
import { textsIn } from '../../../../renderer/texts/texts.ts';
import { catalogue, type ErrorCode } from '../../../../shared/errors/catalogue.ts';

/** Every text that is no function, with the way to it. */
function* textsOf(node: unknown, path = ''): Generator<[string, string]> {
  if (typeof node === 'string') yield [path, node];
  else if (typeof node === 'object' && node !== null) {
    for (const [name, child] of Object.entries(node)) yield* textsOf(child, `${path}.${name}`);
  }
}

describe('the texts of the window', () => {
  // Names, words that both languages have, and what is quoted as it was given.
  const same = [
    '.shell.product',
    '.shell.libraryStates.offline',
    '.states.words.conflict',
    '.products.byGtin',
    '.products.gtins',
    '.settings.appearance.languages.en',
    '.settings.appearance.languages.nl',
    '.settings.about.attribution',
  ];

  test('Dutch differs from English wherever it is not a name', () => {
    const english = new Map(textsOf(textsIn('en')));
    const equal = [...textsOf(textsIn('nl'))].filter(([path, text]) => text !== '' && english.get(path) === text);
    expect(equal.map(([path]) => path)).toEqual(same);
  });

  test.each(['en', 'nl'] as const)(
    'none is empty in %s but the buttons and sentences of errors that have none',
    (language) => {
      const empty = [...textsOf(textsIn(language))].filter(
        ([path, text]) => text.trim() === '' && !path.startsWith('.errors.'),
      );
      expect(empty).toEqual([]);
    },
  );

  test('every error has Dutch words of its own, safe where English says what is safe', () => {
    const { happened, safe } = textsIn('nl').errors;
    for (const code of Object.keys(catalogue) as ErrorCode[]) {
      expect(happened(code), code).not.toBe(catalogue[code].happened);
      expect(safe(code) === '', code).toBe(catalogue[code].safe === '');
    }
  });

  test('one is one and two are two in both languages', () => {
    expect(textsIn('en').library.filesIn(1)).toBe('1 file');
    expect(textsIn('en').library.filesIn(1_284)).toBe('1,284 files');
    expect(textsIn('nl').library.filesIn(1)).toBe('1 bestand');
    expect(textsIn('nl').library.filesIn(1_284)).toBe('1.284 bestanden');
  });
});

describe('dates and sizes', () => {
  const formats = createFormats('en');
  const now = new Date(2026, 10, 20, 9, 41).getTime();

  test('a moment of today and yesterday has its time, an older one its day', () => {
    expect(formats.moment(new Date(2026, 10, 20, 8, 5).getTime(), now)).toBe('today 08:05');
    expect(formats.moment(new Date(2026, 10, 19, 23, 59).getTime(), now)).toBe('yesterday 23:59');
    expect(formats.moment(new Date(2026, 10, 3).getTime(), now)).toBe('3 Nov');
    expect(formats.moment(new Date(2025, 10, 3).getTime(), now)).toBe('3 Nov 2025');
  });

  test('sizes go by thousands and have a decimal from megabytes on', () => {
    expect(formats.size(0)).toBe('0 bytes');
    expect(formats.size(1)).toBe('1 byte');
    expect(formats.size(180_000)).toBe('180 kB');
    expect(formats.size(41_250_000)).toBe('41.3 MB');
  });

  test('how long ago is said in the largest whole unit', () => {
    expect(formats.fromNow(now - 10_000, now)).toMatch(/^10\s?s(ec)?\.? ago$/);
    expect(formats.fromNow(now - 3_600_000 * 2.5, now)).toMatch(/^2\s?hr?\.? ago$/);
    expect(formats.fromNow(now + 42_000, now)).toMatch(/^in 42\s?s(ec)?\.?$/);
  });
});
