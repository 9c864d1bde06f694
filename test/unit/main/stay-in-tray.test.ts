import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { stayInTray } from '../../../electron/main/stay-in-tray.ts';
import { openWindowState } from '../../../electron/main/window-state.ts';
import { defaultSettings } from '../../../shared/rpc/settings.ts';
import { app, Notification } from '../../fakes/electron/electron.ts';
import { temporaryFolder } from './temporary-folder.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

beforeEach(() => {
  app.removeAllListeners();
  app.hasQuit = false;
  Notification.shown = [];
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
