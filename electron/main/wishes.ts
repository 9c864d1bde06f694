import { ipcMain, type BrowserWindow, type IpcMainEvent } from 'electron';
import { askForPort } from '../../shared/rpc/window-port.ts';
import { wishChannel, type WindowWish } from '../../shared/rpc/window-wish.ts';
import { isOwnPage } from './connect-pages.ts';
import type { MainWindow } from './main-window.ts';

/** Has the window do something, whether or not it is open yet. */
export interface Wishes {
  /** Brings the window to the front and has it do this, as soon as its page listens; the last wish counts. */
  send(wish: WindowWish): void;
  stop(): void;
}

/** Makes the way from the desktop to the page of the window. */
export function createWishes(window: MainWindow): Wishes {
  let waiting: WindowWish | undefined;
  /** The window whose page listens: it does when it asks for the engine, its first act. */
  let listening: BrowserWindow | undefined;

  const deliver = (wish: WindowWish): void => listening?.webContents.send(wishChannel, wish);
  const onAsk = (event: IpcMainEvent): void => {
    if (!window.current || event.sender !== window.current.webContents || !isOwnPage(event)) return;
    listening = window.current;
    if (waiting) deliver(waiting);
    waiting = undefined;
  };
  ipcMain.on(askForPort, onAsk);

  return {
    send(wish) {
      window.show();
      if (listening && listening === window.current) deliver(wish);
      else waiting = wish;
    },
    stop: () => ipcMain.off(askForPort, onAsk),
  };
}
