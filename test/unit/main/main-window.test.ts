import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMainWindow, type MainWindow } from '../../../electron/main/main-window.ts';
import { openWindowState, type WindowState } from '../../../electron/main/window-state.ts';
import { app, BrowserWindow, nativeTheme, screen, session } from '../../fakes/electron/electron.ts';
import { createHandClock } from './hand-clock.ts';
import { temporaryFolder } from './temporary-folder.ts';

vi.mock('electron', () => import('../../fakes/electron/electron.ts'));

const onlyWindow = (): BrowserWindow => {
  const [window, ...others] = BrowserWindow.getAllWindows();
  if (!window || others.length > 0) throw new Error(`There are ${others.length + (window ? 1 : 0)} windows.`);
  return window;
};

function openWindow(before: Partial<WindowState> = {}) {
  const state = openWindowState(join(temporaryFolder(), 'window.json'));
  state.keep(before);
  const clock = createHandClock();
  const keeper: MainWindow = createMainWindow({ state, preload: '/app/preload.cjs', clock, log: () => undefined });
  onTestFinished(() => keeper.close());
  keeper.show();
  return { keeper, state, clock, window: onlyWindow() };
}

beforeEach(() => {
  nativeTheme.desktopIsDark = false;
  nativeTheme.themeSource = 'system';
  session.defaultSession.protocol.handle('app', () => new Response('page'));
});

describe('the main window', () => {
  it('holds a page that is isolated, sandboxed and without Node', () => {
    const { options } = openWindow().window;
    expect(options.webPreferences).toMatchObject({
      preload: '/app/preload.cjs',
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      devTools: !app.isPackaged,
    });
  });

  it('is shown when the page is drawn, on the background of the page', async () => {
    const { window } = openWindow();
    expect(window.options).toMatchObject({ show: false, title: 'CAD Library Sync', backgroundColor: '#f6f7f8' });
    expect(window.calls).toEqual([]);
    await window.loaded;
    expect(window.calls).toEqual(['show']);
  });

  it('is dark from the first moment where the desktop is, or the person chose it', () => {
    nativeTheme.desktopIsDark = true;
    expect(openWindow().window.backgroundColor).toBe('#15181c');
    BrowserWindow.getAllWindows()[0]?.destroy();
    nativeTheme.desktopIsDark = false;
    expect(openWindow({ theme: 'dark' }).window.backgroundColor).toBe('#15181c');
  });

  it('goes on following the desktop after it was taken away and opened again', () => {
    const { keeper } = openWindow();
    keeper.close();
    keeper.show();
    nativeTheme.desktopIsDark = true;
    nativeTheme.emit('updated');
    expect(onlyWindow().backgroundColor).toBe('#15181c');
  });

  it('follows a new choice of colours, and keeps it', () => {
    const { keeper, state, window } = openWindow();
    keeper.useTheme('dark');
    expect(window.backgroundColor).toBe('#15181c');
    expect(state.current.theme).toBe('dark');
  });

  it('opens where it was closed', () => {
    const { keeper, window } = openWindow({ position: { x: 200, y: 100 }, width: 900, height: 700 });
    expect(window.bounds).toEqual({ x: 200, y: 100, width: 900, height: 700 });
    window.bounds = { x: 220, y: 140, width: 1_000, height: 720 };
    window.maximized = true;
    window.close();
    keeper.show();
    expect(onlyWindow().bounds).toEqual({ x: 220, y: 140, width: 1_000, height: 720 });
    expect(onlyWindow().maximized).toBe(true);
  });

  it.each([
    { x: 3_000, y: 100 },
    { x: 200, y: -500 },
    { x: 200, y: 1_030 },
  ])('opens in the middle of a screen when the one it was on is gone (%j)', (position) => {
    screen.workAreas = [{ x: 0, y: 0, width: 1_920, height: 1_040 }];
    const { options } = openWindow({ position, width: 900, height: 700 }).window;
    expect(options).toMatchObject({ width: 900, height: 700 });
    expect(options).not.toHaveProperty('x');
  });

  it('comes to the front instead of opening twice', async () => {
    const { keeper, window } = openWindow();
    await window.loaded;
    window.minimized = true;
    keeper.show();
    expect(onlyWindow()).toBe(window);
    expect(window.calls).toEqual(['show', 'restore', 'show', 'focus']);
  });

  it('loads a page that crashed again, later each time, and not one that is closed', async () => {
    const { window, clock } = openWindow();
    await window.loaded;
    const load = vi.spyOn(window, 'loadURL');
    const crash = () => window.webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    crash();
    expect(clock.waiting).toEqual([250]);
    clock.pass(250);
    expect(load).toHaveBeenCalledExactlyOnceWith('app://window/');
    crash();
    expect(clock.waiting).toEqual([500]);
    window.close();
    expect(clock.waiting).toEqual([]);
  });
});
