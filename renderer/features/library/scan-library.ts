import type { App } from '../../state/app.svelte.ts';

/** Has the folder of a library looked through again, and says so. */
export const scanLibrary = (app: App, libraryId: string): Promise<unknown> =>
  app.act(
    (client) => client.libraries.scan({ libraryId }),
    () => app.texts.library.scanStarted,
  );
