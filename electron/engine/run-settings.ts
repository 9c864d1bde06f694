import { settingsSchema, type Settings } from '../../shared/rpc/settings.ts';
import type { SettingsStore } from './state/settings-store.ts';

/** The settings that are kept, and over them those of this run only. */
export function createRunSettings(store: SettingsStore, ofRun: Partial<Settings> | undefined) {
  let settings: Settings = { ...store.settings(), ...ofRun };
  return {
    now: (): Settings => settings,

    save(patch: Partial<Settings>): Settings {
      settings = settingsSchema.parse({ ...settings, ...patch });
      store.saveSettings(settings);
      return settings;
    },
  };
}

export type RunSettings = ReturnType<typeof createRunSettings>;
