import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
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
  return (
    code === 'answer-incomplete' ||
    code === 'interrupted-by-sleep' ||
    code === 'service-busy' ||
    cutOffOf(code) !== undefined
  );
}

/**
 * The answer to a question about a write. What refuses the question says nothing of the write.
 * @throws AppError `answer-incomplete` in the place of such a refusal
 */
export function answerAbout<T>(question: Promise<T>): Promise<T> {
  return question.catch((thrown: unknown) => {
    const error = toAppError(thrown);
    const isRefused = wasTaken(error) || !(error.retryable || isAnswerLost(error) || error.code === 'cancelled');
    throw isRefused ? new AppError('answer-incomplete', { detail: error.message, cause: error }) : error;
  });
}
