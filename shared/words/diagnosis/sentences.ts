import type { CheckName, Finding, FindingCode } from '../../rpc/diagnosis.ts';
import type { Formats } from '../formats.ts';

/** The words for a diagnosis in one language. */
export interface DiagnosisSentences {
  readonly titles: Readonly<Record<CheckName, string>>;
  /** What a finding means, in one sentence. */
  readonly means: {
    readonly [Code in FindingCode]: (found: Extract<Finding, { code: Code }>, formats: Formats) => string;
  };
  /** What to do about it, where there is something to do. */
  readonly toDo: Partial<Readonly<Record<FindingCode, string>>>;
}

/** A list of words that are not empty. */
export function joined(words: readonly (string | false)[], separator: string): string {
  return words.filter((word) => word !== false).join(separator);
}
