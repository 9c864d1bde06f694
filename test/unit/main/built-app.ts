import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildShell } from '../../../build/build-shell.ts';
import * as electron from '../../fakes/electron/electron.ts';
import { provideModules } from '../../fakes/electron/provide-modules.ts';

const projectRoot = fileURLToPath(new URL('../../..', import.meta.url));

/** The desktop app as it is bundled, with a page of one line and a keychain in memory. */
export interface BuiltApp {
  readonly folder: string;
  /** What the keychain has, by account. */
  readonly keychain: ReadonlyMap<string, string>;
  /** Runs the main process with these arguments, in this process. */
  start(...args: readonly string[]): void;
  close(): void;
}

/** Bundles the app into a folder of the project: from there it finds the packages that stay outside of the bundle. */
export async function buildApp(): Promise<BuiltApp> {
  const folder = join(projectRoot, 'test-results', `desktop-app-${process.pid}`);
  const built = join(folder, 'dist', 'electron');
  await buildShell(built);
  mkdirSync(join(folder, 'dist', 'renderer'), { recursive: true });
  writeFileSync(join(folder, 'dist', 'renderer', 'index.html'), '<!doctype html><title>CAD Library Sync</title>');
  const keychain = new Map<string, string>();
  const modules = provideModules({ electron, keytar: keytarOver(keychain) });
  const usualArguments = process.argv;
  return {
    folder,
    keychain,
    start(...args) {
      electron.app.appPath = folder;
      // Nothing of it lies outside of an archive.
      electron.app.isPackaged = false;
      process.argv = [process.execPath, '.', ...args];
      createRequire(import.meta.url)(join(built, 'main.cjs'));
    },
    close() {
      process.argv = usualArguments;
      modules.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function keytarOver(keychain: Map<string, string>) {
  return {
    getPassword: async (_service: string, account: string) => keychain.get(account) ?? null,
    setPassword: async (_service: string, account: string, password: string) => void keychain.set(account, password),
    deletePassword: async (_service: string, account: string) => keychain.delete(account),
  };
}
