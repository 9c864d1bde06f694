import { ipcMain, systemPreferences, type IpcMainEvent } from 'electron';
import { accentChannel } from '../../shared/rpc/window-accent.ts';
import { askForPort } from '../../shared/rpc/window-port.ts';
import { isOwnPage } from './connect-pages.ts';
import type { MainWindow } from './main-window.ts';

/** What macOS calls it when its colours change; the other systems have an event of Electron's. */
const macNews = 'NSSystemColorsDidChangeNotification';

/** Tells the page the accent colour of the system: when it begins to listen, and whenever it changes. @returns ends it */
export function followAccent(window: Pick<MainWindow, 'current'>): () => void {
  const send = (): void => {
    const colour = accentNow();
    if (colour !== undefined) window.current?.webContents.send(accentChannel, colour);
  };
  // To ask for the engine is the first act of a page, and then it listens.
  const onAsk = (event: IpcMainEvent): void => {
    if (event.sender === window.current?.webContents && isOwnPage(event)) send();
  };
  ipcMain.on(askForPort, onAsk);
  systemPreferences.on('accent-color-changed', send);
  const isMac = process.platform === 'darwin';
  const subscription = isMac ? systemPreferences.subscribeLocalNotification(macNews, send) : undefined;
  return () => {
    ipcMain.off(askForPort, onAsk);
    systemPreferences.off('accent-color-changed', send);
    if (subscription !== undefined) systemPreferences.unsubscribeLocalNotification(subscription);
  };
}

/** As `#rrggbb`; `undefined` where the system has none or does not tell. */
function accentNow(): string | undefined {
  try {
    const [digits] = /^[0-9a-f]{6}/.exec(systemPreferences.getAccentColor().toLowerCase()) ?? [];
    return digits && `#${digits}`;
  } catch {
    return undefined;
  }
}
