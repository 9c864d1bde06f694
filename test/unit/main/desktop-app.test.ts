import { once } from 'node:events';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDesktopApp } from '../../../electron/main/desktop-app.ts';
import { listenToDesktop } from '../../../electron/main/entrances.ts';
import { app, BrowserWindow, dialog, Notification, powerMonitor } from '../../fakes/electron/electron.ts';
import { createHandClock } from './hand-clock.ts';
import { scriptEngine, type EngineRun } from './scripted-engine.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { noSecrets } from '../../fakes/no-secrets.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

function startApp() {
  const script = scriptEngine();
  const clock = createHandClock();
  const log = vi.fn();
  const onClosed = vi.fn();
  const desktop = createDesktopApp({
    dataDir: temporaryFolder(),
    launch: { isHidden: false, dataDir: undefined },
    engineEnvironment: {},
    entrances: listenToDesktop(),
    secrets: noSecrets,
    clock,
    log,
    updater: undefined,
    onClosed,
  });
  onTestFinished(() => {
    const closed = desktop.close();
    script.latest().exit(0);
    return closed;
  });
  return { ...script, clock, log, onClosed, desktop };
}

/** What an engine was told. */
const kindsOf = ({ received }: EngineRun) => received.map(({ message }) => (message as { kind: string }).kind);

beforeEach(() => {
  app.removeAllListeners();
  app.hasQuit = false;
  dialog.messages.length = 0;
  dialog.pressedButton = 0;
});

describe('an engine that cannot start', () => {
  it('is told of once, in plain words, while it is tried again', () => {
    const { latest, clock } = startApp();
    for (let time = 0; time < 3; time += 1) {
      latest().say({ kind: 'failed', error: { code: 'state-unreadable', detail: 'state.db is damaged.' } });
      clock.pass(clock.waiting[0] ?? 0);
    }
    expect(dialog.messages).toHaveLength(1);
    expect(dialog.messages[0]).toMatchObject({ type: 'error', message: 'This app cannot read its saved state.' });
    expect(dialog.messages[0]?.detail).toContain('Your libraries are untouched.');
  });

  it('is told of in the language of the system where the settings are not known', () => {
    app.languages = ['nl-NL', 'en'];
    onTestFinished(() => void (app.languages = ['en-GB']));
    startApp()
      .latest()
      .say({ kind: 'failed', error: { code: 'state-unreadable' } });
    expect(dialog.messages).toMatchObject([
      { message: 'Deze app kan haar opgeslagen status niet lezen.', buttons: ['Blijven proberen', 'Afsluiten'] },
    ]);
    expect(dialog.messages[0]?.detail).not.toMatch(/untouched|Check/);
  });

  it('is told of again when it had run in between', () => {
    const { latest, clock } = startApp();
    const fail = () => latest().say({ kind: 'failed', error: { code: 'library-in-use' } });
    fail();
    clock.pass(clock.waiting[0] ?? 0);
    latest().say({ kind: 'ready' });
    fail();
    expect(dialog.messages).toHaveLength(2);
  });

  it('is told of only after some starts where it may pass by itself', () => {
    const { latest, clock } = startApp();
    const toldAfter: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      latest().say({ kind: 'failed', error: { code: 'state-out-of-reach' } });
      clock.pass(clock.waiting[0] ?? 0);
      toldAfter.push(dialog.messages.length);
    }
    expect(toldAfter).toEqual([0, 0, 0, 0, 1, 1]);
  });

  it('lets the person quit', async () => {
    dialog.pressedButton = 1;
    const quitting = new Promise((resolve) => app.once('before-quit', resolve));
    startApp()
      .latest()
      .say({ kind: 'failed', error: { code: 'library-in-use' } });
    await quitting;
  });
});

describe('the window of the app', () => {
  it('opens again from the dock after it was closed', () => {
    startApp();
    BrowserWindow.getAllWindows()[0]?.close();
    expect(BrowserWindow.getAllWindows()).toEqual([]);
    app.emit('activate');
    expect(BrowserWindow.getAllWindows()).toHaveLength(1);
  });

  it('stays away once the app is closed', async () => {
    const { desktop, latest } = startApp();
    const closed = desktop.close();
    latest().exit(0);
    await closed;
    app.emit('activate');
    app.emit('second-instance');
    expect(BrowserWindow.getAllWindows()).toEqual([]);
  });

  it('says in the log when its page is not there', async () => {
    const { log } = startApp();
    await BrowserWindow.getAllWindows()[0]?.loaded.catch(() => undefined);
    expect(log).toHaveBeenCalledWith('error', 'page-not-loaded', expect.anything());
  });
});

describe('quitting', () => {
  it('waits for the engine, with a window open and however often it is asked', async () => {
    const { latest, onClosed } = startApp();
    const quit = once(app, 'quit');
    app.quit();
    expect(BrowserWindow.getAllWindows()).toEqual([]);
    expect(kindsOf(latest())).toEqual(['start', 'stop']);
    app.quit();
    expect(onClosed).not.toHaveBeenCalled();
    expect(app.hasQuit).toBe(false);
    latest().exit(0);
    await quit;
    expect(onClosed).toHaveBeenCalledTimes(1);
  });

  it('does not say that the app goes on in the tray', async () => {
    Notification.shown = [];
    const { latest } = startApp();
    const quit = once(app, 'quit');
    app.quit();
    latest().exit(0);
    await quit;
    expect(Notification.shown).toEqual([]);
  });
});

it('the engine hears at once that the computer falls asleep, wakes up and what it runs on, until the app is closed', async () => {
  const { latest, desktop } = startApp();
  powerMonitor.emit('suspend');
  powerMonitor.emit('resume');
  powerMonitor.emit('on-battery');
  powerMonitor.emit('on-ac');
  expect(kindsOf(latest())).toEqual(['start', 'fallAsleep', 'wakeUp', 'onBattery', 'onMains']);
  const closed = desktop.close();
  latest().exit(0);
  await closed;
  expect(powerMonitor.eventNames()).toEqual([]);
});
