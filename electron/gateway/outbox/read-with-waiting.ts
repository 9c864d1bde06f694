import { isDeepStrictEqual } from 'node:util';
import type { AnswerOf, CallId, CallInput, ViewCaller, ViewOptions } from '../../../shared/api/caller.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { readQuestion } from '../question.ts';
import type { Waiting } from './waiting.ts';
import { waitingAnswers } from './waiting-answers.ts';

interface ReadParts {
  readonly views: ViewCaller;
  /** As it is at that moment: what waits may be done while the service is asked. */
  readonly waiting: () => Waiting;
}

interface AskedRead<Id extends CallId> {
  readonly id: Id;
  /** With the ids of the service, as far as they are known at that moment. */
  readonly meant: () => CallInput<Id>;
  readonly options?: ViewOptions | undefined;
}

/** What the service says, or said, and what waits. */
export async function readWithWaiting<Id extends CallId>(
  { views, waiting }: ReadParts,
  { id, meant, options = {} }: AskedRead<Id>,
): Promise<AnswerOf<Id>> {
  const join = waitingAnswers[id];
  for (;;) {
    const before = waiting();
    const input = meant();
    const question = before.writes.length > 0 && join ? readQuestion(id, input) : undefined;
    if (!join || !question) return views.call(id, input, options);
    const told = await ask(views, id, input, options);
    const joined = (one: Waiting) => join(one, question, told.answer) ?? told.answer;
    const now = waiting();
    const answer = joined(now);
    // What was done meanwhile waits no more, and may have come too late for what the service said.
    if (isAnyGone(before, now) && !isDeepStrictEqual(joined(before), answer)) continue;
    if (told.seenMs !== undefined) options.onMirrored?.(told.seenMs);
    if (answer === undefined) throw told.failure;
    const saysNone = told.failure instanceof AppError && told.failure.code === 'not-found';
    if (told.failure !== undefined && !saysNone) options.onPartial?.();
    return answer;
  }
}

interface Told<Id extends CallId> {
  readonly answer?: AnswerOf<Id>;
  readonly failure?: unknown;
  /** When the service said so, where it could not be asked now. */
  readonly seenMs?: number | undefined;
}

async function ask<Id extends CallId>(
  views: ViewCaller,
  id: Id,
  input: CallInput<Id>,
  options: ViewOptions,
): Promise<Told<Id>> {
  let seenMs: number | undefined;
  try {
    const answer = await views.call(id, input, { ...options, onMirrored: (ms) => (seenMs = ms) });
    return { answer, seenMs };
  } catch (failure) {
    return { failure };
  }
}

function isAnyGone(before: Waiting, now: Waiting): boolean {
  const left = new Set(now.writes.map(({ writeId }) => writeId));
  return before.writes.some(({ writeId }) => !left.has(writeId));
}
