import type { App } from '../../state/app.svelte.ts';
import { withdrawReleases } from '../../state/release-keys.ts';

/** Takes queued releases back, as far as they were not sent, and says what became of each. */
export async function takeBackReleases(app: App, entryIds: readonly number[]): Promise<void> {
  const answer = await app.act((client) => withdrawReleases(client, entryIds));
  if (answer) app.notices.done(app.texts.activity.takenBack(answer), { isLeft: answer.withdrawn === 0 });
}
