/** A clock that passes, and is set, when a test says so. */
export function createShelfClock() {
  let nowMs = Date.now();
  let steadyMs = 0;
  return {
    now: (): number => nowMs,
    steadyMs: (): number => steadyMs,
    pass(ms: number): void {
      nowMs += ms;
      steadyMs += ms;
    },
    /** Forward or back; nothing else knows of it. */
    set: (byMs: number): void => void (nowMs += byMs),
  };
}
