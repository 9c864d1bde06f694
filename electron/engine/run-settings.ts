import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import { settingsPatch, type Settings } from '../../shared/rpc/settings.ts';
import { describeUnread, type SettingName, type SettingsStore } from './state/settings-store.ts';

/** Together they say what is cleared away; while one of them cannot be read, nobody knows what a person wants kept. */
const limits: readonly (readonly SettingName[])[] = [
  ['backupDays'],
  ['historyDays', 'historyMegabytes'],
  ['mirrorMegabytes'],
];

/** The settings that are kept, and over them those of this run only. */
export function createRunSettings(store: SettingsStore, ofRun: Partial<Settings> | undefined) {
  let kept = store.settings();
  let unread = store.unreadSettings();
  let isLanguageOpen = !store.isKept('language');
  let over: Partial<Settings> = { ...ofRun };
  return {
    /** As they are shown. */
    now: (): Settings => ({ ...kept, ...over }),

    /** As they are followed: what only another version of the app can read takes nothing away that is kept. */
    inForce: (): Settings => ({ ...kept, ...endless(unread), ...over }),

    isLanguageOpen: (): boolean => isLanguageOpen,

    /** How many cannot be read. */
    unreadCount: (): number => unread.length,

    /** That some settings cannot be read, where that is so. */
    problem: (): ErrorRecord | undefined => describeUnread(unread),

    save(patch: Partial<Settings>): Settings {
      store.saveSettings(settingsPatch.parse(patch));
      [kept, unread] = [store.settings(), store.unreadSettings()];
      isLanguageOpen &&= patch.language === undefined;
      // What is set now counts, whatever the run began with.
      over = Object.fromEntries(Object.entries(over).filter(([name]) => !(name in patch)));
      return { ...kept, ...over };
    },
  };
}

function endless(unread: readonly SettingName[]): Partial<Settings> {
  const open = limits.filter((names) => names.some((name) => unread.includes(name)));
  return Object.fromEntries(open.flat().map((name) => [name, Infinity]));
}
