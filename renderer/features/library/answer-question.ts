import type { ChangeAnswerChoice, ChangeQuestionRecord } from '../../../shared/rpc/library-records.ts';
import type { App } from '../../state/app.svelte.ts';

/** Answers a question about many files, and says of how many that is the answer. Resolves once it is, or its failure is shown. */
export function answerQuestion(
  app: App,
  libraryId: string,
  { kind, lastChangeId, count }: ChangeQuestionRecord,
  answer: ChangeAnswerChoice,
): Promise<unknown> {
  const texts = app.texts.library.manyChanges;
  return app.act(
    (client) => client.libraries.answerChanges({ libraryId, kind, lastChangeId, answer }),
    ({ count: answered }) =>
      answered < count ? `${texts.done[kind][answer]} ${texts.partly(answered, count)}` : texts.done[kind][answer],
  );
}
