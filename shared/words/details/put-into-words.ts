import { lowerFirst } from '../explanations/sentences.ts';

/** Sentences of a language by the English ones, with `{}` where something is filled in: as often, in the same order. */
export type Details = Readonly<Record<string, string>>;

interface Template {
  /** The English text before, between and after the blanks. */
  readonly parts: readonly string[];
  readonly words: string;
}

const blank = '{}';
const sentenceEnd = /(?<=[.!?]) /;
/** The name of a value, or a code; no path. */
const oneWord = /^[^\s\\/]+$/;
/** How a sentence begins that somebody else wrote, and no name or path. */
const beginsSentence = /^(?:an?|it|no|our|that|the|there|these|this|your) /i;

/**
 * Says the details of errors in another language than the English in which they were thrown: sentence by sentence, also
 * where the name of a file and a colon go before. What the table lacks, such as a path or what some other service said,
 * stays as it is. The time it takes grows with the length of the text and of the table, and not faster.
 */
export function createDetails(table: Details): (detail: string) => string {
  const known = new Map<string, string>();
  const templates: Template[] = [];
  for (const [english, words] of Object.entries(table)) {
    const parts = lowerFirst(withoutStop(english)).split(blank);
    if (parts.length > 1) templates.push({ parts, words: withoutStop(words) });
    else if (english !== '') known.set(parts.join(''), withoutStop(words));
  }
  // The one that says most goes first: what fits "{} does not answer in TLS ({})" may fit a shorter one too.
  templates.sort((a, b) => b.parts.join('').length - a.parts.join('').length);

  // A clause is said as one: without a capital, and without a full stop where English has none.
  const exact = (text: string): string | undefined => {
    const sentence = withoutStop(text);
    const clause = lowerFirst(sentence);
    const words = known.get(clause);
    if (words === undefined) return undefined;
    return (clause === sentence ? lowerFirst(words) : words) + text.slice(sentence.length);
  };
  const fitting = (text: string): string | undefined => {
    const sentence = withoutStop(text);
    const clause = lowerFirst(sentence);
    for (const { parts, words } of templates) {
      const isNameFirst = parts[0] === '';
      const blanks = blanksOf(parts, isNameFirst ? sentence : clause);
      // A path alone has no full stop, and may read like a sentence: `Cover is not for construction.dwg`.
      if (!blanks || (isNameFirst && !hasStop(text) && !oneWord.test(blanks[0] ?? ''))) continue;
      const isClause = clause === sentence && !isNameFirst;
      return filled(isClause ? lowerFirst(words) : words, blanks) + text.slice(sentence.length);
    }
    return undefined;
  };
  const find = (text: string): string | undefined => exact(text) ?? fitting(text);
  const say = (sentence: string): string => {
    const colon = sentence.indexOf(': ');
    const rest = colon < 0 ? undefined : find(sentence.slice(colon + 2));
    if (rest === undefined) return find(sentence) ?? sentence;
    const before = sentence.slice(0, colon);
    return exact(sentence) ?? `${find(before) ?? before}: ${rest}`;
  };
  return (detail) => (detail.length > longestText ? detail : (exact(detail) ?? sentencesOf(detail).map(say).join(' ')));
}

/** Nobody reads a longer one to its end, and it would keep the window. */
const longestText = 20_000;

/** The sentences of a text, with their ends, as they are said one by one. */
export const sentencesOf = (text: string): string[] => text.split(sentenceEnd);

/** What stands in a text where a template has blanks; `undefined` where it does not fit. */
function blanksOf(parts: readonly string[], text: string): string[] | undefined {
  const [first = '', ...others] = parts;
  const last = others.at(-1) ?? '';
  const end = text.length - last.length;
  if (!text.startsWith(first) || !text.endsWith(last) || (first === '' && beginsSentence.test(text))) return undefined;
  const blanks: string[] = [];
  let from = first.length;
  for (const [index, part] of others.entries()) {
    const at = index === others.length - 1 ? end : text.indexOf(part, from + 1);
    if (at <= from || at > end) return undefined;
    blanks.push(text.slice(from, at));
    from = at + part.length;
  }
  return blanks;
}

function filled(words: string, blanks: readonly string[]): string {
  const [first = '', ...others] = words.split(blank);
  return first + others.map((part, index) => (blanks[index] ?? '') + part).join('');
}

const hasStop = (text: string): boolean => text.endsWith('.');
const withoutStop = (text: string): string => (hasStop(text) ? text.slice(0, -1) : text);
