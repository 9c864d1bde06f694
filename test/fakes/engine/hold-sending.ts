import { expect } from 'vitest';
import { queuedOf } from './queued-of.ts';
import type { World } from './world.ts';

/**
 * Has it take long to write that the bytes of a file are about to be sent.
 * @param begin has the file sent
 * @returns lets it be written
 */
export async function holdSending(world: World, begin: () => unknown): Promise<() => void> {
  const { promise: isWritten, resolve: letWrite } = Promise.withResolvers<void>();
  const isSending = () =>
    queuedOf(world.engine).some(({ state, intent }) => state === 'running' && intent.operation === 'upload');
  world.beforeTogether = () => (isSending() ? isWritten : undefined);
  await begin();
  await world.clock.advance(10_000);
  expect(isSending()).toBe(true);
  world.beforeTogether = undefined;
  return letWrite;
}
