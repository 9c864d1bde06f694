import { ipcMain, type IpcMainEvent } from 'electron';
import { askForPort, portIsHere } from '../../shared/rpc/window-port.ts';
import type { EngineProcess } from './engine-process.ts';
import { pagesOrigin } from './pages.ts';

/**
 * Gives each page of this app that asks for it a port to the engine.
 * @param onConnected a page has one
 * @returns stops doing so
 */
export function connectPages(engine: Pick<EngineProcess, 'connect'>, onConnected: () => void): () => void {
  const onAsk = (event: IpcMainEvent): void => {
    if (!isOwnPage(event)) return;
    const { sender } = event;
    engine.connect(sender.id, (port) => {
      if (sender.isDestroyed()) return port.close();
      sender.postMessage(portIsHere, null, [port]);
      onConnected();
    });
  };
  ipcMain.on(askForPort, onAsk);
  return () => ipcMain.off(askForPort, onAsk);
}

/** Only the page itself, not a frame inside of it and not a page from elsewhere. */
export function isOwnPage({ senderFrame }: IpcMainEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && senderFrame.url.startsWith(`${pagesOrigin}/`);
}
