import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listenToDesktop, stayInTray } from '../../../electron/main/entrances.ts';
import { openWindowState } from '../../../electron/main/window-state.ts';
import { defaultSettings } from '../../../shared/rpc/settings.ts';
import { preventable } from '../../fakes/electron/preventable.ts';
import { app, Notification } from '../../fakes/electron/electron.ts';
import { temporaryFolder } from './temporary-folder.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

const link = 'cadsync://product/8719900100018';
const wish = { kind: 'product', gtin: '8719900100018' };

function listen(platform: NodeJS.Platform = 'linux') {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  const show = vi.fn();
  const send = vi.fn();
  const entrances = listenToDesktop();
  onTestFinished(() => {
    entrances.stop();
    vi.restoreAllMocks();
  });
  return { show, send, open: () => entrances.open({ show, wishes: { send } }) };
}

beforeEach(() => {
  app.removeAllListeners();
  app.hasQuit = false;
  app.isPackaged = true;
  app.schemes.length = 0;
  Notification.shown = [];
});

describe('the app that runs', () => {
  it('shows its window when it is started a second time, or called from the dock', () => {
    const { show, send, open } = listen();
    open();
    app.emit('second-instance', {}, ['/opt/app'], '/');
    app.emit('activate');
    expect(show).toHaveBeenCalledTimes(2);
    expect(send).not.toHaveBeenCalled();
  });

  it('goes where a link leads, by a second start or as macOS tells it', () => {
    const { send, open } = listen();
    open();
    app.emit('second-instance', {}, ['/opt/app', link], '/');
    const event = preventable();
    app.emit('open-url', event, link);
    expect(event.defaultPrevented).toBe(true);
    expect(send.mock.calls).toEqual([[wish], [wish]]);
  });

  it('shows itself as it is where a link leads nowhere', () => {
    const { show, send, open } = listen();
    open();
    app.emit('second-instance', {}, ['/opt/app', 'cadsync://file/../../etc/passwd'], '/');
    expect(send).not.toHaveBeenCalled();
    expect(show).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['win32', ['cadsync']],
    ['darwin', []],
  ] as const)('is the program for its links, where no installer says so (%s)', (platform, schemes) => {
    listen(platform).open();
    expect(app.schemes).toEqual(schemes);
  });
});

describe('the app that starts', () => {
  it('goes where the link leads that started it, which macOS tells once, before the app is ready', () => {
    const { show, send, open } = listen('darwin');
    app.emit('open-url', preventable(), link);
    app.emit('second-instance', {}, ['/opt/app'], '/');
    open();
    expect(send.mock.calls).toEqual([[wish]]);
    expect(show).not.toHaveBeenCalled();
  });

  it('shows its window to whoever starts it once more meanwhile', () => {
    const { show, open } = listen();
    app.emit('second-instance', {}, ['/opt/app'], '/');
    open();
    expect(show).toHaveBeenCalledTimes(1);
  });

  it('shows nothing of its own accord', () => {
    const { show, send, open } = listen('darwin');
    app.emit('activate');
    open();
    expect([show, send].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });
});

describe('when the window is closed', () => {
  function close(platform: NodeJS.Platform, { inTray = true, isEnding = false } = {}) {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    const windowState = openWindowState(`${temporaryFolder()}/window.json`);
    const staying = stayInTray({
      leaving: { isEnding },
      surroundings: { settings: { ...defaultSettings, inTray } },
      windowState,
    });
    onTestFinished(() => {
      staying.stop();
      vi.restoreAllMocks();
    });
    app.emit('window-all-closed');
    app.emit('window-all-closed');
  }

  it.each(['win32', 'linux'] as const)('the app stays in the tray, and says so the first time (%s)', (platform) => {
    close(platform);
    expect(app.hasQuit).toBe(false);
    expect(Notification.shown.map(({ options }) => options.title)).toEqual(['CAD Library Sync keeps running']);
  });

  it('the app ends where the person wants that', () => {
    close('win32', { inTray: false });
    expect(app.hasQuit).toBe(true);
  });

  it.each([
    ['on macOS', 'darwin', false],
    ['while it is about to end', 'win32', true],
  ] as const)('the app stays without a word %s', (_when, platform, isEnding) => {
    close(platform, { inTray: false, isEnding });
    expect(app.hasQuit).toBe(false);
    expect(Notification.shown).toEqual([]);
  });
});
