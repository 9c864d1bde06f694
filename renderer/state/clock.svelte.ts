/** The time of day, moving on often enough for "10 seconds ago" to stay true. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  readonly close: () => void;
}

export function createClock(everyMs: number): Clock {
  let nowMs = $state(Date.now());
  const timer = setInterval(() => (nowMs = Date.now()), everyMs);
  return {
    get nowMs() {
      return nowMs;
    },
    close: () => clearInterval(timer),
  };
}
