import { EventEmitter } from 'node:events';
import type { UpdateInfo } from 'electron-updater';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { adaptUpdater, openUpdater } from '../../../electron/main/open-updater.ts';
import { createUpdates, type Updater } from '../../../electron/main/updates.ts';
import { app, dialog, Notification } from '../../fakes/electron/electron.ts';
import { createHandClock } from './hand-clock.ts';
import { eventually } from '../../eventually.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

/** electron-updater, as far as it is used. */
class PackageUpdater extends EventEmitter {
  logger: null | object = console;
  autoInstallOnAppQuit = false;
  disableWebInstaller = false;
  allowPrerelease = false;
  allowDowngrade = false;
  #channel: string | null = null;
  get channel(): string | null {
    return this.#channel;
  }
  /** As electron-updater has it. */
  set channel(channel) {
    this.#channel = channel;
    this.allowDowngrade = true;
  }
  readonly checkForUpdates = vi.fn(async (): Promise<{ downloadPromise: Promise<unknown> } | null> => null);
  readonly quitAndInstall = vi.fn();
  find(info: Partial<UpdateInfo>): void {
    this.emit('update-downloaded', info);
  }
}

function start(updater: Updater | undefined) {
  const clock = createHandClock();
  const log = vi.fn();
  const restart = vi.fn();
  const onReady = vi.fn();
  const updates = createUpdates({ updater, clock, log, language: () => 'en', restart, onReady });
  onTestFinished(() => updates.stop());
  return { clock, log, restart, onReady, updates };
}

beforeEach(() => {
  Notification.shown = [];
  dialog.messages.length = 0;
  dialog.pressedButton = 0;
});

describe('a newer version', () => {
  it('is looked for after the first minute, and every few hours', async () => {
    const from = new PackageUpdater();
    const { clock } = start(adaptUpdater(from));
    expect(from.checkForUpdates).not.toHaveBeenCalled();
    clock.pass(60_000);
    clock.pass(6 * 3_600_000);
    await eventually(() => expect(from.checkForUpdates).toHaveBeenCalledTimes(2));
  });

  it('is told of once, and installed when the app is quit', () => {
    const from = new PackageUpdater();
    const { onReady, updates } = start(adaptUpdater(from));
    from.find({ version: '0.2.0' });
    from.find({ version: '0.2.0' });
    expect(updates.ready).toEqual({ version: '0.2.0', notes: '', comesAtQuit: true });
    expect(onReady).toHaveBeenCalledTimes(1);
    expect(Notification.shown.map(({ options }) => options)).toEqual([
      { title: 'Version 0.2.0 is ready', body: 'It is installed when you quit the app.' },
    ]);
    expect(from).toMatchObject({ autoInstallOnAppQuit: true, disableWebInstaller: true, logger: null });
  });

  it('is shown with what is new in it, as text, and installed at once where the person says so', async () => {
    const from = new PackageUpdater();
    const { restart, updates } = start(adaptUpdater(from));
    from.find({ version: '0.2.0', releaseNotes: '<p>Faster <b>syncing</b></p><script>x</script>' });
    updates.offer();
    await eventually(() => expect(restart).toHaveBeenCalledTimes(1));
    expect(dialog.messages[0]).toMatchObject({ message: 'Version 0.2.0 is ready', detail: 'Faster syncingx' });
  });

  it('waits where the person has no time for it', async () => {
    dialog.pressedButton = 1;
    const from = new PackageUpdater();
    const { restart, updates } = start(adaptUpdater(from));
    updates.offer();
    expect(dialog.messages).toEqual([]);
    from.find({
      version: '0.2.0',
      releaseNotes: [
        { version: '0.2.0', note: 'One' },
        { version: '0.1.1', note: 'Two' },
      ],
    });
    updates.offer();
    await eventually(() => expect(dialog.messages[0]?.detail).toBe('One\n\nTwo'));
    expect(restart).not.toHaveBeenCalled();
  });

  it('is no longer offered once the download of the next one broke off: what had been fetched is thrown away then', async () => {
    const from = new PackageUpdater();
    const { clock, log, onReady, updates } = start(adaptUpdater(from));
    from.find({ version: '0.2.0' });
    const brokenOff = Promise.reject(new Error('net::ERR_CONNECTION_RESET'));
    from.checkForUpdates.mockResolvedValueOnce({ downloadPromise: brokenOff });
    clock.pass(60_000);
    await eventually(() => expect(log).toHaveBeenCalledWith('warn', 'update-not-found', expect.anything()));
    expect(updates.ready).toBeUndefined();
    expect(onReady).toHaveBeenCalledTimes(2);
  });

  it('stays on offer where the next one is only not found', async () => {
    const from = new PackageUpdater();
    const { clock, log, updates } = start(adaptUpdater(from));
    from.find({ version: '0.2.0' });
    from.checkForUpdates.mockRejectedValueOnce(new Error('net::ERR_INTERNET_DISCONNECTED'));
    clock.pass(60_000);
    await eventually(() => expect(log).toHaveBeenCalledWith('warn', 'update-not-found', expect.anything()));
    expect(updates.ready?.version).toBe('0.2.0');
  });

  it('is told of to nobody while the app ends', () => {
    const from = new PackageUpdater();
    const { onReady, updates } = start(adaptUpdater(from));
    updates.stop();
    from.find({ version: '0.2.0' });
    expect(onReady).not.toHaveBeenCalled();
    expect(Notification.shown).toEqual([]);
  });

  it('that cannot be installed is said to be so', async () => {
    const from = new PackageUpdater();
    const updater = adaptUpdater(from);
    from.quitAndInstall.mockImplementation(() => void from.emit('error', new Error('No update filepath provided')));
    await expect(updater.install()).rejects.toThrow('No update filepath provided');
  });

  it('that cannot be found or proven is noted in the log, and looked for again', async () => {
    const from = new PackageUpdater();
    from.checkForUpdates.mockRejectedValueOnce(new Error('sha512 checksum mismatch'));
    const { clock, log } = start(adaptUpdater(from));
    clock.pass(60_000);
    from.emit('error', new Error('sha512 checksum mismatch'));
    await eventually(() => expect(log).toHaveBeenCalledWith('warn', 'update-not-found', expect.anything()));
    expect(clock.waiting).toEqual([6 * 3_600_000]);
  });
});

