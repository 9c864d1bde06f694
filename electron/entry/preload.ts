import { contextBridge, ipcRenderer, type IpcRendererEvent } from 'electron';
import { askForPort, portIsHere } from '../../shared/rpc/window-port.ts';

/** What this script sees of the page it stands before. */
interface PageSide {
  addEventListener(
    kind: 'message',
    listener: (event: { readonly source: unknown; readonly data: unknown }) => void,
  ): void;
  postMessage(message: string, targetOrigin: string, transfer: IpcRendererEvent['ports']): void;
}

declare const window: PageSide;

// The page learns that ports can be had, and gets them; it holds no handle to anything of Electron.
contextBridge.exposeInMainWorld('cadLibrarySync', { port: true });

window.addEventListener('message', ({ source, data }) => {
  if (source === window && data === askForPort) ipcRenderer.send(askForPort);
});

ipcRenderer.on(portIsHere, ({ ports }) => window.postMessage(portIsHere, '*', ports));
