import type { App, WayBack } from '../../state/app.svelte.ts';
import { withdrawKeys } from '../../state/release-keys.ts';

/** How releases that were just asked for are taken back, as far as they were not sent. */
export function takeBackReleases(app: App, keys: readonly string[]): WayBack<unknown> {
  let count = 0;
  return {
    act: async (client) => {
      count = await withdrawKeys(client, keys);
    },
    done: () => (count > 0 ? app.texts.activity.withdrawn : app.texts.activity.tooLateToWithdraw),
  };
}
