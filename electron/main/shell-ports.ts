import type { WriteLog } from '../../shared/log/log-events.ts';

/** Time, as the main process needs it. */
export interface ShellClock {
  now(): number;
  /** Calls back once after `delayMs`; the returned function takes it back. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Writes one line into the log of the main process. */
export type ShellLog = WriteLog;
