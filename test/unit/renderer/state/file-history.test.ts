import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFileHistory } from '../../../../renderer/state/file-history.svelte.ts';
import type { Session } from '../../../../renderer/state/session.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks nothing more of a file once somebody looks at another one', async () => {
  const detail = Promise.withResolvers<{ file: { key: string } }>();
  const get = vi.fn(() => detail.promise);
  const list = vi.fn();
  const client = { files: { get }, versions: { list } };
  const session = { connected: true, client, subscribe: () => () => undefined } as unknown as Session;
  const known = createFileHistory(session, 'file-1');
  await vi.advanceTimersByTimeAsync(1_000);
  known.close();
  detail.resolve({ file: { key: 'a key' } });
  known.refresh();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([get.mock.calls.length, list.mock.calls.length]).toEqual([1, 0]);
});
