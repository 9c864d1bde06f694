import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { followAccent } from '../../../electron/main/follow-accent.ts';
import { createMainWindow } from '../../../electron/main/main-window.ts';
import { openWindowState } from '../../../electron/main/window-state.ts';
import { accentChannel, readPostedAccent } from '../../../shared/rpc/window-accent.ts';
import { askForPort } from '../../../shared/rpc/window-port.ts';
import { BrowserWindow, ipcMain, session, systemPreferences } from '../../fakes/electron/electron.ts';
import { createHandClock } from './hand-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

/** A window whose page listens, and what it is told from then on. */
async function listen() {
  session.defaultSession.protocol.handle('app', () => new Response('page'));
  const window = createMainWindow({
    state: openWindowState(`${temporaryFolder()}/window.json`),
    preload: '/app/preload.cjs',
    clock: createHandClock(),
    log: () => undefined,
  });
  const stop = followAccent(window);
  onTestFinished(() => {
    stop();
    window.close();
  });
  window.show();
  const [shown] = BrowserWindow.getAllWindows();
  if (!shown) throw new Error('There is no window.');
  await shown.loaded;
  const send = vi.spyOn(shown.webContents, 'send');
  ipcMain.emit(askForPort, shown.webContents.ipcEvent());
  return { stop, told: () => send.mock.calls };
}

beforeEach(() => {
  systemPreferences.accent = '0078D7ff';
});

describe('the accent colour of the system', () => {
  it('is told to a page that begins to listen, and again when it changes', async () => {
    const { told, stop } = await listen();
    expect(told()).toEqual([[accentChannel, '#0078d7']]);
    systemPreferences.become('ffb900ff');
    expect(told().at(-1)).toEqual([accentChannel, '#ffb900']);
    stop();
    systemPreferences.become('e74856ff');
    expect(told()).toHaveLength(2);
  });

  it('is not told where the system has none, or says something else', async () => {
    systemPreferences.accent = undefined;
    const { told } = await listen();
    systemPreferences.become('');
    expect(told()).toEqual([]);
  });

  it('is read by the page from the post of its preload script alone', () => {
    expect(readPostedAccent({ kind: accentChannel, colour: '#0078d7' })).toBe('#0078d7');
    for (const other of [undefined, 'red', { colour: '#0078d7' }, { kind: accentChannel, colour: 'url(//x)' }])
      expect(readPostedAccent(other)).toBeUndefined();
  });
});
