import type { CallId, CallInput } from '../../shared/api/caller.ts';
import { decisions, type Decision, type Mirrored } from './decisions.ts';
import { readQuestion } from './question.ts';
import type { Asked } from './service-mirror.ts';

export type MirroredQuestion<Id extends CallId> = Pick<Asked<Id>, 'id' | 'question' | 'decision'>;

/** `undefined` for what is asked of the service alone. */
export function readMirrored<Id extends CallId>(id: Id, input: CallInput<Id>): MirroredQuestion<Id> | undefined {
  const decision: Decision = decisions[id];
  const question = decision.kind === 'mirrored' ? readQuestion(id, input) : undefined;
  // The table gives each operation a decision of its own kind.
  return question && { id, question, decision: decision as Mirrored<Id> };
}
