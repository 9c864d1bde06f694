import type { ViewOptions } from '../../../shared/api/caller.ts';

/** Whether what was asked waits, and whether it did before. */
interface Said {
  waits?: true;
  waitedBefore?: true;
}

/** Learns whether what is asked waits, because the service cannot be asked now. */
export function createWaits(): { readonly options: ViewOptions; readonly said: () => Said } {
  let said: Said = {};
  return {
    options: { onWaiting: (waitedBefore) => (said = { waits: true, ...(waitedBefore ? { waitedBefore } : {}) }) },
    said: () => said,
  };
}
