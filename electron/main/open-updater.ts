import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { UpdateInfo } from 'electron-updater';
import type { Updater } from './updates.ts';

/** More than this nobody reads in a message. */
const longestNotes = 2_000;

/** The part of electron-updater that is used. */
interface PackageUpdater {
  logger: object | null;
  autoInstallOnAppQuit: boolean;
  channel: string | null;
  allowPrerelease: boolean;
  allowDowngrade: boolean;
  disableWebInstaller: boolean;
  checkForUpdates(): Promise<{ readonly downloadPromise?: Promise<unknown> | null } | null>;
  quitAndInstall(): void;
  on(event: 'update-downloaded', listener: (info: UpdateInfo) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** What the file with the newest version of a channel is called where versions are published. */
const fileOfChannel = { stable: 'latest', beta: 'beta' } as const;

/** The updater of the package, where the app is packaged and its package names a place for newer versions. */
export async function openUpdater(): Promise<Updater | undefined> {
  if (!app.isPackaged || !existsSync(join(app.getAppPath(), '..', 'app-update.yml'))) return undefined;
  const { autoUpdater } = await import('electron-updater');
  return adaptUpdater(autoUpdater);
}

/**
 * The updater of electron-updater, which fetches only the blocks that changed and takes nothing whose hash, and on Windows
 * and macOS whose signature, is not that of the publisher.
 */
export function adaptUpdater(updater: PackageUpdater): Updater {
  updater.logger = null;
  updater.autoInstallOnAppQuit = true;
  // Nothing is fetched by the installer itself, which would prove it less.
  updater.disableWebInstaller = true;
  // What fails also rejects the check.
  updater.on('error', () => undefined);
  updater.on('update-downloaded', () => (updater.autoInstallOnAppQuit = true));
  return {
    async check() {
      const found = await updater.checkForUpdates();
      await found?.downloadPromise;
    },
    onReady(listener) {
      updater.on('update-downloaded', ({ version, releaseNotes }) =>
        listener({ version, notes: plainText(releaseNotes) }),
      );
    },
    follow(channel) {
      updater.channel = fileOfChannel[channel];
      updater.allowPrerelease = channel === 'beta';
      // Who leaves the betas keeps what they have until something newer is stable: an older app could not read what it
      // finds. A change of the channel would allow it.
      updater.allowDowngrade = false;
    },
    leave: () => void (updater.autoInstallOnAppQuit = false),
    install: () => updater.quitAndInstall(),
  };
}

function plainText(notes: UpdateInfo['releaseNotes']): string {
  const text = typeof notes === 'string' ? notes : (notes ?? []).map(({ note }) => note ?? '').join('\n\n');
  return text
    .replace(/<[^>]*>/g, '')
    .trim()
    .slice(0, longestNotes);
}
