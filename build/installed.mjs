// Remembers what was installed. npm runs it after `npm ci` and `npm install`, so that the next command does not install
// everything once more. Plain JavaScript without packages: it has to run before any is there.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.installed-from');
const lockFile = join(root, 'package-lock.json');

/** The project's own Node. */
export const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** What node_modules has to agree with: the lock file, and the machine that the native parts were chosen for. */
function wantedState() {
  const lock = readFileSync(lockFile);
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}`;
}

/** Whether all packages that the lock file names are there, for this machine. */
export function isInstalled() {
  return existsSync(ownNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wantedState();
}

/** To be called once everything is installed. */
export function noteInstalled() {
  writeFileSync(stamp, wantedState());
}

/** Whether npm has just installed everything that the lock file names, as far as it tells. */
function hasInstalledAll({ npm_lifecycle_event: event, npm_command: command, ...said }) {
  const isInstall = event === 'postinstall' && (command === 'ci' || command === 'install');
  const isPart = ['npm_config_dry_run', 'npm_config_package_lock_only', 'npm_config_omit'].some((name) => said[name]);
  return isInstall && !isPart && existsSync(ownNode) && existsSync(lockFile);
}

if (hasInstalledAll(process.env)) noteInstalled();
