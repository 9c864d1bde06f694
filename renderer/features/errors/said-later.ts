import type { App } from '../../state/app.svelte.ts';

interface Waits {
  readonly waits?: true | undefined;
  readonly waitedBefore?: true | undefined;
}

/** What is said of something that was done; that it goes to the service later, where it waits. */
export function saidLater(app: App, said: string, { waits, waitedBefore }: Waits): string {
  if (!waits) return said;
  return `${said}. ${waitedBefore ? app.texts.saving.waitedBefore : app.texts.saving.later}`;
}

/** What is said in the place of a number that something has only once the service has it; `undefined` where it has. */
export function unstoredText(
  app: App,
  { waits, refused }: { readonly waits?: true | undefined; readonly refused?: true | undefined },
): string | undefined {
  if (refused) return app.texts.saving.refused;
  return waits && app.texts.saving.waits;
}
