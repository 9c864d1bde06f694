import { beforeEach, describe, expect, it } from 'vitest';
import type { ActivityRecord } from '../../../../shared/rpc/activity-records.ts';
import { createActivityHistory, type ActivityHistory } from '../../../../renderer/state/activity-history.svelte.ts';
import type { Session, SessionNews } from '../../../../renderer/state/session.svelte.ts';

/** All that happened has the numbers from 1 to this one. */
let newestId: number;
let tell: (news: SessionNews) => void;
let history: ActivityHistory;

const entryOf = (activityId: number): ActivityRecord => ({
  activityId,
  atMs: activityId,
  kind: 'uploaded',
  title: 'x',
});
const answered = () => new Promise((resolve) => setImmediate(resolve));

async function list({ limit, beforeId = newestId + 1 }: { limit: number; beforeId?: number }) {
  return Array.from({ length: Math.min(limit, beforeId - 1) }, (_none, place) => entryOf(beforeId - 1 - place));
}
function happen(count: number, isTold: boolean): void {
  for (let left = count; left > 0; left -= 1) {
    newestId += 1;
    if (isTold) tell({ kind: 'activity', id: newestId, entry: entryOf(newestId) });
  }
}
/** The numbers of what is shown, which lack none between the newest and the oldest. */
function shown(): number[] {
  const ids = (history.entries ?? []).map(({ activityId }) => activityId);
  expect(ids).toEqual(ids.map((_id, place) => newestId - place));
  return ids;
}

beforeEach(async () => {
  newestId = 10;
  const session = {
    connected: true,
    client: { activity: { list } },
    subscribe(listener: typeof tell) {
      tell = listener;
      return () => undefined;
    },
  };
  history = createActivityHistory(session as unknown as Session);
  await answered();
});

describe('the history of what happened', () => {
  it('has no gap where much happened while the window was away', async () => {
    happen(3, true);
    happen(250, false);
    tell({ kind: 'snapshot' });
    happen(2, true);
    await answered();
    expect(shown()).toHaveLength(102);
    await history.showOlder();
    expect(shown()).toHaveLength(202);
  });

  it('has no gap where older pages are asked for while the newest are read again', async () => {
    happen(250, true);
    tell({ kind: 'snapshot' });
    await history.showOlder();
    expect(shown()).toHaveLength(200);
  });

  it('has no gap however much is told to a window that stays open', async () => {
    happen(1_500, true);
    await answered();
    expect(shown()).toHaveLength(600);
    expect(history.hasOlder).toBe(true);
  });
});
