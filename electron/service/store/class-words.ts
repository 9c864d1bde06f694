import type { EtimClassDefinition, Localized, ModellingClassDefinition } from '../../../shared/model/product-data.ts';

/** Classes are read with every product, are long, and those in use are few: the ones used last stay parsed. */
export const classesKept = 200;

/** Indexes of classes know parts of words from three letters on. */
const shortestFound = 3;

/** Those of the words that classes are searched by. */
export function wordsThatCount(words: readonly string[]): string[] {
  return words.filter((word) => [...word].length >= shortestFound);
}

/** What a modelling class is called. */
export function wordsOfClass({ descriptions }: ModellingClassDefinition): readonly string[] {
  return Object.values(descriptions);
}

/** What an ETIM class is called. */
export function wordsOfEtimClass(definition: EtimClassDefinition): readonly string[] {
  return [...wordsOfClass(definition), ...Object.values(definition.synonyms).flat()];
}

/** What a term is called once something is said of it; `fill` leaves what is said already. */
export const joinTerm = {
  put: (known: Localized, said: Localized): Localized => ({ ...known, ...said }),
  fill: (known: Localized, said: Localized): Localized => ({ ...said, ...known }),
} as const;

/** The words of a text by which products are searched: signs alone are none. */
export function wordsSearched(text: string): string[] {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
}
