import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as electron from '../../fakes/electron/electron.ts';
import type { Page } from '../../fakes/electron/page.ts';
import { provideModules } from '../../fakes/electron/provide-modules.ts';
import { createKeychain } from '../../fakes/keychain.ts';
import { eventually } from '../../eventually.ts';

/** The packed app while it runs. */
export interface RunningApp {
  /** The page that its window shows. */
  readonly page: Page;
  /** Quits it, and waits until its engine has ended. */
  quit(): Promise<void>;
}

/** Runs the main process of an app that lies in `folder` with the project's own Node, through the stand-in of Electron. */
export async function runPacked(folder: string, dataDir: string): Promise<RunningApp> {
  const modules = provideModules({ electron, keytar: createKeychain() });
  const usualArguments = process.argv;
  electron.app.appPath = folder;
  Object.assign(process, { resourcesPath: join(folder, '..') });
  process.argv = [process.execPath, '.', `--data=${dataDir}`];
  createRequire(import.meta.url)(join(folder, 'dist', 'electron', 'main.cjs'));
  const window = await eventually(() => {
    const [opened] = electron.BrowserWindow.getAllWindows();
    if (!opened) throw new Error('The app opened no window.');
    return opened;
  });
  await window.loaded;
  const { page } = window.webContents;
  if (!page) throw new Error('The window shows no page.');
  return {
    page,
    async quit() {
      const ended = new Promise((resolve) => electron.app.once('quit', resolve));
      electron.app.quit();
      await ended;
      modules.stop();
      process.argv = usualArguments;
    },
  };
}
