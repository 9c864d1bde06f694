import { describe, expect, test } from 'vitest';
import { loadTexts } from '../../../../renderer/texts/texts.ts';
import { catalogue, type ErrorCode } from '../../../../shared/errors/catalogue.ts';
import { spokenLanguages } from '../../../../shared/model/language.ts';

/** Every text that is no function, with the way to it. */
function* textsOf(node: unknown, path = ''): Generator<[string, string]> {
  if (typeof node === 'string') yield [path, node];
  else if (typeof node === 'object' && node !== null) {
    for (const [name, child] of Object.entries(node)) yield* textsOf(child, `${path}.${name}`);
  }
}

const texts = { en: await loadTexts('en'), nl: await loadTexts('nl') };

describe('the texts of the window', () => {
  // Names, words that both languages have, and what is quoted as it was given.
  const same = [
    '.shell.product',
    '.states.words.conflict',
    '.intake.contentTypes.Detail',
    '.products.byGtin',
    '.products.gtins',
    '.settings.appearance.languages.en',
    '.settings.appearance.languages.nl',
    '.settings.about.attribution',
  ];

  test('Dutch differs from English wherever it is not a name', () => {
    const english = new Map(textsOf(texts.en));
    const equal = [...textsOf(texts.nl)].filter(([path, text]) => text !== '' && english.get(path) === text);
    expect(equal.map(([path]) => path)).toEqual(same);
  });

  // A length and how many bytes, a heading and a question, a noun and a verb; moving is interrupted, a library rests.
  const meansTwoThings = ['Size', 'What changed', 'Release', 'Pause'];

  test('what English says in one way Dutch does not say in two, but where it means two things', () => {
    const dutch = new Map(textsOf(texts.nl));
    const waysOf = Map.groupBy(
      [...textsOf(texts.en)].filter(([path, text]) => text !== '' && !/^\.(errors|explanations)\./.test(path)),
      ([, text]) => text,
    );
    const two = [...waysOf].filter(([, places]) => new Set(places.map(([path]) => dutch.get(path))).size > 1);
    expect(two.map(([text]) => text).toSorted()).toEqual(meansTwoThings.toSorted());
  });

  test.each(spokenLanguages)(
    'none is empty in %s but the buttons and sentences of errors that have none',
    (language) => {
      const empty = [...textsOf(texts[language])].filter(
        ([path, text]) => text.trim() === '' && !path.startsWith('.errors.'),
      );
      expect(empty).toEqual([]);
    },
  );

  test('every error has Dutch words of its own, safe where English says what is safe', () => {
    const { happened, safe } = texts.nl.errors;
    for (const code of Object.keys(catalogue) as ErrorCode[]) {
      expect(happened(code), code).not.toBe(catalogue[code].happened);
      expect(safe(code) === '', code).toBe(catalogue[code].safe === '');
    }
  });

  test('one is one and two are two in both languages', () => {
    expect(texts.en.library.filesIn(1)).toBe('1 file');
    expect(texts.en.library.filesIn(1_284)).toBe('1,284 files');
    expect(texts.nl.library.filesIn(1)).toBe('1 bestand');
    expect(texts.nl.library.filesIn(1_284)).toBe('1.284 bestanden');
  });
});
