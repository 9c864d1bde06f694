/** Time, as the main process needs it. */
export interface ShellClock {
  now(): number;
  /** Calls back once after `delayMs`; the returned function takes it back. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Writes one line into the log of the main process. */
export type ShellLog = (
  level: 'info' | 'warn' | 'error',
  message: string,
  about?: Readonly<Record<string, unknown>>,
) => void;
