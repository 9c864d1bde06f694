import type { Settings } from '../../shared/rpc/settings.ts';
import type { ChangeLimits } from './judge/bounded-change.ts';

export interface EngineOptions {
  /** Whether folders are watched; without, they are scanned at the start only. */
  readonly watch: boolean;
  /** How long a vanished file may come back before that counts as its removal. */
  readonly absenceGraceMs: number;
  /** Downloads at least this long are gone on with where they broke off; keeping a record of one costs a flush. */
  readonly keepPartsFromBytes?: number;
  /** How many removals and overwrites pass without a question. */
  readonly changeLimits?: ChangeLimits;
  /** Within which time the bytes of every file are read once more, whatever its stat says. */
  readonly rereadPeriodMs?: number;
  /** Whether the service lists everything at the start, however lately it did: a run that ends states how things are. */
  readonly listsEverything?: boolean;
  /** How many keys are planned, or taken over from a list, before others get their turn. */
  readonly keysTogether?: number;
  /** Settings of this run only; they are not kept. */
  readonly settings?: Partial<Settings>;
}
