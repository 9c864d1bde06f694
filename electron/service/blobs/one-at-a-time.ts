import type { Sha256 } from '../../../shared/model/sha256.ts';

/** Does what speaks of the same bytes one after the other, so that bytes are never removed while they are kept. */
export type OneAtATime = <T>(sha256: Sha256, take: () => Promise<T>) => Promise<T>;

/** A queue for each hash that somebody speaks of. */
export function createOneAtATime(): OneAtATime {
  const last = new Map<Sha256, Promise<unknown>>();
  return async (sha256, take) => {
    const turn = (last.get(sha256) ?? Promise.resolve()).then(take, take);
    last.set(sha256, turn);
    try {
      return await turn;
    } finally {
      if (last.get(sha256) === turn) last.delete(sha256);
    }
  };
}
