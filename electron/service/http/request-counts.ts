/** A stretch of time in which so many requests are answered. */
export interface RateWindow {
  readonly limit: number;
  readonly lengthMs: number;
}

/** How far a window is used up. */
export interface WindowStanding {
  readonly limit: number;
  readonly used: number;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

/** Counts requests; where processes share clients, they share the counts. */
export interface RequestCounts {
  /**
   * Counts a request in all windows, or in none where one of them is full.
   * @param caller whose windows are meant
   * @param nowMs milliseconds since 1970
   */
  count(
    caller: string,
    windows: readonly RateWindow[],
    nowMs: number,
  ): Promise<{ readonly granted: boolean; readonly standings: readonly WindowStanding[] }>;
}

/** Counts in memory, which end with the process. */
export function createRequestCounts(): RequestCounts {
  const callers = new Map<string, { used: number; endsAt: number }[]>();
  return {
    async count(caller, windows, nowMs) {
      const counts = callers.get(caller) ?? windows.map(() => ({ used: 0, endsAt: 0 }));
      callers.set(caller, counts);
      const standing = windows.map((window, index) => ({ ...window, count: counts[index] ?? { used: 0, endsAt: 0 } }));
      for (const { count, lengthMs } of standing) {
        const leftMs = count.endsAt - nowMs;
        // A window that has longer to go than it is long was begun before the clock was set back.
        if (leftMs > 0 && leftMs <= lengthMs) continue;
        count.used = 0;
        count.endsAt = nowMs + lengthMs;
      }
      const granted = standing.every(({ count, limit }) => count.used < limit);
      if (granted) for (const { count } of standing) count.used += 1;
      return { granted, standings: standing.map(({ limit, count }) => ({ limit, ...count })) };
    },
  };
}
