import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createReleaseNews, releaseTopic } from '../../../../renderer/state/release-news.ts';
import type { Session, SessionNews } from '../../../../renderer/state/session.svelte.ts';
import { english } from '../../../../renderer/texts/en.ts';

let told: string | undefined;
let tell: (news: SessionNews) => void = () => undefined;
const notices = {
  done: (text: string, more?: { readonly topic?: string | undefined }): void => {
    expect(more?.topic).toBe(releaseTopic);
    told = text;
  },
  told: () => told,
};
const session = {
  subscribe: (listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  },
};
const released = async (title: string): Promise<void> => {
  const entry = { activityId: 1, atMs: 1, kind: 'released', title, version: '3.0' } as const;
  tell({ kind: 'activity', id: 1, entry });
  await vi.advanceTimersByTimeAsync(1_000);
};

beforeEach(() => {
  vi.useFakeTimers();
  told = undefined;
  createReleaseNews(session as unknown as Session, notices, () => english.activity);
});
afterEach(() => vi.useRealTimers());

describe('the news of releases', () => {
  test('takes the place of what was said when they were asked for', async () => {
    told = 'Being published.';
    await released('Pump.rfa');
    expect(told).toBe('Pump.rfa: published as 3.0');
  });

  test('counts on while it can still be read, and begins anew once it is gone', async () => {
    await released('Pump.rfa');
    await released('Valve.rfa');
    expect(told).toBe('2 files published');
    told = undefined;
    await released('Drain.rfa');
    expect(told).toBe('Drain.rfa: published as 3.0');
  });
});
