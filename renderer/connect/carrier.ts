import type { ClientLink } from '@orpc/client';

/** One standing connection to the engine. It ends once and is never revived; a new one is opened instead. */
export interface Carrier {
  readonly link: ClientLink<Record<never, never>>;
  /** Resolves when the connection has ended, whoever ended it. */
  readonly ended: Promise<void>;
  readonly close: () => void;
}

/** Opens a connection; rejects when there is none to be had, or when `signal` aborts. */
export type OpenCarrier = (signal: AbortSignal) => Promise<Carrier>;
