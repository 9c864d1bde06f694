import type { CallId, CallInput } from '../../shared/api/caller.ts';
import { decisions, type Decision, type Mirrored } from './decisions.ts';
import { readQuestion, type Question } from './question.ts';

/** What is asked, and how the answer to it is mirrored. */
export interface MirroredQuestion<Id extends CallId> {
  readonly id: Id;
  readonly question: Question<Id>;
  readonly decision: Mirrored<Id>;
}

/** `undefined` for what is asked of the service alone. */
export function readMirrored<Id extends CallId>(id: Id, input: CallInput<Id>): MirroredQuestion<Id> | undefined {
  const decision: Decision = decisions[id];
  const question = decision.kind === 'mirrored' ? readQuestion(id, input) : undefined;
  // The table gives each operation a decision of its own kind.
  return question && { id, question, decision: decision as Mirrored<Id> };
}
