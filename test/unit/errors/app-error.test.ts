import { expect, it } from 'vitest';
import { AppError, toAppError } from '../../../shared/errors/app-error.ts';

it('of several failures the first is told, whatever could not be closed afterwards', async () => {
  const full = new AppError('disk-full');
  const work = async (): Promise<void> => {
    await using closing = new AsyncDisposableStack();
    closing.defer(() => Promise.reject(new Error('The audit trail was closed badly.')));
    closing.defer(() => Promise.reject(new AppError('state-not-flushed')));
    await Promise.reject(full);
  };
  expect(toAppError(await work().catch((thrown: unknown) => thrown))).toBe(full);
});
