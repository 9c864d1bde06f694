import type { ClientLink } from '@orpc/client';

/** One standing connection to the engine. It ends once and is never revived; a new one is opened instead. */
export interface Carrier {
  readonly link: ClientLink<Record<never, never>>;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

/** Opens a connection; rejects when there is none to be had, or when `signal` aborts: with `ShutOutError` for good. */
export type OpenCarrier = (signal: AbortSignal) => Promise<Carrier>;

/** Thrown where the app runs and does not let this tab in, which trying again does not change. */
export class ShutOutError extends Error {
  override readonly name = 'ShutOutError';
}
