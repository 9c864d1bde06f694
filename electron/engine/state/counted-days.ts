import type { Clock, Database } from '../ports.ts';
import { number, shape, type RowOf } from './row.ts';
import { insert, sql } from './sql.ts';

export const dayMs = 86_400_000;

/**
 * A clock that goes on from the last day, within so long, counts at once at the start of a run: many a run is over in a
 * minute.
 */
const likelyMs = 366 * dayMs;

/** Any other one counts when it was not set for so long: it may be wrong until the network comes. */
const provenAfterMs = 3_600_000;

/** By so much two even clocks may come apart. */
const toleranceMs = 60_000;

/** What is dated later was dated by a clock that was ahead, or by one that is behind now: the date says nothing. */
export const latestMs = (nowMs: number): number => nowMs + dayMs;

/** A day that the app counted, and what the clock showed at its beginning. */
type CountedDay = RowOf<typeof readDay>;

const readDay = shape({ day: number('day'), dateMs: number('date_ms') });

/**
 * The days that the app has seen pass, whatever is done to the clock: all that pass while it runs, and of the time
 * between two runs, or by which the clock was set, one at most. What is to stay for some days stays for as many of these.
 */
export function createCountedDays(database: Database) {
  /** Since when the clock has not been set. */
  let even: { readonly nowMs: number; readonly steadyMs: number; readonly isLikely: boolean } | undefined;

  return {
    /** Counts what has passed. To be called now and then. */
    count(clock: Pick<Clock, 'now' | 'steadyMs'>): void {
      const [nowMs, steadyMs] = [clock.now(), clock.steadyMs()];
      const wasSet = even && Math.abs(nowMs - even.nowMs - (steadyMs - even.steadyMs)) > toleranceMs;
      const isLikely = even?.isLikely ?? goesOnFrom(lastDay(database), nowMs);
      if (!even || wasSet) even = { nowMs, steadyMs, isLikely: isLikely && !wasSet };
      if (!even.isLikely && steadyMs - even.steadyMs < provenAfterMs) return;
      for (let last = lastDay(database); ; last = lastDay(database)) {
        const dueMs = last && last.dateMs <= latestMs(nowMs) ? last.dateMs + dayMs : -Infinity;
        const dateMs = Math.max(even.nowMs, dueMs);
        if (dateMs > nowMs) return;
        database.run(insert('counted_day', { day: (last?.day ?? 0) + 1, date_ms: dateMs }));
      }
    },

    /** What the clock showed so many days ago, by itself and by the days that were counted; else -Infinity. */
    before(days: number, nowMs: number): number {
      const day = (lastDay(database)?.day ?? 0) - days;
      const then = database.get(sql`SELECT * FROM counted_day WHERE day = ${day}`, readDay);
      return Math.min(then?.dateMs ?? -Infinity, nowMs - days * dayMs);
    },

    /** Until when at least something stays that is to stay for so many days. */
    staysUntilMs(kept: { readonly keptMs: number; readonly keptDay: number }, days: number, nowMs: number): number {
      const { day, dateMs } = lastDay(database) ?? { day: 0, dateMs: -Infinity };
      // Right after the clock was set it shows no moment of this day.
      const sinceMs = Math.min(nowMs, Math.max(dateMs, nowMs - dayMs));
      const byCountMs = sinceMs + (days - (day - kept.keptDay)) * dayMs;
      return kept.keptMs > latestMs(nowMs) ? byCountMs : Math.max(kept.keptMs + days * dayMs, byCountMs);
    },
  };
}

export type CountedDays = ReturnType<typeof createCountedDays>;

function goesOnFrom(last: CountedDay | undefined, nowMs: number): boolean {
  return !last || (last.dateMs <= nowMs && nowMs - last.dateMs <= likelyMs);
}

/** The number of the day that was counted last; 0 before the first. */
export function countedDay(database: Database): number {
  return lastDay(database)?.day ?? 0;
}

function lastDay(database: Database): CountedDay | undefined {
  return database.get(sql`SELECT * FROM counted_day ORDER BY day DESC LIMIT 1`, readDay);
}
