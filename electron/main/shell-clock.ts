/** Time, as the main process needs it. */
export interface ShellClock {
  /** What the computer's clock says. A person or a time server may set it, so nothing is measured by it. */
  now(): number;
  /** What has passed is measured by it: nobody sets it. */
  steadyMs(): number;
  /** Calls back once after `delayMs`; the returned function takes it back. */
  after(delayMs: number, callback: () => void): () => void;
}
