import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { claimData, closeBeforeQuit } from '../../../electron/main/app-life.ts';
import { app, protocol } from '../../fakes/electron/electron.ts';
import { temporaryFolder } from './temporary-folder.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

beforeEach(() => {
  app.removeAllListeners();
  app.hasQuit = false;
  app.isOnlyOne = true;
  app.isSandboxed = false;
  protocol.privileged.length = 0;
});

describe('claiming the data folder', () => {
  it('makes it, keeps what Chromium writes apart, and sandboxes every page', () => {
    const folder = join(temporaryFolder(), 'new', 'data');
    expect(claimData(folder)).toBe(folder);
    expect(existsSync(folder)).toBe(true);
    expect(app.getPath('userData')).toBe(folder);
    expect(app.getPath('sessionData')).toBe(join(folder, 'browser'));
    expect(app.isSandboxed).toBe(true);
    expect(protocol.privileged).toHaveLength(1);
  });

  it("takes Electron's folder where none is named", () => {
    const folder = temporaryFolder();
    app.setPath('userData', folder);
    expect(claimData(undefined)).toBe(folder);
  });

  it('fails when another app has it', () => {
    app.isOnlyOne = false;
    expect(claimData(temporaryFolder())).toBeUndefined();
    expect(protocol.privileged).toEqual([]);
  });
});

describe('quitting', () => {
  it('waits until everything is closed, once', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const close = vi.fn(() => promise);
    closeBeforeQuit(close);
    const quit = new Promise((done) => app.once('quit', done));
    app.quit();
    app.quit();
    expect(app.hasQuit).toBe(false);
    resolve();
    await quit;
    expect(close).toHaveBeenCalledTimes(1);
  });

  it('goes on when closing fails', async () => {
    closeBeforeQuit(() => Promise.reject(new Error('the disk is full')));
    const quit = new Promise((done) => app.once('quit', done));
    app.quit();
    await quit;
    expect(app.hasQuit).toBe(true);
  });

  it.each([
    ['linux', true],
    ['win32', true],
    ['darwin', false],
  ])('follows the last window on %s: %s', (platform, follows) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform as NodeJS.Platform);
    const close = vi.fn(async () => undefined);
    closeBeforeQuit(close);
    app.emit('window-all-closed');
    expect(close).toHaveBeenCalledTimes(follows ? 1 : 0);
    vi.restoreAllMocks();
  });
});
