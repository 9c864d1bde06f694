import { homedir } from 'node:os';
import { join } from 'node:path';
import envPaths from 'env-paths';

const productName = 'CAD Library Sync';

/** Where this computer keeps the data of applications for the person who is signed in. */
export function applicationDataDir(): string {
  return envPaths(productName, { suffix: '' }).data;
}

/** The state of libraries that the command line syncs, where no other folder is named. */
export function commandLineStateDir(): string {
  return join(applicationDataDir(), 'command-line');
}

/** Where states are to be looked for when no folder is named: the app's, also where it was installed, and ours. */
export function usualStateDirs(): readonly string[] {
  // On macOS both places of the app are one.
  return [...new Set([installedAppDataDir(), applicationDataDir(), commandLineStateDir()])];
}

/** Electron's own place for an application's data. */
function installedAppDataDir(): string {
  if (process.platform === 'win32') {
    return join(process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), productName);
  }
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support', productName);
  return join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), productName);
}
