import { contextBridge, ipcRenderer, webUtils, type IpcRendererEvent } from 'electron';
import { askForPort, portIsHere } from '../../shared/rpc/window-port.ts';
import { accentChannel, type PostedAccent } from '../../shared/rpc/window-accent.ts';
import { wishChannel, type PostedWish, type WindowWish } from '../../shared/rpc/window-wish.ts';

/** What this script sees of the page it stands before. */
interface PageSide {
  addEventListener(
    kind: 'message',
    listener: (event: { readonly source: unknown; readonly data: unknown }) => void,
  ): void;
  postMessage(
    message: string | PostedWish | PostedAccent,
    targetOrigin: string,
    transfer?: IpcRendererEvent['ports'],
  ): void;
}

declare const window: PageSide;

// The page learns that ports can be had, and gets them; it holds no handle to anything of Electron. Of a file that a
// person dropped or chose it may learn the path, so that the engine reads it: bytes do not cross the window contract.
contextBridge.exposeInMainWorld('cadLibrarySync', {
  port: true,
  pathOfFile: (file: Parameters<typeof webUtils.getPathForFile>[0]) => webUtils.getPathForFile(file),
});

window.addEventListener('message', ({ source, data }) => {
  if (source === window && data === askForPort) ipcRenderer.send(askForPort);
});

ipcRenderer.on(portIsHere, ({ ports }) => window.postMessage(portIsHere, '*', ports));

ipcRenderer.on(wishChannel, (_event, wish: WindowWish) => window.postMessage({ kind: wishChannel, wish }, '*'));

ipcRenderer.on(accentChannel, (_event, colour: string) => window.postMessage({ kind: accentChannel, colour }, '*'));
