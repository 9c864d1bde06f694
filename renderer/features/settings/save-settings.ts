import type { Settings } from '../../../shared/rpc/settings.ts';
import type { App } from '../../state/app.svelte.ts';

/** Saves some of the settings and says so. @returns whether they count now */
export const saveSettings = async (app: App, change: Partial<Settings>): Promise<boolean> =>
  (await app.act(
    (client) => client.settings.save(change),
    () => app.texts.settings.saved,
  )) !== undefined;
