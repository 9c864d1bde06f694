import type { ViewOptions } from '../../../shared/api/caller.ts';

/** Learns whether what is asked waits, because the service cannot be asked now. */
export function createWaits(): { readonly options: ViewOptions; readonly said: () => { waits?: true } } {
  let isWaiting = false;
  return {
    options: { onWaiting: () => (isWaiting = true) },
    said: () => (isWaiting ? { waits: true } : {}),
  };
}
