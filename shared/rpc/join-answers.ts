import type { ErrorRecord } from '../errors/app-error.ts';
import type { PublishAnswer, WithdrawAnswer } from './release-records.ts';

/** More than one call may carry is asked for in several: their answers as one. */
export function joinPublished(answers: readonly PublishAnswer[]): PublishAnswer {
  return {
    queued: answers.flatMap(({ queued }) => queued),
    already: answers.reduce((sum, { already }) => sum + already, 0),
    refused: answers.flatMap(({ refused }) => refused),
  };
}

/** Nothing came of a call. What others queued is told all the same. */
export function allRefused(named: readonly string[], error: ErrorRecord): PublishAnswer {
  return { queued: [], already: 0, refused: named.map((one) => ({ named: one, error })) };
}

export function joinWithdrawn(answers: readonly WithdrawAnswer[]): WithdrawAnswer {
  const sum = (part: keyof WithdrawAnswer) => answers.reduce((total, answer) => total + answer[part], 0);
  return { withdrawn: sum('withdrawn'), sent: sum('sent'), gone: sum('gone') };
}
