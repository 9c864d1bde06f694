import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../processes/temporary-folder.ts';

const source = join('build', 'installed.mjs');
const ownNode = join('node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_')));

/** A checkout in which the Node of the project lies, and a lock file. */
function checkout() {
  const root = temporaryFolder();
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('package-lock.json', '{}');
  write(ownNode, '');
  mkdirSync(join(root, 'build'));
  copyFileSync(resolve(source), join(root, source));
  const module = pathToFileURL(join(root, source)).href;
  return {
    write,
    removeNode: (): void => rmSync(join(root, ownNode)),
    /** As npm runs it. @param said what npm says of itself besides */
    installAsNpm: (command = 'ci', said: NodeJS.ProcessEnv = {}): unknown =>
      execFileSync(process.execPath, [join(root, source)], {
        env: { ...env, npm_lifecycle_event: 'postinstall', npm_command: command, ...said },
      }),
    isInstalled: (): boolean => {
      const ask = `import { isInstalled } from '${module}'; console.log(isInstalled())`;
      return execFileSync(process.execPath, ['--input-type=module', '-e', ask], { encoding: 'utf8' }) === 'true\n';
    },
  };
}

describe('what was installed', () => {
  it('is there once npm has installed what the lock file names, until that names something else', () => {
    const { write, installAsNpm, isInstalled } = checkout();
    expect(isInstalled()).toBe(false);
    installAsNpm();
    expect(isInstalled()).toBe(true);
    write('package-lock.json', '{ "packages": {} }');
    expect(isInstalled()).toBe(false);
  });

  it('is not there where npm left out the Node of the project', () => {
    const { write, removeNode, installAsNpm, isInstalled } = checkout();
    removeNode();
    installAsNpm();
    write(ownNode, '');
    expect(isInstalled()).toBe(false);
  });

  it.each([
    { how: 'npm rebuild', command: 'rebuild' },
    { how: 'npm ci --dry-run', said: { npm_config_dry_run: 'true' } },
    { how: 'npm install --package-lock-only', command: 'install', said: { npm_config_package_lock_only: 'true' } },
    { how: 'npm ci --omit=optional', said: { npm_config_omit: 'optional' } },
  ])('is not there after $how, which may leave something out', ({ command, said }) => {
    const { installAsNpm, isInstalled } = checkout();
    installAsNpm(command, said);
    expect(isInstalled()).toBe(false);
  });

  it('is noted by what npm runs when it has installed', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(scripts['postinstall']).toBe('node build/installed.mjs');
  });
});
