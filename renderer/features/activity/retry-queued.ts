import type { App } from '../../state/app.svelte.ts';

/** Has what waits tried now, all of it or one entry, and says so. */
export const retryQueued = (app: App, entryId?: number): Promise<unknown> =>
  app.act(
    (client) => client.queue.retry(entryId === undefined ? {} : { entryId }),
    () => app.texts.activity.retried,
  );
