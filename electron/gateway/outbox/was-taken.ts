import type { AppError } from '../../../shared/errors/app-error.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';

/**
 * Whether the service took what it was sent, and only its answer could not be read: sent again it may be done twice, and
 * the way to the service is not to blame.
 */
export function wasTaken({ code, receivedStatus = 0 }: AppError): boolean {
  return code === 'unreadable-answer' && receivedStatus >= 200 && receivedStatus < 300;
}

/** Whether nobody knows if it was done: it did not get there, or its answer did not get here. */
export function isAnswerLost({ code }: AppError): boolean {
  return code === 'answer-incomplete' || code === 'interrupted-by-sleep' || cutOffOf(code) !== undefined;
}
