// Runs a script of the project on the project's own Node, installing what is missing first, so that `npm start` and
// `npm test` are one command on a fresh clone. Plain JavaScript without packages: it has to run before any is there.
import { spawn, spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { flushingEnvironment } from '../electron/platform/flushing-threads.mjs';
import { isInstalled, noteInstalled, ownNode } from './installed.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Installs exactly what the lock file says. Its words go to standard error: standard output belongs to the command. */
function install() {
  process.stderr.write('Installing the packages this project needs (once) …\n');
  const npm = process.env['npm_execpath'];
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: ['ignore', 2, 2], env: { ...process.env, NODE_ENV: '' } };
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], options)
    : spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
  if (result.status !== 0) {
    process.stderr.write(
      '\nInstalling failed. Check that the npm registry can be reached, then run the command again.\n',
    );
    process.exit(result.status ?? 1);
  }
  // Where somebody has npm leave out something always, it does not note what it installs itself.
  noteInstalled();
}

/**
 * Runs the script and ends as it ends; signals are passed on so that it can close what it opened.
 * @param environment variables for the script, where nobody set them
 */
export function run(script, args, { nodeOptions = [], environment = {} } = {}) {
  const node = ['--disable-warning=ExperimentalWarning', ...nodeOptions, script, ...args];
  const child = spawn(ownNode, node, { stdio: 'inherit', env: { ...environment, ...process.env } });
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.on(signal, () => {
      isInterrupted = true;
      child.kill(signal);
    });
  }
  endWithParent(child);
  child.on('exit', (code) => process.exit(code ?? (isInterrupted ? 130 : 1)));
}

/**
 * npm runs scripts in a shell that does not pass a SIGTERM on: killing npm would leave the command running on its own.
 * So the command ends, in good order, when what started it is gone.
 */
function endWithParent(child) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 500);
  watch.unref();
}

/** Installs what is missing. */
export function ensureInstalled() {
  if (!isInstalled()) install();
}

/** Runs a script that prepares something to its end, without a word: whoever asks looks whether it is prepared. */
export function runFirst(script) {
  spawnSync(ownNode, [join(root, script)], { cwd: root, stdio: 'ignore' });
}

if (process.argv[1] && fileURLToPath(import.meta.url) === process.argv[1]) {
  const [script, ...args] = process.argv.slice(2);
  if (!script) throw new Error('Usage: node build/run.mjs SCRIPT [ARGUMENT…]');
  ensureInstalled();
  run(join(root, script), args, { environment: flushingEnvironment });
}
