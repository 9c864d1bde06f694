import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotConnectedError } from '../../../../renderer/connect/engine-client.ts';
import { createTypedSearch, type TypedSearch } from '../../../../renderer/state/typed-search.svelte.ts';
import type { Session } from '../../../../renderer/state/session.svelte.ts';

let failure: Error | undefined;
let search: TypedSearch<string[]>;

const typed = async (text: string): Promise<void> => {
  search.type(text);
  await vi.advanceTimersByTimeAsync(1_000);
};

beforeEach(() => {
  vi.useFakeTimers();
  failure = undefined;
  search = createTypedSearch({ connected: true } as unknown as Session, async (text) => {
    if (failure) throw failure;
    return [`found for ${text}`];
  });
});
afterEach(() => vi.useRealTimers());

describe('a search for what is typed', () => {
  it.each([
    ['the app is not reached', new NotConnectedError('gone'), undefined],
    ['it fails', new Error('broken'), 'unexpected-failure'],
  ])('says that nobody knows what would be found where %s', async (_why, thrown, code) => {
    await typed('pump');
    expect([search.value, search.isFailed]).toEqual([['found for pump'], false]);
    failure = thrown;
    await typed('valve');
    expect([search.value, search.isFailed, search.isBehind]).toEqual([undefined, true, false]);
    expect(search.error?.code).toBe(code);
  });

  it('is over with a text that is taken away, and with an answer', async () => {
    failure = new Error('broken');
    await typed('pump');
    await typed('');
    expect(search.isFailed).toBe(false);
    await typed('pump');
    failure = undefined;
    await typed('valve');
    expect([search.value, search.isFailed]).toEqual([['found for valve'], false]);
  });
});
