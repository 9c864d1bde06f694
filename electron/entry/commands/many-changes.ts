import { InvalidArgumentError } from 'commander';
import type { ChangeAnswerChoice, ChangeQuestionRecord } from '../../../shared/rpc/library-records.ts';
import { answerWords, changeKindNames } from '../../../shared/words/many-changes.ts';

type ChangeKind = ChangeQuestionRecord['kind'];
export type Question = Omit<ChangeQuestionRecord, 'fileCount' | 'paths'>;

/** What the command line says to questions about many changes. */
export interface ChangeAnswers {
  readonly byKind: ReadonlyMap<ChangeKind, ChangeAnswerChoice>;
  /** Said without a kind: it answers the one question there is, and none of several. */
  readonly toTheOne?: ChangeAnswerChoice | undefined;
}

const kinds = Object.keys(changeKindNames) as ChangeKind[];
const choices: ReadonlyMap<string, ChangeAnswerChoice> = new Map([
  ['go-on', 'goOn'],
  ['keep', 'keep'],
]);

/**
 * Reads `keep`, `removals=keep,replacements=go-on`, or `all=go-on`. Given several times, all of it counts.
 * @throws InvalidArgumentError
 */
export function readChangeAnswers(text: string, before?: ChangeAnswers): ChangeAnswers {
  const byKind = new Map(before?.byKind);
  let toTheOne = before?.toTheOne;
  for (const part of text.split(',')) {
    const [, name, word = ''] = /^(?:([^=]*)=)?(.*)$/.exec(part.trim()) ?? [];
    const choice = choices.get(word);
    const named = name === 'all' ? kinds : kinds.filter((kind) => changeKindNames[kind] === name);
    if (choice === undefined || (name !== undefined && named.length === 0)) throw new InvalidArgumentError(howToAnswer);
    for (const kind of named) byKind.set(kind, choice);
    if (name === undefined) toTheOne = choice;
  }
  return { byKind, toTheOne };
}

const howToAnswer = `The answer is go-on or keep, for one kind of change as in ${changeKindNames.removal}=keep; the kinds are ${kinds.map((kind) => changeKindNames[kind]).join(', ')} and all.`;

/** Says which of the open questions the command line has answered. What was left as it is stays so, unless it says to go on. */
export function createQuestionAnswers({ byKind, toTheOne }: ChangeAnswers) {
  /** What an answer without a kind turned out to be about: what is asked later is another question. */
  let theOne: ChangeKind | undefined;

  return {
    /**
     * @param isComplete whether everything was looked at, so that no other question is about to come up
     * @returns what to answer, and what is open
     */
    sort<Q extends Question>(questions: readonly Q[], isComplete: boolean) {
      if (toTheOne !== undefined && theOne === undefined && isComplete) {
        const asked = questions.filter(({ kind, isKept }) => !isKept && !byKind.has(kind));
        const candidates = asked.length > 0 ? asked : questions.filter(({ isKept }) => isKept && toTheOne === 'goOn');
        if (candidates.length === 1) theOne = candidates[0]?.kind;
      }
      const answered = questions.flatMap((question) => {
        const answer = byKind.get(question.kind) ?? (question.kind === theOne ? toTheOne : undefined);
        return answer !== undefined && (!question.isKept || answer === 'goOn') ? [{ question, answer }] : [];
      });
      const open = questions.filter(
        (question) => !question.isKept && !answered.some((one) => one.question === question),
      );
      return { answered, open };
    },
  };
}

/** What is asked about many changes, with the words that answer it, for people. */
export function describeQuestion({ kind, count, isKept }: Question): string {
  const files = count === 1 ? '1 file' : `${count} files`;
  const goOn = `“${answerWords(kind, 'go-on')}”`;
  const keep = `“${answerWords(kind, 'keep')}”`;
  if (isKept) {
    return `${files} stay as they are, as you said, though the service has newer versions: run sync with ${goOn} to replace them after all.`;
  }
  if (kind === 'rollback') {
    return `${files} went back to an older state, many at once. They are not sent until you say so: run sync with ${goOn} to send them as new drafts, or with ${keep} to have the service's versions again (these files go to the backup folder).`;
  }
  return kind === 'removal'
    ? `${files} gone from the folder, many at once. Nothing counts as removed until you say so: run sync with ${goOn} if that was meant, or with ${keep} to have them back from the service.`
    : `${files} would be replaced by newer versions of the service, many at once. They stay as they are until you say so: run sync with ${goOn} to replace them (the replaced ones go to the backup folder), or with ${keep} to leave them.`;
}
