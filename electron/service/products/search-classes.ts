import type { EtimClassDefinition, ModellingClassDefinition } from '../../../shared/model/product-data.ts';
import type { ClassHit, ClassQuestion } from '../../../shared/model/class-search.ts';
import type { Store } from '../store/store.ts';
import { textIn } from './to-cad-product.ts';

/** So many matches of the index are ordered by what people see of them. */
const looksAt = 60;

type Found = EtimClassDefinition | ModellingClassDefinition;

/**
 * The classes that a text means, the likeliest first: every word, or part of one, occurs in the code, the names or the
 * synonyms of the class, in any language. Without a text: what products of an ETIM class are drawn by.
 */
export async function searchClasses(
  { classes, products }: Pick<Store, 'classes' | 'products'>,
  { kind, text, match, partnerOf, limit, languageCode }: ClassQuestion,
): Promise<ClassHit[]> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const asked = { of: match, atMost: looksAt };
  const partners =
    partnerOf !== undefined && kind === 'modellingClass' ? await products.modellingClassesOf(partnerOf) : [];
  const found =
    words.length === 0
      ? await Promise.all(partners.map((code) => classes.findModellingClass(code)))
      : await (kind === 'class'
          ? classes.searchEtimClasses(words, asked)
          : classes.searchModellingClasses(words, asked));
  const hits = newestOf(found.filter((definition) => definition !== undefined)).map((definition, place) => ({
    hit: toHit(definition, words, languageCode),
    rank: [partners.includes(definition.code) ? 0 : 1, rankOf(definition, words, languageCode), place],
  }));
  if (words.length > 0) hits.sort((one, other) => compare(one.rank, other.rank));
  return hits.slice(0, limit).map(({ hit }) => hit);
}

function newestOf(found: readonly Found[]): Found[] {
  const newest = new Map<string, Found>();
  for (const definition of found) {
    const known = newest.get(definition.code);
    if (!known || Number(known.version) < Number(definition.version)) newest.set(definition.code, definition);
  }
  return [...newest.values()];
}

function toHit(definition: Found, words: readonly string[], languageCode: string | undefined): ClassHit {
  const { code, version, descriptions } = definition;
  const name = textIn(descriptions, languageCode) || code;
  const isIn = (text: string): boolean => words.some((word) => text.toLowerCase().includes(word));
  const also = isIn(name) || isIn(code) ? undefined : otherNames(definition, languageCode).find(isIn);
  return { code, version, name, ...(also === undefined ? {} : { also }) };
}

/** What else the class is called: in the person's language before others. */
function otherNames(definition: Found, languageCode: string | undefined): string[] {
  const synonyms = 'synonyms' in definition ? definition.synonyms : {};
  const own = languageCode === undefined ? [] : (synonyms[languageCode] ?? []);
  return [...own, ...Object.values(definition.descriptions), ...Object.values(synonyms).flat()];
}

/** What a person sees counts most: the name, from its beginning, and the shorter one of two. */
function rankOf(definition: Found, words: readonly string[], languageCode: string | undefined): number {
  const name = textIn(definition.descriptions, languageCode).toLowerCase();
  const [first = ''] = words;
  const missing = words.filter((word) => !name.includes(word)).length;
  return missing * 1_000 + (name.startsWith(first) ? 0 : 500) + Math.min(name.length, 499);
}

function compare(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((value, at) => value !== other[at]);
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0);
}
