import { AppError } from '../../../shared/errors/app-error.ts';

/**
 * For `catch`, where the data of a service is opened: says how to get it free where a process works on it, and throws
 * anything else on.
 */
export function sayHowToFree(detail: string): (thrown: unknown) => never {
  return (thrown) => {
    if (!(thrown instanceof AppError && thrown.code === 'service-data-in-use')) throw thrown;
    throw new AppError('service-data-in-use', { detail, cause: thrown });
  };
}
