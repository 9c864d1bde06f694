import type { CheckRecord, Finding } from '../../rpc/diagnosis.ts';
import { createFormats, type Formats, type Language } from '../formats.ts';
import { english } from './en.ts';
import { dutch } from './nl.ts';
import type { DiagnosisSentences } from './sentences.ts';

const languages: Readonly<Record<Language, DiagnosisSentences>> = { en: english, nl: dutch };

/** One check in words. */
interface CheckWords {
  readonly title: string;
  /** What was found, in one sentence. */
  readonly means: string;
  /** What to do, in one sentence; empty where there is nothing to do. */
  readonly toDo: string;
}

/** Says a check in a language. The same words are said by window and command line. */
export function diagnosisInWords(
  { check, finding }: Pick<CheckRecord, 'check' | 'finding'>,
  language: Language,
  formats: Formats = createFormats(language),
): CheckWords {
  const sentences = languages[language];
  // The table has exactly the sentence of this code, which no type can say of a union.
  const say = sentences.means[finding.code] as (found: Finding, formats: Formats) => string;
  return {
    title: sentences.titles[check],
    means: say(finding, formats),
    toDo: sentences.toDo[finding.code] ?? '',
  };
}
