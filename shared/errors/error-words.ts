import { actionSentences, type ErrorAction } from './actions.ts';
import { catalogue, type ErrorCode } from './catalogue.ts';

/** What is said of errors in one language. */
export interface ErrorWords {
  readonly happened: (code: ErrorCode) => string;
  /** What is safe; empty where nothing was at stake. */
  readonly safe: (code: ErrorCode) => string;
  readonly toDo: Readonly<Record<ErrorAction, string>>;
  /** Says what an error is about, which is thrown in English. */
  readonly sayDetail: (detail: string) => string;
}

export const englishErrors: ErrorWords = {
  happened: (code) => catalogue[code].happened,
  safe: (code) => catalogue[code].safe,
  toDo: actionSentences,
  sayDetail: (detail) => detail,
};
