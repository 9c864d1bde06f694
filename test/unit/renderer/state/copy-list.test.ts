import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCopyList } from '../../../../renderer/state/copy-list.svelte.ts';
import type { Session } from '../../../../renderer/state/session.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** As the engine answers: a copy whose file was deleted is missing in its page, and in the total told with that. */
function sessionWith(copies: number, deleted: readonly number[]): Session {
  const backups = async ({ offset, limit }: { offset: number; limit: number }) => {
    const page = Array.from({ length: Math.max(0, Math.min(limit, copies - offset)) }, (_, place) => offset + place);
    const there = page.filter((number) => !deleted.includes(number));
    const total = copies - (page.length - there.length);
    return { total, rows: there.map((number) => ({ backupId: `${number}` })) };
  };
  return { connected: true, client: { files: { backups } }, subscribe: () => () => undefined } as unknown as Session;
}

it('shows all copies that are there, also where some were deleted by hand', async () => {
  const list = createCopyList(sessionWith(1_001, [3, 600]));
  for (let pages = 1; pages < 30; pages += 1) list.showMore();
  await vi.advanceTimersByTimeAsync(1_000);
  expect([list.copies.length, list.total]).toEqual([999, 999]);
  list.close();
});
