// Remembers what was installed. npm runs it after each of its installs, whoever asked for that, so that the next command
// does not install everything once more. Plain JavaScript without packages, as what asks it.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, 'node_modules', '.installed-from');

/** The project's own Node. */
export const ownNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** What node_modules has to agree with: the lock file, and the machine that the native parts were chosen for. */
function wantedState() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform} ${process.arch}`;
}

/** Whether all packages that the lock file names are there, for this machine. */
export function isInstalled() {
  return existsSync(ownNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wantedState();
}

// npm has installed what the lock file names. Without the project's own Node it was not all of it.
const isRunByNpm = process.argv[1] && fileURLToPath(import.meta.url) === realpathSync(process.argv[1]);
if (isRunByNpm && existsSync(ownNode)) writeFileSync(stamp, wantedState());
