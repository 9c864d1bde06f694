import type { ChangeQuestionRecord } from '../rpc/library-records.ts';

/** What `--many-changes` calls the kinds of change that a person is asked about. */
export const changeKindNames = {
  removal: 'removals',
  overwrite: 'replacements',
  rollback: 'rollbacks',
} as const satisfies Record<ChangeQuestionRecord['kind'], string>;

/** The words of the command line that answer one question and no other. */
export function answerWords(kind: ChangeQuestionRecord['kind'], answer: 'go-on' | 'keep' | 'go-on|keep'): string {
  return `--many-changes ${changeKindNames[kind]}=${answer}`;
}
