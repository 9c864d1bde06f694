import type { english } from './en.ts';
import type { Language } from '../../shared/words/formats.ts';

export type { Language };

/** Every text of the window. English says which there are; the other languages must have all of them. */
export type Texts = typeof english;

/** Each language is a script of its own, and a window loads those that it speaks. */
const catalogues: Readonly<Record<Language, () => Promise<Texts>>> = {
  en: async () => (await import('./en.ts')).english,
  nl: async () => (await import('./nl.ts')).dutch,
};

/** @throws TypeError where they cannot be loaded, and from then on in some browsers */
export function loadTexts(language: Language): Promise<Texts> {
  return catalogues[language]();
}
