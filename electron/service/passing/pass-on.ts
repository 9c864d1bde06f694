import { cutOffOf } from '../../../shared/errors/reachability.ts';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';
import { catalogue, type ErrorCode } from '../../../shared/errors/catalogue.ts';

/** Failures of the service behind, or of the account with which it is asked: nothing that who asks here can mend. */
const behind: ReadonlySet<ErrorCode> = new Set([
  'service-failed',
  'internal-error',
  'service-full',
  'answer-incomplete',
  'license-code-rejected',
  'license-code-missing',
]);

/**
 * Asks the service behind. Its answers stay what they are, also those that refuse something; that it could not be asked
 * is an error of its own, because whoever asks here has other credentials than those that count there.
 */
export async function passOn<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === 'right-missing' || (error.code === 'request-rejected' && error.receivedStatus === 403))
      throw new AppError('service-behind-forbids', { cause: error, detail: error.message });
    if (error.code === 'request-rejected')
      throw new AppError('invalid-request', { cause: error, detail: error.message });
    if (cutOffOf(error.code) === undefined && !behind.has(error.code)) throw error;
    throw new AppError('service-behind-away', { cause: error, detail: catalogue[error.code].happened });
  }
}
