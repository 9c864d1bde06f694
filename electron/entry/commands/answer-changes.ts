import type { Engine } from '../../engine/engine.ts';
import type { ChangeQuestion } from '../../engine/state/bounded-changes.ts';
import { createQuestionAnswers, type ChangeAnswers } from './many-changes.ts';

/**
 * Answers what is asked with what was said with the command.
 * @returns looks for questions; what it returns is asked and was not answered
 */
export function createAnswerer(
  engine: Engine,
  libraryId: string,
  answers: ChangeAnswers = { byKind: new Map() },
): () => readonly ChangeQuestion[] {
  const said = createQuestionAnswers(answers);
  return () => {
    const [runner] = engine.runners();
    const { answered, open } = said.sort(engine.changeQuestions(libraryId), runner?.isQuiet() ?? false);
    for (const { question, answer } of answered) {
      const { kind, lastChangeId } = question;
      engine.answerChanges(libraryId, { kind, lastChangeId, answer });
    }
    return open;
  };
}
