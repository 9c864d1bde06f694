import { z } from 'zod';
import type { RateWindow, RequestCounts, WindowStanding } from '../../../http/request-counts.ts';
import type { Ask } from '../connections.ts';
import { databaseNow } from './clock.ts';

const standingRow = z.object({
  used: z.array(z.coerce.number()),
  ends_at: z.array(z.coerce.number()),
  now: z.number(),
});

/** Of requests that come at once, one reads the clock before another one begins the window, and may be counted after it. */
const readEarlierMs = 60_000;

/**
 * A window that is over begins anew with the request that is counted; so does one that has longer to go than it is long,
 * as it was begun before the clock was set back.
 */
const countOne = `
  WITH clock AS MATERIALIZED (SELECT ${databaseNow} AS now)
  INSERT INTO request_counts AS c (caller, used, ends_at)
  SELECT $1, (SELECT array_agg(1) FROM unnest($3::bigint[])),
    (SELECT array_agg(now + l ORDER BY n) FROM unnest($3::bigint[]) WITH ORDINALITY AS w (l, n)) FROM clock
  ON CONFLICT (caller) DO UPDATE SET
    used = (SELECT array_agg(CASE WHEN e - now > 0 AND e - now <= l + ${readEarlierMs} THEN u + 1 ELSE 1 END ORDER BY n)
      FROM clock, unnest(c.used, c.ends_at, $3::bigint[]) WITH ORDINALITY AS w (u, e, l, n)),
    ends_at = (SELECT array_agg(CASE WHEN e - now > 0 AND e - now <= l + ${readEarlierMs} THEN e ELSE now + l END ORDER BY n)
      FROM clock, unnest(c.ends_at, $3::bigint[]) WITH ORDINALITY AS w (e, l, n))
  WHERE NOT EXISTS (SELECT FROM clock, unnest(c.used, c.ends_at, $2::bigint[], $3::bigint[]) AS w (u, e, most, l)
    WHERE e - now > 0 AND e - now <= l + ${readEarlierMs} AND u >= most)
  RETURNING used, ends_at, (SELECT now FROM clock) AS now`;

const findStanding = `SELECT used, ends_at, ${databaseNow} AS now FROM request_counts WHERE caller = $1`;

/**
 * Counts in PostgreSQL, over all processes. The windows run by the database’s clock; their ends are told by the clock of
 * whoever asks. A database that crashes forgets them.
 */
export function createSharedCounts(ask: Ask): RequestCounts {
  return {
    async count(caller, windows, nowMs) {
      const most = windows.map(({ limit }) => Math.min(limit, Number.MAX_SAFE_INTEGER));
      const lengths = windows.map(({ lengthMs }) => lengthMs);
      for (;;) {
        const [counted] = await ask(countOne, [caller, most, lengths]);
        if (counted !== undefined) return { granted: true, standings: standingsOf(counted, windows, nowMs) };
        const [found] = await ask(findStanding, [caller]);
        const standings = found === undefined ? [] : standingsOf(found, windows, nowMs);
        if (standings.some(({ used, limit }) => used >= limit)) return { granted: false, standings };
        // The window that was full has ended in between.
      }
    },
  };
}

function standingsOf(row: unknown, windows: readonly RateWindow[], nowMs: number): WindowStanding[] {
  const { used, ends_at: ends, now } = standingRow.parse(row);
  return windows.map(({ limit, lengthMs }, index) => {
    const endsInMs = (ends[index] ?? 0) - now;
    if (endsInMs <= 0 || endsInMs > lengthMs + readEarlierMs) return { limit, used: 0, endsAt: nowMs + lengthMs };
    return { limit, used: used[index] ?? 0, endsAt: nowMs + Math.min(endsInMs, lengthMs) };
  });
}
