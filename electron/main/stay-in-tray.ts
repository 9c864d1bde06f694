import { app, Notification } from 'electron';
import { desktopWords } from '../../shared/words/desktop.ts';
import type { Leaving } from './leaving.ts';
import type { Surroundings } from './surroundings.ts';
import type { WindowStateFile } from './window-state.ts';

interface StayOptions {
  readonly leaving: Pick<Leaving, 'isEnding'>;
  readonly surroundings: Pick<Surroundings, 'settings'>;
  readonly windowState: WindowStateFile;
}

/** Keeps the app in the tray when its window is closed, unless the person wants otherwise, and says so the first time. */
export function stayInTray({ leaving, surroundings, windowState }: StayOptions): { stop(): void } {
  const onAllClosed = (): void => {
    if (process.platform === 'darwin' || leaving.isEnding) return;
    const { inTray, language } = surroundings.settings;
    if (!inTray) return app.quit();
    if (windowState.current.knowsTray || !Notification.isSupported()) return;
    windowState.keep({ knowsTray: true });
    new Notification(desktopWords[language].stillHere).show();
  };
  app.on('window-all-closed', onAllClosed);
  return { stop: () => app.off('window-all-closed', onAllClosed) };
}
