import type { ViewOptions } from '../../../shared/api/caller.ts';

/** Whether what was asked waits, and whether it did before. */
interface Said {
  waits?: true;
  waitedBefore?: true;
}

/** Asks with options by which it is learned whether that waits, because the service cannot be asked now: the answer says so. */
export async function orWaits<Answer extends object>(
  ask: (options: ViewOptions) => Promise<Answer>,
): Promise<Answer & Said> {
  let said: Said = {};
  const answer = await ask({
    onWaiting: (waitedBefore) => (said = { waits: true, ...(waitedBefore ? { waitedBefore } : {}) }),
  });
  return { ...answer, ...said };
}
