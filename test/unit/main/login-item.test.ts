import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { argumentsOfNextStart, readLaunch } from '../../../electron/main/launch.ts';
import { startAtLogin, wasStartedAtLogin } from '../../../electron/main/login-item.ts';
import { app } from '../../fakes/electron/electron.ts';
import { temporaryFolder } from './temporary-folder.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

function on(platform: NodeJS.Platform): void {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  onTestFinished(() => void vi.restoreAllMocks());
}

beforeEach(() => {
  app.isPackaged = true;
  app.loginItem = undefined;
});

describe('starting at login', () => {
  it.each(['win32', 'darwin'] as const)('is asked of the system, without a window (%s)', (platform) => {
    on(platform);
    startAtLogin(true);
    expect(app.loginItem).toEqual({ openAtLogin: true, args: ['--hidden'] });
    startAtLogin(false);
    expect(app.loginItem).toEqual({ openAtLogin: false, args: ['--hidden'] });
  });

  it('is not asked for again where the system has it: a person may have switched it off there', () => {
    on('win32');
    startAtLogin(true);
    const asked = vi.spyOn(app, 'setLoginItemSettings');
    startAtLogin(true);
    expect(asked).not.toHaveBeenCalled();
    startAtLogin(false);
    startAtLogin(true);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it('is described to desktops of Linux, whatever the folder of the program is called', () => {
    on('linux');
    const folder = temporaryFolder();
    app.setPath('appData', folder);
    vi.stubEnv('APPIMAGE', '/home/ann/My $apps/100% CAD.AppImage');
    onTestFinished(() => void vi.unstubAllEnvs());
    const file = join(folder, 'autostart', 'cad-library-sync.desktop');
    startAtLogin(true);
    expect(readFileSync(file, 'utf8')).toContain('Exec="/home/ann/My \\\\$apps/100%% CAD.AppImage" --hidden\n');
    startAtLogin(false);
    startAtLogin(false);
    expect(existsSync(file)).toBe(false);
  });

  it('is left alone for an app that is not installed', () => {
    on('win32');
    app.isPackaged = false;
    startAtLogin(true);
    expect(app.loginItem).toBeUndefined();
  });

  it('is not known again by an app that is started once more: that has its window', () => {
    expect(argumentsOfNextStart(['/opt/app', '--hidden', '--data=/d'])).toEqual(['--data=/d']);
  });

  it('is known again at the next start', () => {
    expect(readLaunch(['/opt/app', '--hidden']).isHidden).toBe(true);
    expect(readLaunch(['/opt/app']).isHidden).toBe(false);
    on('darwin');
    app.wasOpenedAtLogin = true;
    onTestFinished(() => void (app.wasOpenedAtLogin = false));
    expect(wasStartedAtLogin()).toBe(true);
  });
});
