import { english } from './en.ts';
import { dutch } from './nl.ts';
import type { Language } from '../../shared/words/formats.ts';

export type { Language };

/** Every text of the window. English says which there are; the other languages must have all of them. */
export type Texts = typeof english;

const catalogues: Record<Language, Texts> = { en: english, nl: dutch };

/** Whether there are texts in the language with this code. */
export function isLanguage(code: string): code is Language {
  return Object.hasOwn(catalogues, code);
}

export function textsIn(language: Language): Texts {
  return catalogues[language];
}
