import type { AppError } from '../../../shared/errors/app-error.ts';

/**
 * Whether the service took what it was sent, and only its answer could not be read: sent again it may be done twice, and
 * the way to the service is not to blame.
 */
export function wasTaken({ code, receivedStatus = 0 }: AppError): boolean {
  return code === 'unreadable-answer' && receivedStatus >= 200 && receivedStatus < 300;
}
