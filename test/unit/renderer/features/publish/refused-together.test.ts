import { expect, it } from 'vitest';
import type { ErrorCode } from '../../../../../shared/errors/catalogue.ts';
import { createFormats } from '../../../../../shared/words/formats.ts';
import { refusedTogether } from '../../../../../renderer/features/publish/refused-together.ts';
import { loadTexts } from '../../../../../renderer/texts/texts.ts';

const texts = await loadTexts('en');

const saidOf = (codes: readonly ErrorCode[]) =>
  refusedTogether(
    { texts, formats: createFormats('en') },
    codes.map((code, place) => ({ named: String(place), error: { code, detail: `About ${place}.` } })),
    (key) => `file${key}.rfa`,
  );

it('says nothing where all is published', () => {
  expect(saidOf([])).toBeUndefined();
});

it('names every file that is not published for one reason', () => {
  expect(saidOf(Array.from({ length: 5 }, () => 'several-files' as const))).toEqual({
    headline: 'Not published: file0.rfa, file1.rfa, file2.rfa, file3.rfa and file4.rfa',
    error: { code: 'several-files' },
    others: [],
  });
});

it('says the detail of a file that is alone with its reason', () => {
  expect(saidOf(['file-in-use'])).toEqual({
    headline: 'Not published: file0.rfa',
    error: { code: 'file-in-use', detail: 'About 0.' },
    others: [],
  });
});

it('names the files of four reasons in one notice, each with its reason', () => {
  const said = saidOf(['file-changed-meanwhile', 'several-files', 'empty-file', 'library-only-receives']);
  const [first, ...others] = (
    ['file-changed-meanwhile', 'several-files', 'empty-file', 'library-only-receives'] as const
  ).map((code, place) => ({
    headline: `Not published: file${place}.rfa`,
    error: { code, detail: `About ${place}.` },
  }));
  expect(said).toEqual({ ...first, others });
});
