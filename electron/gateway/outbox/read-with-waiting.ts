import type { CallId, CallInput, ViewOptions } from '../../../shared/api/caller.ts';
import type { Contract } from '../../../shared/api/contract.ts';
import type { JsonAnswerOf } from '../../../shared/api/operation.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { readQuestion } from '../question.ts';
import type { Waiting } from './waiting.ts';
import { waitingAnswers } from './waiting-answers.ts';

interface AskedRead<Id extends CallId> {
  readonly id: Id;
  readonly input: CallInput<Id>;
  readonly ask: () => Promise<JsonAnswerOf<Contract[Id]>>;
  readonly onPartial: ViewOptions['onPartial'];
}

/** What the service says, or said, and what waits. */
export async function readWithWaiting<Id extends CallId>(
  waiting: Waiting,
  { id, input, ask, onPartial }: AskedRead<Id>,
): Promise<JsonAnswerOf<Contract[Id]>> {
  const join = waitingAnswers[id];
  const question = waiting.writes.length > 0 && join ? readQuestion(id, input) : undefined;
  if (!join || !question) return ask();
  let told: JsonAnswerOf<Contract[Id]> | undefined;
  let failure: unknown;
  try {
    told = await ask();
  } catch (thrown) {
    failure = thrown;
  }
  const answer = join(waiting, question, told) ?? told;
  if (answer === undefined) throw failure;
  const saysNone = failure instanceof AppError && failure.code === 'not-found';
  if (failure !== undefined && !saysNone) onPartial?.();
  return answer;
}
