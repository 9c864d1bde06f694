import { describe, expect, it } from 'vitest';
import { administer, openAs } from '../../../../../postgres/administer.ts';
import { openShared } from '../../../open-test-store.ts';

const minute = 60_000;
const windows = [
  { limit: 10, lengthMs: minute },
  { limit: Infinity, lengthMs: 24 * 60 * minute },
];

describe('requests that are counted over all processes', () => {
  it('are granted up to the limit and never one more, however many ask at once', async () => {
    const caller = `c-${crypto.randomUUID()}`;
    const here = (await openShared()).office.requestCounts;
    const there = (await openAs(`p${crypto.randomUUID()}`)).office.requestCounts;
    const asked = Array.from({ length: 120 }, (_, index) => (index % 2 ? here : there).count(caller, windows, 1_000));
    const answers = await Promise.all(asked);
    expect(answers.filter(({ granted }) => granted)).toHaveLength(10);
    expect(
      answers
        .filter(({ granted }) => granted)
        .map(({ standings }) => standings[0]?.used)
        .toSorted((a = 0, b = 0) => a - b),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    // A request that was refused counts nowhere.
    const last = await there.count(caller, windows, 1_000);
    expect(last.standings.map(({ used }) => used)).toEqual([10, 10]);
  });

  it.each([
    ['ends, which is told by the clock of the process that asks', -minute],
    ["was begun before the database's clock was set back by an hour", 60 * minute],
  ])('begin anew when their window %s', async (_, moreMs) => {
    const caller = `c-${crypto.randomUUID()}`;
    const { requestCounts } = (await openShared()).office;
    const one = [{ limit: 1, lengthMs: minute }];
    const wrongClock = 5_000;
    await requestCounts.count(caller, one, wrongClock);
    const full = await requestCounts.count(caller, one, wrongClock);
    expect(full.granted).toBe(false);
    expect(full.standings[0]?.endsAt).toBeGreaterThan(wrongClock);
    expect(full.standings[0]?.endsAt).toBeLessThanOrEqual(wrongClock + minute);
    const admin = await administer();
    await admin.query(
      'UPDATE cadsync.request_counts SET ends_at = (SELECT array_agg(e + $2::bigint) FROM unnest(ends_at) AS e) WHERE caller = $1',
      [caller, moreMs],
    );
    const anew = await requestCounts.count(caller, one, wrongClock);
    expect(anew).toEqual({ granted: true, standings: [{ limit: 1, used: 1, endsAt: wrongClock + minute }] });
  });
});
