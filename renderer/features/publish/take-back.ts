import type { App, WayBack } from '../../state/app.svelte.ts';
import { withdrawKeys } from '../../state/release-keys.ts';

/** How releases that were just asked for are taken back, as far as they were not sent. */
/** @param keys of which some may have been refused */
export function takeBackReleases(app: App, keys: readonly string[]): WayBack<number> {
  let count = 0;
  let sent = 0;
  return {
    act: async (client, queued) => {
      count = await withdrawKeys(client, keys);
      sent = Math.max(0, queued - count);
    },
    done: () => app.texts.activity.takenBack(count, sent),
  };
}
