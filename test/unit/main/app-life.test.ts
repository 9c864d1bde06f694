import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { claimData, endUnbegun, proveAsPackaged } from '../../../electron/main/app-life.ts';
import { openWindowState, windowStateName } from '../../../electron/main/window-state.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { app, dialog, protocol } from '../../fakes/electron/electron.ts';
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

describe('an app that is packaged', () => {
  it('does not begin where it cannot prove that it is as it was packaged', () => {
    app.isPackaged = true;
    app.appPath = join(temporaryFolder(), 'app.asar');
    expect(proveAsPackaged).toThrow(expect.objectContaining({ code: 'app-changed' }));
  });

  it('has nothing to prove before it is packaged', () => {
    app.isPackaged = false;
    onTestFinished(() => void (app.isPackaged = true));
    expect(proveAsPackaged).not.toThrow();
  });
});

describe('an app that cannot begin', () => {
  it('says why, and ends', () => {
    dialog.errors.length = 0;
    app.setPath('userData', temporaryFolder());
    endUnbegun(new AppError('app-changed'));
    expect(dialog.errors).toEqual([
      {
        title: 'Part of this app is not as it was installed.',
        content: expect.stringContaining('Install the app again') as unknown,
      },
    ]);
    expect(app.exitCode).toBe(1);
  });

  it('says so in the language of the system, and in that of the settings where they were known once', () => {
    dialog.errors.length = 0;
    app.languages = ['nl-NL'];
    onTestFinished(() => void (app.languages = ['en-GB']));
    const folder = temporaryFolder();
    app.setPath('userData', folder);
    endUnbegun(new AppError('app-changed'));
    openWindowState(join(folder, windowStateName)).keep({ language: 'en' });
    endUnbegun(new AppError('app-changed'));
    expect(dialog.errors[0]?.title).toBe('Een deel van deze app is niet zoals het is geïnstalleerd.');
    expect(dialog.errors[0]?.content).toContain('Installeer de app opnieuw');
    expect(dialog.errors[1]?.title).toBe('Part of this app is not as it was installed.');
  });
});
