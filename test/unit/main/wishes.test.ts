import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMainWindow } from '../../../electron/main/main-window.ts';
import { openWindowState } from '../../../electron/main/window-state.ts';
import { createWishes } from '../../../electron/main/wishes.ts';
import { askForPort } from '../../../shared/rpc/window-port.ts';
import { readPostedWish, wishChannel, type WindowWish } from '../../../shared/rpc/window-wish.ts';
import { BrowserWindow, ipcMain, session } from '../../fakes/electron/electron.ts';
import { createHandClock } from './hand-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

const product: WindowWish = { kind: 'product', gtin: '8719900100018' };
const file: WindowWish = { kind: 'file', key: 'Revit/2025/EC011022/7/MC000101/2/Template' };

function prepare() {
  session.defaultSession.protocol.handle('app', () => new Response('page'));
  const window = createMainWindow({
    state: openWindowState(`${temporaryFolder()}/window.json`),
    preload: '/app/preload.cjs',
    clock: createHandClock(),
    log: () => undefined,
  });
  const wishes = createWishes(window);
  onTestFinished(() => {
    wishes.stop();
    window.close();
  });
  /** What the page is told from now on. */
  const listen = async () => {
    const [shown] = BrowserWindow.getAllWindows();
    if (!shown) throw new Error('There is no window.');
    await shown.loaded;
    const send = vi.spyOn(shown.webContents, 'send');
    ipcMain.emit(askForPort, shown.webContents.ipcEvent());
    return () => send.mock.calls.map(([channel, wish]) => (channel === wishChannel ? wish : channel));
  };
  return { window, wishes, listen };
}

describe('what the desktop wants of the window', () => {
  it('opens it, and is done as soon as its page listens; the last wish counts', async () => {
    const { wishes, listen } = prepare();
    wishes.send(product);
    wishes.send(file);
    expect(BrowserWindow.getAllWindows()).toHaveLength(1);
    const told = await listen();
    expect(told()).toEqual([file]);
  });

  it('is done at once by a page that listens, and brings its window to the front', async () => {
    const { window, wishes, listen } = prepare();
    window.show();
    const told = await listen();
    wishes.send(product);
    expect(told()).toEqual([product]);
    expect(BrowserWindow.getAllWindows()[0]?.calls).toContain('focus');
  });

  it('waits for the next page where the window was closed meanwhile', async () => {
    const { window, wishes, listen } = prepare();
    window.show();
    await listen();
    BrowserWindow.getAllWindows()[0]?.close();
    wishes.send(product);
    expect((await listen())()).toEqual([product]);
  });
});

describe('what is posted into the page', () => {
  it('is a wish where it is one', () => {
    for (const wish of [product, file, { kind: 'action', action: 'publish' } as const]) {
      expect(readPostedWish({ kind: wishChannel, wish })).toEqual(wish);
    }
  });

  it.each([
    undefined,
    null,
    'cadsync:wish',
    { kind: 'other', wish: product },
    { kind: wishChannel },
    { kind: wishChannel, wish: { kind: 'action', action: 'format-disk' } },
    { kind: wishChannel, wish: { kind: 'product', gtin: 12 } },
    { kind: wishChannel, wish: { kind: 'file' } },
    { kind: wishChannel, wish: { kind: 'else' } },
  ])('is nothing where it is none: %j', (data) => {
    expect(readPostedWish(data)).toBeUndefined();
  });
});
