import { vi } from 'vitest';

/** What `look` gives once it throws no more. A machine that is busy with other tests is given its time. */
export const eventually = <T>(look: () => T | Promise<T>, timeoutMs = 30_000): Promise<T> =>
  vi.waitFor(look, { timeout: timeoutMs, interval: 50 });
