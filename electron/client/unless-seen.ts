import { hash } from 'node:crypto';
import type { SeenAnswer } from '../../shared/api/caller.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { isRefusal } from './answer-error.ts';
import type { Answer } from './exchange.ts';
import { notModified } from './operation-runner.ts';
import { textOf } from './read-answer.ts';

/** The text of an answer; or none, where it is the one that was seen, and whether it was sent all the same. */
type TextUnlessSeen =
  | { readonly seen: SeenAnswer; readonly text: string }
  | { readonly seen: SeenAnswer; readonly text: undefined; readonly wasSent: boolean };

/**
 * Asks with the tag of what was seen. A service that refuses that is asked again without, and from then on at once so.
 * @param ask asks once, naming a tag or none
 */
export async function askUnlessSeen<Outcome extends { readonly seen: SeenAnswer }>(
  seen: SeenAnswer | undefined,
  ask: (tag: string | undefined) => Promise<Outcome>,
): Promise<Outcome> {
  const tag = seen?.refusesTags === true ? undefined : seen?.tag;
  try {
    return await ask(tag);
  } catch (thrown) {
    if (tag === undefined || !(thrown instanceof AppError && isRefusal(thrown))) throw thrown;
    const outcome = await ask(undefined);
    return { ...outcome, seen: { ...outcome.seen, refusesTags: true } };
  }
}

/** Reads an answer to a question that may have named a tag. @throws AppError as reading a body does */
export async function readUnlessSeen(
  answer: Answer,
  seen: SeenAnswer | undefined,
  longestBytes: number,
): Promise<TextUnlessSeen> {
  if (answer.status === notModified && seen) {
    answer.body.discard();
    return { seen, text: undefined, wasSent: false };
  }
  const text = await textOf(answer, longestBytes);
  const now = {
    tag: strongTag(answer.headers['etag']),
    digest: hash('sha256', text, 'base64'),
    refusesTags: seen?.refusesTags === true,
  };
  return now.digest === seen?.digest ? { seen: now, text: undefined, wasSent: true } : { seen: now, text };
}

/** A weak tag stands for answers that are only much alike. */
function strongTag(tag: string | undefined): string | undefined {
  return tag !== undefined && /^"[\x21\x23-\x7e]*"$/.test(tag) ? tag : undefined;
}
