import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLeaving } from '../../../electron/main/leaving.ts';
import type { WorkInHand } from '../../../electron/main/work-in-hand.ts';
import type { Language } from '../../../shared/words/formats.ts';
import { app, BrowserWindow, dialog, powerMonitor } from '../../fakes/electron/electron.ts';
import { eventually } from '../../eventually.ts';
import { createHandClock } from './hand-clock.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

const nothing: WorkInHand = { transfers: 0, isImporting: false };
const busy: WorkInHand = { transfers: 3, isImporting: false };
const [finish, now, stay] = [0, 1, 2];

function run(inHand: WorkInHand, close = vi.fn(async () => undefined), language: Language = 'en') {
  let current = inHand;
  const hide = vi.fn();
  const clock = createHandClock();
  const leaving = createLeaving({ inHand: () => current, language: () => language, clock, hide, close });
  onTestFinished(() => leaving.stop());
  return {
    close,
    hide,
    clock,
    leaving,
    tell(next: WorkInHand) {
      current = next;
      leaving.look();
    },
    /** Quits, and has the work finished first. */
    async finishFirst() {
      dialog.pressedButton = finish;
      app.quit();
      await eventually(() => expect(leaving.isEnding).toBe(true));
    },
  };
}

const hasQuit = () => new Promise((resolve) => app.once('quit', resolve));

beforeEach(() => {
  app.removeAllListeners();
  app.hasQuit = false;
  app.exitCode = undefined;
  app.relaunches.length = 0;
  dialog.messages.length = 0;
  dialog.pressedButton = 0;
});

describe('quitting with nothing in hand', () => {
  it('asks nothing, and waits until all is closed, once', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const { close } = run(
      nothing,
      vi.fn(() => promise),
    );
    const quit = hasQuit();
    app.quit();
    app.quit();
    expect(app.hasQuit).toBe(false);
    resolve(undefined);
    await quit;
    expect(close).toHaveBeenCalledTimes(1);
    expect(dialog.messages).toEqual([]);
  });

  it('goes on when closing fails', async () => {
    run(
      nothing,
      vi.fn(() => Promise.reject(new Error('the disk is full'))),
    );
    const quit = hasQuit();
    app.quit();
    await quit;
  });
});

describe('quitting with work in hand', () => {
  it('says what goes on and that nothing is lost', async () => {
    dialog.pressedButton = now;
    run(busy);
    const quit = hasQuit();
    app.quit();
    await quit;
    expect(dialog.messages[0]).toMatchObject({
      message: '3 transfers are not finished.',
      detail: 'No file is lost if you quit now: transfers continue when the app starts again.',
      buttons: ['Finish, then quit', 'Quit now', 'Cancel'],
    });
  });

  it('says that an import would change nothing, alone and beside transfers', async () => {
    dialog.pressedButton = stay;
    const { tell } = run({ transfers: 0, isImporting: true });
    app.quit();
    await eventually(() => expect(dialog.messages).toHaveLength(1));
    expect(dialog.messages[0]).toMatchObject({
      message: 'An import of product data is not finished.',
      detail: 'An import does not continue: if you quit now, nothing of it is imported.',
    });
    await Promise.resolve();
    tell({ transfers: 1, isImporting: true });
    app.quit();
    expect(dialog.messages[1]?.message).toBe('1 transfer is not finished. An import of product data is not finished.');
  });

  it('asks in the language of the person', () => {
    dialog.pressedButton = stay;
    run(busy, undefined, 'nl');
    app.quit();
    expect(dialog.messages[0]?.message).toBe('3 overdrachten zijn nog niet klaar.');
  });

  it('finishes first without its window, where the person wants that', async () => {
    const { hide, close, tell, finishFirst } = run(busy);
    await finishFirst();
    expect(hide).toHaveBeenCalledTimes(1);
    tell({ ...busy, transfers: 1 });
    expect(close).not.toHaveBeenCalled();
    const quit = hasQuit();
    tell(nothing);
    await quit;
  });

  it('does not end under the hands of a person who opened the window again meanwhile', async () => {
    const { close, leaving, tell, finishFirst } = run(busy);
    await finishFirst();
    const window = new BrowserWindow();
    onTestFinished(() => window.destroy());
    expect(leaving.isEnding).toBe(false);
    tell(nothing);
    expect(close).not.toHaveBeenCalled();
  });

  it('stays where the person takes it back, and asks again the next time', async () => {
    dialog.pressedButton = stay;
    const { close } = run(busy);
    app.quit();
    await eventually(() => expect(dialog.messages).toHaveLength(1));
    await Promise.resolve();
    app.quit();
    expect(dialog.messages).toHaveLength(2);
    expect(close).not.toHaveBeenCalled();
  });

  it('ends at once where a person who waits for it asks once more', async () => {
    const { finishFirst } = run(busy);
    await finishFirst();
    const quit = hasQuit();
    app.quit();
    await quit;
  });
});

