import { join } from 'node:path';
import { app, dialog, shell, type BrowserWindow } from 'electron';
import { AppError } from '../../shared/errors/app-error.ts';
import type { ShellVerbs } from '../channels/serve-shell.ts';

/** What the desktop does with files and folders. `window` is the one that dialogs belong to. */
export function createNativeShell(
  window: () => BrowserWindow | undefined,
): Pick<ShellVerbs, 'open' | 'reveal' | 'chooseFolder' | 'chooseSavePath'> {
  return {
    async open(absolutePath) {
      const failure = await shell.openPath(absolutePath);
      if (failure !== '') throw new AppError('file-not-opened', { detail: failure });
    },
    async reveal(absolutePath) {
      shell.showItemInFolder(absolutePath);
    },
    async chooseFolder() {
      const owner = window();
      const wanted = { properties: ['openDirectory', 'createDirectory'] } satisfies Electron.OpenDialogOptions;
      const { canceled, filePaths } = await (owner
        ? dialog.showOpenDialog(owner, wanted)
        : dialog.showOpenDialog(wanted));
      return canceled ? undefined : filePaths[0];
    },
    async chooseSavePath(suggestedName) {
      const owner = window();
      const wanted = {
        defaultPath: join(app.getPath('downloads'), suggestedName),
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      } satisfies Electron.SaveDialogOptions;
      const { canceled, filePath } = await (owner
        ? dialog.showSaveDialog(owner, wanted)
        : dialog.showSaveDialog(wanted));
      return canceled ? undefined : filePath;
    },
  };
}
