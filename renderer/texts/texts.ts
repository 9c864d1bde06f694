import { english } from './en.ts';
import { dutch } from './nl.ts';

export type Language = 'en' | 'nl';

/** Every text of the window. English says which there are; the other languages must have all of them. */
export type Texts = typeof english;

const catalogues: Record<Language, Texts> = { en: english, nl: dutch };

export function textsIn(language: Language): Texts {
  return catalogues[language];
}
