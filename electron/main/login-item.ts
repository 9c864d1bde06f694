import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app } from 'electron';

/** Starts the app without its window: so it is started when the person logs in. */
export const hiddenOption = '--hidden';

/**
 * Has the system start the app when the person logs in, or not. Only an app that is installed is: any other would start
 * from the folder of its sources.
 * @throws Error when the folder for this cannot be written to
 */
export function startAtLogin(starts: boolean): void {
  if (!app.isPackaged) return;
  const args = [hiddenOption];
  if (process.platform === 'linux') writeAutostart(starts);
  // Set once more, it is switched on again where the person switched it off in the Task Manager of Windows.
  else if (!starts || !app.getLoginItemSettings({ args }).openAtLogin)
    app.setLoginItemSettings({ openAtLogin: starts, args });
}

/** Whether macOS started the app because the person logged in: it passes no arguments on. */
export function wasStartedAtLogin(): boolean {
  return process.platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin;
}

/** Absolute path of what starts this app. */
export function programFile(): string {
  // An AppImage is unpacked elsewhere at every start; this is where it lies itself.
  return process.env['APPIMAGE'] ?? process.execPath;
}

/** Desktops of Linux start what is described in this folder; Electron knows no way of its own. */
function writeAutostart(starts: boolean): void {
  const file = join(app.getPath('appData'), 'autostart', 'cad-library-sync.desktop');
  if (!starts) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    `[Desktop Entry]\nType=Application\nName=CAD Library Sync\nExec="${escapeForExec(programFile())}" ${hiddenOption}\n`,
  );
}

/** As the Desktop Entry Specification quotes a program: first for the command, then for the value. */
function escapeForExec(program: string): string {
  return program
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%');
}
