import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { followSettings } from '../../../electron/main/follow-settings.ts';
import { defaultSettings } from '../../../shared/rpc/settings.ts';
import { openWindowState } from '../../../electron/main/window-state.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { app, Menu } from '../../fakes/electron/electron.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

const useTheme = vi.fn();
const follow = (hasLoginItem: boolean, windowState = openWindowState(`${temporaryFolder()}/window.json`)) =>
  followSettings({ act: vi.fn(), window: { useTheme }, windowState, hasLoginItem, log: vi.fn() });

beforeEach(() => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
  onTestFinished(() => void vi.restoreAllMocks());
  useTheme.mockClear();
  app.isPackaged = true;
  app.loginItem = undefined;
});

describe('the desktop', () => {
  it('starts the app at login as the settings have it, from the first on', () => {
    const settings = follow(true);
    expect(app.loginItem).toBeUndefined();
    settings.use({ ...defaultSettings, startAtLogin: true });
    expect(app.loginItem).toMatchObject({ openAtLogin: true });
    settings.use({ ...defaultSettings, startAtLogin: false });
    expect(app.loginItem).toMatchObject({ openAtLogin: false });
  });

  it('goes on starting the usual app at login, whatever is set in an app on another folder', () => {
    const settings = follow(false);
    settings.use({ ...defaultSettings, startAtLogin: true });
    settings.use({ ...defaultSettings, startAtLogin: false });
    expect(app.loginItem).toBeUndefined();
  });

  it('has its menus in the language of the settings, and the window its colours', () => {
    const settings = follow(false);
    settings.use({ ...defaultSettings, language: 'nl', theme: 'dark' });
    expect(useTheme).toHaveBeenCalledExactlyOnceWith('dark');
    expect(Menu.application?.items.map(({ label }) => label)).toEqual(['Bestand', 'Bewerken', 'Beeld']);
    expect(settings.current.language).toBe('nl');
  });

  it('begins in the language of the system, and from then on in that of the settings', () => {
    app.languages = ['fr-FR', 'nl-BE', 'en-US'];
    onTestFinished(() => void (app.languages = ['en-GB']));
    const windowState = openWindowState(`${temporaryFolder()}/window.json`);
    const menus = () => Menu.application?.items.map(({ label }) => label);
    follow(false, windowState).use({ ...defaultSettings, language: 'en' });
    expect(menus()).toEqual(['File', 'Edit', 'View']);
    Menu.application = undefined;
    follow(false, windowState);
    expect(menus()).toEqual(['File', 'Edit', 'View']);
    follow(false);
    expect(menus()).toEqual(['Bestand', 'Bewerken', 'Beeld']);
  });
});
