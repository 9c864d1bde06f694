import { englishErrors, type ErrorWords } from '../../errors/error-words.ts';
import type { Language } from '../formats.ts';
import { sayDetail } from './nl/details.ts';
import { errorSentences } from './nl/error-sentences.ts';
import { toDo } from './nl/to-do.ts';

export const dutchErrors: ErrorWords = {
  happened: (code) => errorSentences[code].happened,
  safe: (code) => errorSentences[code].safe,
  toDo,
  sayDetail,
};

/** What is said of errors, by language. */
export const errorWords: Readonly<Record<Language, ErrorWords>> = { en: englishErrors, nl: dutchErrors };