describe('the channel of newer versions', () => {
  it('is that of the stable ones, unless the person chose otherwise', () => {
    const from = new PackageUpdater();
    start(adaptUpdater(from));
    expect(from).toMatchObject({ channel: 'latest', allowPrerelease: false, allowDowngrade: false });
  });

  it('is changed at once, and looked at at once', () => {
    const from = new PackageUpdater();
    const { clock, updates } = start(adaptUpdater(from));
    clock.pass(60_000);
    updates.follow('stable');
    expect(from.checkForUpdates).toHaveBeenCalledTimes(1);
    updates.follow('beta');
    expect(from).toMatchObject({ channel: 'beta', allowPrerelease: true, allowDowngrade: false });
    expect(from.checkForUpdates).toHaveBeenCalledTimes(2);
    expect(clock.waiting).toEqual([6 * 3_600_000]);
  });

  it('is as it was set before once that is known, and the first minute still belongs to the library', () => {
    const from = new PackageUpdater();
    const { clock, updates } = start(adaptUpdater(from));
    updates.follow('beta');
    expect(from.channel).toBe('beta');
    expect(from.checkForUpdates).not.toHaveBeenCalled();
    expect(clock.waiting).toEqual([60_000]);
  });

  it('is left without going back to an older version', () => {
    const from = new PackageUpdater();
    const { updates } = start(adaptUpdater(from));
    updates.follow('beta');
    updates.follow('stable');
    expect(from).toMatchObject({ channel: 'latest', allowPrerelease: false, allowDowngrade: false });
  });

  it('takes along no beta that was fetched and not installed, and installs what is stable after it', () => {
    const from = new PackageUpdater();
    const { onReady, updates } = start(adaptUpdater(from));
    updates.follow('beta');
    from.find({ version: '0.3.0-beta.1' });
    updates.follow('stable');
    expect(updates.ready).toBeUndefined();
    expect(from.autoInstallOnAppQuit).toBe(false);
    expect(onReady).toHaveBeenCalledTimes(2);
    from.find({ version: '0.3.0' });
    expect(updates.ready?.version).toBe('0.3.0');
    expect(from.autoInstallOnAppQuit).toBe(true);
  });

  it('takes along no beta that was still on its way, nor what that took the place of', () => {
    const from = new PackageUpdater();
    const { updates } = start(adaptUpdater(from));
    updates.follow('beta');
    from.find({ version: '0.2.0' });
    updates.follow('stable');
    from.find({ version: '0.3.0-beta.1' });
    expect(updates.ready).toBeUndefined();
    expect(from.autoInstallOnAppQuit).toBe(false);
  });

  it('keeps a stable version that is ready', () => {
    const from = new PackageUpdater();
    const { updates } = start(adaptUpdater(from));
    updates.follow('beta');
    from.find({ version: '0.2.0' });
    updates.follow('stable');
    expect(updates.ready?.version).toBe('0.2.0');
    expect(from.autoInstallOnAppQuit).toBe(true);
  });
});

describe('a newer version on macOS', () => {
  function startOnMac() {
    const from = new PackageUpdater();
    const squirrel = new EventEmitter();
    return { from, squirrel, ...start(adaptUpdater(from, squirrel)) };
  }

  it('is ready once Squirrel has taken it, which installs it when the app is quit', () => {
    const { from, squirrel, updates } = startOnMac();
    from.find({ version: '0.2.0' });
    expect(from.autoInstallOnAppQuit).toBe(true);
    expect(updates.ready).toBeUndefined();
    squirrel.emit('update-downloaded');
    expect(updates.ready).toEqual({ version: '0.2.0', notes: '', comesAtQuit: true });
  });

  it('is not offered where Squirrel refuses it', () => {
    const { from, squirrel, updates } = startOnMac();
    from.find({ version: '0.2.0' });
    squirrel.emit('error', new Error('Code signature did not pass validation'));
    squirrel.emit('update-downloaded');
    expect(updates.ready).toBeUndefined();
    expect(Notification.shown).toEqual([]);
  });

  it('is not handed over to Squirrel while it is a beta: who leaves the betas could not take it back', async () => {
    const { from, updates } = startOnMac();
    updates.follow('beta');
    from.find({ version: '0.3.0-beta.1' });
    expect(from.autoInstallOnAppQuit).toBe(false);
    const whenRestarted = 'It is installed when you restart the app for it.';
    expect(Notification.shown.map(({ options }) => options.body)).toEqual([whenRestarted]);
    updates.offer();
    expect(dialog.messages[0]?.detail).toBe(whenRestarted);
    updates.follow('stable');
    expect(updates.ready).toBeUndefined();
  });
});

describe('an app without a place for newer versions', () => {
  it('looks for none', async () => {
    app.isPackaged = false;
    onTestFinished(() => void (app.isPackaged = true));
    expect(await openUpdater()).toBeUndefined();
    expect(start(undefined).clock.waiting).toEqual([]);
  });
});
