import { AppError } from '../../../shared/errors/app-error.ts';

/**
 * What is sent from a form goes in the place of what it was begun with, and of nothing that was set since.
 * @param shown what the person was shown; absent where they say what is to be set whatever it was
 * @throws AppError `changed-meanwhile` where something else is set now
 */
export function expectAsShown<T extends object>(now: T, shown: Partial<T> | undefined): void {
  if (JSON.stringify({ ...now, ...shown }) !== JSON.stringify(now)) throw new AppError('changed-meanwhile');
}
