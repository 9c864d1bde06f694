import { join } from 'node:path';
import { app, dialog } from 'electron';
import { describeError, toAppError } from '../../shared/errors/app-error.ts';
import { errorWords } from '../../shared/words/errors/error-words.ts';
import { ownNames } from '../privacy/own-names.ts';
import { openPrivateFolder } from '../privacy/private-files.ts';
import { languageAtStart } from './language-at-start.ts';
import { registerPagesScheme } from './pages.ts';
import { proveOutside } from './prove-outside.ts';
import { openWindowState, windowStateName } from './window-state.ts';

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
  // The name under which Windows shows notifications and groups windows.
  if (process.platform === 'win32') app.setAppUserModelId('io.github.cad-library-sync');
  app.enableSandbox();
  registerPagesScheme();
  return folder;
}

/**
 * Proves that the app is as it was packaged, before anything from outside of its archive is loaded.
 * @throws AppError as `proveOutside`
 */
export function proveAsPackaged(): void {
  if (app.isPackaged) proveOutside(app.getAppPath());
}

/** Says why the app cannot begin, and ends it: one without a window would also keep the next start from beginning. */
export function endUnbegun(thrown: unknown): void {
  const error = toAppError(thrown);
  const state = openWindowState(join(app.getPath('userData'), windowStateName));
  const words = errorWords[languageAtStart(state.current)];
  dialog.showErrorBox(words.happened(error.code), describeError(error, words));
  app.exit(1);
}
