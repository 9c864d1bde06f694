import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dutchDetails } from '../../../../shared/words/details/nl.ts';
import { createDetails } from '../../../../shared/words/details/put-into-words.ts';
import { saidDetails } from './said-details.ts';

/** Whose details the window does not show. */
const unseen: readonly (readonly [reason: string, paths: RegExp])[] = [
  [
    'The command line speaks English.',
    /^electron\/entry\/(commands\/|[a-z-]+-commands?\.ts|client-(from-environment|secrets)|environment|office-access|service-folder|copy-places)/,
  ],
  ['What they throw is about paths, and their own boxes have both languages.', /^electron\/main\//],
  ['What they find is said in words of their own.', /^electron\/doctor\//],
  ['A demo that is wrong is a defect.', /^electron\/demo\//],
  [
    'Who runs a service for an office reads them, in its log.',
    /^electron\/service\/(store\/postgres|blobs\/s3|copying)\//,
  ],
  ['The same.', /^electron\/service\/(service-server|create-office-service|open-office-import|auth\/clients)\.ts/],
  [
    'No client of this app sends what they refuse.',
    /^electron\/service\/http\/(create-server|form-limits|guard-origin|parse-json|read-body-text|receive-file|register-reference-page)\.ts/,
  ],
];

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?]) /);
const root = join(import.meta.dirname, '../../../..');
const { said, untold } = saidDetails(root, ['electron', 'shared'], (path) =>
  unseen.some(([, paths]) => paths.test(path)),
);
/** By sentence, where it is said. Two words are a sentence; a name, a path or a punctuation mark is none. */
const sentences = new Map(
  [...said].flatMap(([text, place]) =>
    sentencesOf(text)
      .filter((sentence) => /\p{L}+\s.*\p{L}/u.test(sentence.replaceAll('{}', '')) || /^\{\} \p{L}/u.test(sentence))
      .map((sentence) => [sentence, place] as const),
  ),
);

describe('the details of errors in Dutch', () => {
  test('are there for every sentence of those that the window may show', () => {
    const say = createDetails(dutchDetails);
    const missing = [...sentences].filter(([sentence]) => say(sentence) === sentence);
    expect(missing.map(([sentence, place]) => `${place}: ${sentence}`)).toEqual([]);
  });

  test('are there for nothing else', () => {
    const unsaid = Object.entries(dutchDetails).filter(([english]) => {
      const say = createDetails({ [english]: 'Ja {}' });
      return [...sentences.keys()].every((sentence) => say(sentence) === sentence);
    });
    expect(unsaid.map(([english]) => english)).toEqual([]);
  });

  test('are about paths, or what others say, where the sources do not tell the text', () => {
    const isName = /^(path|file|fileName|folder|root|linksFileName)$/;
    const isOfOthers =
      /(^|\.)(message|detail|reason|happened)$|^z\.|^\{|detail \?\? title|trimmed|texts|sentenceOf|place/;
    expect([...untold].filter((text) => !isName.test(text) && !isOfOthers.test(text))).toEqual([]);
  });

  test('have the blanks of the English ones', () => {
    const count = (text: string): number => text.split('{}').length;
    expect(Object.entries(dutchDetails).filter(([english, dutch]) => count(english) !== count(dutch))).toEqual([]);
  });
});
