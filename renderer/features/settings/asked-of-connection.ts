import type { AtStakeRecord } from '../../../shared/rpc/library-records.ts';

/** What a person is asked before a connection is taken. */
export interface AskedOfConnection {
  /** The origins that would be spoken to without encryption. */
  readonly unencrypted: readonly string[];
  readonly canMoveIn: boolean;
  readonly atStake: AtStakeRecord;
}

/** What a person said yes to. */
export interface Accepted {
  readonly atStake: boolean;
  readonly http: boolean;
  /** What the service inside the app has stays there. */
  readonly startWithout: boolean;
}

export const nothingAccepted: Accepted = { atStake: false, http: false, startWithout: false };
