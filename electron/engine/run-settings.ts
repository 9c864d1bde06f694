import { settingsSchema, type Settings } from '../../shared/rpc/settings.ts';
import type { SettingsStore } from './state/settings-store.ts';

/** The settings that are kept, and over them those of this run only. */
export function createRunSettings(store: SettingsStore, ofRun: Partial<Settings> | undefined) {
  let kept = store.settings();
  let over: Partial<Settings> = { ...ofRun };
  return {
    now: (): Settings => ({ ...kept, ...over }),

    save(patch: Partial<Settings>): Settings {
      kept = settingsSchema.parse({ ...kept, ...patch });
      store.saveSettings(kept);
      // What is set now counts, whatever the run began with.
      over = Object.fromEntries(Object.entries(over).filter(([name]) => !(name in patch)));
      return { ...kept, ...over };
    },
  };
}
