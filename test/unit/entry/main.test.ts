import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { flushingEnvironment } from '../../../electron/platform/flushing-threads.mjs';
import { eventually } from '../../eventually.ts';
import { preventable } from '../../fakes/electron/preventable.ts';
import { app, BrowserWindow, dialog, Tray, utilityProcess } from '../../fakes/electron/electron.ts';
import { scriptEngine } from '../main/scripted-engine.ts';
import { temporaryFolder } from '../main/temporary-folder.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

const entry = new URL('../../../electron/entry/main.ts', import.meta.url).href;
let starts = 0;

/** Runs the main process as Electron does, up to where it waits for Electron to be ready. */
async function startWith(...args: readonly string[]): Promise<void> {
  const usual = process.argv;
  process.argv = ['/opt/app', ...args];
  onTestFinished(() => void (process.argv = usual));
  starts += 1;
  // With another query it is another module, which runs again.
  await import(`${entry}?start=${starts}`);
}

/** Lets Electron be ready when the test says so. */
function holdBack(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const waiting = vi.spyOn(app, 'whenReady').mockReturnValue(promise);
  onTestFinished(() => waiting.mockRestore());
  return resolve;
}

beforeEach(() => {
  app.removeAllListeners();
  app.isPackaged = false;
  app.isOnlyOne = true;
  app.hasQuit = false;
  app.exitCode = undefined;
  dialog.errors.length = 0;
  Tray.all = [];
  onTestFinished(() => {
    app.isPackaged = true;
    app.removeAllListeners();
    vi.unstubAllEnvs();
  });
});

describe('a desktop app that cannot begin', () => {
  it('says why, and leaves nothing that would keep the next start from beginning', async () => {
    vi.stubEnv('CADSYNC_CLIENT_SECRET_FILE', join(temporaryFolder(), 'gone'));
    await startWith(`--data=${temporaryFolder()}`);
    await eventually(() => expect(app.exitCode).toBe(1));
    expect(dialog.errors.map(({ content }) => content)).toEqual([
      expect.stringContaining('The file that CADSYNC_CLIENT_SECRET_FILE names cannot be read.'),
    ]);
    expect(BrowserWindow.getAllWindows()).toEqual([]);
  });

  it('says so too where it cannot have its folder', async () => {
    await startWith(`--data=${join(import.meta.filename, 'data')}`);
    await eventually(() => expect(app.exitCode).toBe(1));
    expect(dialog.errors).toHaveLength(1);
  });

  it('leaves the folder to the app that has it, without a word', async () => {
    app.isOnlyOne = false;
    await startWith(`--data=${temporaryFolder()}`);
    expect(app.exitCode).toBe(0);
    expect(dialog.errors).toEqual([]);
  });
});

describe('a link that starts the desktop app', () => {
  it('is followed, also where macOS tells it before Electron is ready', async () => {
    const { latest } = scriptEngine();
    const becomeReady = holdBack();
    await startWith(`--data=${temporaryFolder()}`, '--hidden');
    const event = preventable();
    app.emit('open-url', event, 'cadsync://product/8719900100018');
    expect(event.defaultPrevented).toBe(true);
    becomeReady();
    await eventually(() => expect(BrowserWindow.getAllWindows()).toHaveLength(1));
    const quit = new Promise((resolve) => app.once('quit', resolve));
    app.quit();
    latest().exit(0);
    await quit;
    expect(utilityProcess.forked.map(({ env }) => env)).toEqual([expect.objectContaining(flushingEnvironment)]);
  });
});
