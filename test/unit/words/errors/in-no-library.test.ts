import { expect, test } from 'vitest';
import type { ErrorCode } from '../../../../shared/errors/catalogue.ts';
import { errorWords } from '../../../../shared/words/errors/error-words.ts';

/** What may also be said of a file that is added, validated or exported. */
const codes: readonly ErrorCode[] = [
  'answer-incomplete',
  'body-stalled',
  'body-too-large',
  'disk-full',
  'empty-file',
  'file-changed-meanwhile',
  'file-in-use',
];

test.each(codes)('a file that is in no library is not said to be safe in one: %s', (code) => {
  expect([errorWords.en.safe(code), errorWords.nl.safe(code)]).toEqual([
    expect.not.stringContaining('library'),
    expect.not.stringContaining('bibliotheek'),
  ]);
});
