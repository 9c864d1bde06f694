import { expect, test } from 'vitest';
import { describeError } from '../../../../shared/errors/app-error.ts';
import { errorWords } from '../../../../shared/words/errors/error-words.ts';

const error = { code: 'state-unreadable', detail: 'The file has no versions.' } as const;

test('an error is described in either language, with what it is about', () => {
  expect(describeError(error, errorWords.en)).toBe(describeError(error));
  expect(describeError(error, errorWords.nl)).toBe(
    'Deze app kan haar opgeslagen status niet lezen. Het bestand heeft geen versies. Uw bibliotheken zijn onaangeroerd. Controleer of app en service bijgewerkt zijn.',
  );
});

test('what is said already is not said again in another language', () => {
  const { happened, safe } = errorWords.en;
  const said = { code: 'state-unreadable', detail: happened('state-unreadable') } as const;
  expect(describeError(said, errorWords.nl)).toBe(describeError({ code: said.code }, errorWords.nl));
  const safely = { code: 'state-unreadable', detail: safe('state-unreadable') } as const;
  expect(describeError(safely, errorWords.nl)).toBe(describeError({ code: said.code }, errorWords.nl));
});
