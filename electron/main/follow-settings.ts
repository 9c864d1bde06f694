import type { WriteLog } from '../../shared/log/log-events.ts';
import { defaultSettings, type Settings } from '../../shared/rpc/settings.ts';
import type { ActionName } from '../../shared/rpc/actions.ts';
import { setAppMenu } from './app-menu.ts';
import { startAtLogin } from './login-item.ts';
import { languageAtStart } from './language-at-start.ts';
import type { MainWindow } from './main-window.ts';
import type { WindowStateFile } from './window-state.ts';

interface FollowSettingsOptions {
  readonly act: (action: ActionName) => void;
  readonly window: Pick<MainWindow, 'useTheme'>;
  readonly windowState: WindowStateFile;
  /** Whether this app is the one that the system starts at login. */
  readonly hasLoginItem: boolean;
  readonly log: WriteLog;
}

/** What of the desktop is as the settings have it. */
interface FollowedSettings {
  /** As they were used last; before that, those of a new state, in the language of last time. */
  readonly current: Settings;
  use(next: Settings): void;
}

/** Keeps menus and colours as the person wants them, and whether the app is started at login. */
export function followSettings(options: FollowSettingsOptions): FollowedSettings {
  const { act, window, windowState, hasLoginItem, log } = options;
  let current: Settings = { ...defaultSettings, language: languageAtStart(windowState.current) };
  let known: Settings | undefined;
  setAppMenu(current.language, act);
  return {
    get current() {
      return current;
    },
    use(next) {
      if (next.language !== current.language) setAppMenu(next.language, act);
      if (next.language !== windowState.current.language) windowState.keep({ language: next.language });
      window.useTheme(next.theme);
      if (hasLoginItem && next.startAtLogin !== known?.startAtLogin) setStartAtLogin(next.startAtLogin, log);
      current = known = next;
    },
  };
}

function setStartAtLogin(starts: boolean, log: WriteLog): void {
  try {
    startAtLogin(starts);
  } catch (error) {
    log('warn', 'login-start-not-set', { error });
  }
}