describe('a restart for a newer version', () => {
  const never = () => new Promise<never>(() => undefined);

  it('is the last thing that is done, once everything is closed', async () => {
    const { leaving, close } = run(nothing);
    const install = vi.fn(never);
    leaving.quitWith(install);
    await eventually(() => expect(install).toHaveBeenCalledTimes(1));
    expect(close).toHaveBeenCalledTimes(1);
    expect(app.hasQuit).toBe(false);
  });

  it('is forgotten where the person stays after all', async () => {
    dialog.pressedButton = stay;
    const install = vi.fn(never);
    const { leaving, tell } = run(busy);
    leaving.quitWith(install);
    await eventually(() => expect(dialog.messages).toHaveLength(1));
    await Promise.resolve();
    tell(nothing);
    const quit = hasQuit();
    app.quit();
    await quit;
    expect(install).not.toHaveBeenCalled();
  });

  it('brings back the app as it is where the newer one cannot be installed', async () => {
    vi.stubEnv('APPIMAGE', '/home/ann/CAD.AppImage');
    const usual = process.argv;
    process.argv = ['/tmp/.mount/app', '--data=/d', '--hidden', 'cadsync://product/8719900100018'];
    onTestFinished(() => {
      vi.unstubAllEnvs();
      process.argv = usual;
    });
    const { leaving } = run(nothing);
    const quit = hasQuit();
    leaving.quitWith(() => Promise.reject(new Error('No update filepath provided')));
    await quit;
    expect(app.relaunches).toEqual([{ execPath: '/home/ann/CAD.AppImage', args: ['--data=/d'] }]);
    // With 0 the updater would try once more, while the app starts.
    expect(app.exitCode).toBe(1);
  });

  it('brings back the app as it is where nothing comes of it for two minutes', async () => {
    const { leaving, clock } = run(nothing);
    const install = vi.fn(never);
    leaving.quitWith(install);
    await eventually(() => expect(install).toHaveBeenCalledTimes(1));
    const quit = hasQuit();
    clock.pass(120_000);
    await quit;
    expect(app.relaunches).toHaveLength(1);
  });
});

describe('an app that has no choice', () => {
  it('asks nobody, and has a system that shuts down wait for it', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    run(
      busy,
      vi.fn(() => promise),
    );
    const quit = hasQuit();
    expect(powerMonitor.shutDown()).toBe(true);
    expect(app.hasQuit).toBe(false);
    resolve(undefined);
    await quit;
    expect(dialog.messages).toEqual([]);
  });

  it('hears from its window that a session of Windows ends', async () => {
    const { close } = run(busy);
    const window = new BrowserWindow();
    const quit = hasQuit();
    window.emit('session-end', {});
    await quit;
    expect(close).toHaveBeenCalledTimes(1);
    expect(dialog.messages).toEqual([]);
  });

  it('does not wait for an answer to a question that it asked before', async () => {
    const { promise, resolve } = Promise.withResolvers<Electron.MessageBoxReturnValue>();
    const asking = vi.spyOn(dialog, 'showMessageBox').mockReturnValue(promise);
    onTestFinished(() => asking.mockRestore());
    const { close, hide } = run(busy);
    app.quit();
    const quit = hasQuit();
    powerMonitor.shutDown();
    await quit;
    resolve({ response: finish, checkboxChecked: false });
    await new Promise(setImmediate);
    expect(close).toHaveBeenCalledTimes(1);
    expect(hide).not.toHaveBeenCalled();
  });
});

it('an app that something else ends is closed once, and asks nothing', async () => {
  const { leaving, close } = run(busy);
  await Promise.all([leaving.close(), leaving.close()]);
  expect(close).toHaveBeenCalledTimes(1);
  expect(leaving.isEnding).toBe(true);
  expect(dialog.messages).toEqual([]);
});
