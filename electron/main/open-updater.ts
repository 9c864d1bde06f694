import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, autoUpdater as squirrelOfMac } from 'electron';
import type { UpdateInfo } from 'electron-updater';
import { isBeta, type ReadyUpdate, type Updater } from './updates.ts';

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
  return adaptUpdater(autoUpdater, process.platform === 'darwin' ? squirrelOfMac : undefined);
}

/** What installs on macOS. It may refuse what it is handed over, and never gives it back. */
interface Squirrel {
  on(event: 'update-downloaded' | 'error', listener: () => void): unknown;
}

/**
 * The updater of electron-updater, which fetches only the blocks that changed and takes nothing whose hash, and on Windows
 * and macOS whose signature, is not that of the publisher.
 * @param squirrel what installs, where that is not the package's own installer
 */
export function adaptUpdater(updater: PackageUpdater, squirrel?: Squirrel): Updater {
  let tell = (_update: ReadyUpdate | undefined): void => undefined;
  updater.logger = null;
  // Nothing is fetched by the installer itself, which would prove it less.
  updater.disableWebInstaller = true;
  // What fails also rejects the check.
  updater.on('error', () => undefined);
  let handedOver: ReadyUpdate | undefined;
  updater.on('update-downloaded', (info) => {
    // Who leaves the betas could not take this one back from Squirrel.
    const comesAtQuit = squirrel === undefined || !isBeta(info);
    // It is read next: with this, what was fetched is handed over to Squirrel, or to the end of the app.
    updater.autoInstallOnAppQuit = comesAtQuit;
    const update = { version: info.version, notes: plainText(info.releaseNotes), comesAtQuit };
    if (squirrel && comesAtQuit) handedOver = update;
    else tell(update);
  });
  squirrel?.on('update-downloaded', () => handedOver && tell(handedOver));
  squirrel?.on('error', () => handedOver && tell((handedOver = undefined)));
  return {
    async check() {
      const found = await updater.checkForUpdates();
      await found?.downloadPromise?.catch((error: unknown) => {
        // With a download that breaks off, electron-updater throws away what it had fetched before.
        tell(undefined);
        throw error;
      });
    },
    onReady: (listener) => void (tell = listener),
    follow(channel) {
      updater.channel = fileOfChannel[channel];
      updater.allowPrerelease = channel === 'beta';
      // Who leaves the betas keeps what they have until something newer is stable: an older app could not read what it
      // finds. A change of the channel would allow it.
      updater.allowDowngrade = false;
    },
    leave: () => void (updater.autoInstallOnAppQuit = false),
    install: () =>
      new Promise((_resolve, reject) => {
        // Where it cannot install, it says so, and returns.
        updater.on('error', reject);
        updater.quitAndInstall();
      }),
  };
}

function plainText(notes: UpdateInfo['releaseNotes']): string {
  const text = typeof notes === 'string' ? notes : (notes ?? []).map(({ note }) => note ?? '').join('\n\n');
  return text
    .replace(/<[^>]*>/g, '')
    .trim()
    .slice(0, longestNotes);
}
