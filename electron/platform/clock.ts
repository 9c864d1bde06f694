/** The real clock. */
export const systemClock = {
  now: (): number => Date.now(),
  steadyMs: (): number => performance.timeOrigin + performance.now(),
  after(delayMs: number, callback: () => void): () => void {
    const timer = setTimeout(callback, Math.min(delayMs, 2_147_483_647));
    return () => clearTimeout(timer);
  },
};
