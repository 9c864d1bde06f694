import { join } from 'node:path';
import { app } from 'electron';
import { ownNames } from '../privacy/own-names.ts';
import { openPrivateFolder } from '../privacy/private-files.ts';
import { registerPagesScheme } from './pages.ts';

/**
 * What has to be settled before Electron is ready: where data lies, and that this is the only app on that data.
 * @param dataDir absolute path of the folder; none: the one Electron has for this app
 * @returns the folder, or `undefined` when another app has it, which then comes to the front
 */
export function claimData(dataDir: string | undefined): string | undefined {
  const folder = dataDir ?? app.getPath('userData');
  // Electron's folder for this app is the app's whatever Chromium put there.
  openPrivateFolder(folder, dataDir === undefined ? () => true : ownNames.data);
  app.setPath('userData', folder);
  // What Chromium keeps for itself stays apart from what the app keeps for a person.
  app.setPath('sessionData', join(folder, 'browser'));
  if (!app.requestSingleInstanceLock()) return undefined;
  app.enableSandbox();
  registerPagesScheme();
  return folder;
}

/**
 * Ends the app when its window is closed, except on macOS, and not before `close` is done.
 * @param close finishes everything; runs once
 */
export function closeBeforeQuit(close: () => Promise<void>): void {
  let state: 'running' | 'closing' | 'closed' = 'running';
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    const end = (): void => {
      state = 'closed';
      app.quit();
    };
    // What cannot be closed must not keep the app from ending.
    close().then(end, end);
  });
}
