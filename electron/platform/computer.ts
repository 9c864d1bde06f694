import { hostname, uptime } from 'node:os';

/** This computer, as other programs name it in their lock files. */
export const thisComputer = {
  name: hostname(),
  startedMs: (): number => Date.now() - uptime() * 1_000,
};
