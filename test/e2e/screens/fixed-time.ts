/** It is always the same moment where key screens are drawn: they say how long ago things happened. */
export const drawnAtMs = Date.UTC(2026, 8, 15, 9, 41);

Date.now = () => drawnAtMs;
