import { AppError } from '../../shared/errors/app-error.ts';

/**
 * Waits for a shared promise until the signal is aborted; the promise goes on for the others.
 * @throws AppError `cancelled` on abort
 */
export function untilAborted<T>(shared: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const cancel = (): void => reject(new AppError('cancelled'));
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  shared.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', cancel));
}
