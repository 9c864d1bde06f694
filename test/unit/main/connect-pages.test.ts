import { MessageChannel } from 'node:worker_threads';
import type { MessagePortMain as ElectronPort } from 'electron';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectPages } from '../../../electron/main/connect-pages.ts';
import { askForPort } from '../../../shared/rpc/window-port.ts';
import { BrowserWindow, ipcMain, session } from '../../fakes/electron/electron.ts';
import { MessagePortMain } from '../../fakes/electron/message-ports.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

async function openPage() {
  session.defaultSession.protocol.handle('app', () => new Response('page'));
  const asked: { readonly windowId: number; readonly give: (port: ElectronPort) => void }[] = [];
  const onConnected = vi.fn();
  const stop = connectPages({ connect: (windowId, give) => void asked.push({ windowId, give }) }, onConnected);
  onTestFinished(stop);
  const { webContents } = new BrowserWindow({});
  await webContents.load('app://window/');
  return { asked, webContents, stop };
}

describe('a page that asks for the engine', () => {
  it('is heard when it is the page of this app', async () => {
    const { asked, webContents } = await openPage();
    ipcMain.emit(askForPort, webContents.ipcEvent());
    expect(asked.map(({ windowId }) => windowId)).toEqual([webContents.id]);
  });

  it.each(['https://example.com/', 'app://window.example.com/', 'file:///app/index.html', 'about:blank'])(
    'is not heard from %s',
    async (url) => {
      const { asked, webContents } = await openPage();
      ipcMain.emit(askForPort, webContents.ipcEvent(url));
      expect(asked).toEqual([]);
    },
  );

  it('is not heard when it is a frame inside of the page, or gone already', async () => {
    const { asked, webContents } = await openPage();
    ipcMain.emit(askForPort, webContents.ipcEvent('app://window/', { url: 'app://window/' }));
    ipcMain.emit(askForPort, { sender: webContents, senderFrame: null });
    expect(asked).toEqual([]);
  });

  it('gets nothing any more once it is closed: the port is closed, so that the engine forgets it', async () => {
    const { asked, webContents } = await openPage();
    ipcMain.emit(askForPort, webContents.ipcEvent());
    webContents.destroy();
    const { port1, port2 } = new MessageChannel();
    const closed = new Promise((resolve) => port2.once('close', () => resolve('closed')));
    asked[0]?.give(new MessagePortMain(port1));
    expect(await closed).toBe('closed');
  });

  it('is not heard any more after the app stopped listening', async () => {
    const { asked, webContents, stop } = await openPage();
    stop();
    ipcMain.emit(askForPort, webContents.ipcEvent());
    expect(asked).toEqual([]);
  });
});
