import {
  app,
  BrowserWindow,
  nativeTheme,
  screen,
  type BrowserWindowConstructorOptions,
  type Rectangle,
} from 'electron';
import type { WriteLog } from '../../shared/log/log-events.ts';
import type { Settings } from '../../shared/rpc/settings.ts';
import { pagesOrigin } from './pages.ts';
import { restartDelayMs } from './restart-delay.ts';
import type { ShellClock } from './shell-clock.ts';
import type { WindowState, WindowStateFile } from './window-state.ts';

/** The page's own background (`--bg` of the window's stylesheet), so that nothing flashes before it is drawn. */
const background = { light: '#f6f7f8', dark: '#15181c' } as const;

/** Enough of the title bar to take hold of, in pixels. */
const graspablePixels = 80;

/** What the window is made from. */
interface MainWindowOptions {
  readonly state: WindowStateFile;
  /** Absolute path of the preload script. */
  readonly preload: string;
  readonly clock: ShellClock;
  readonly log: WriteLog;
}

/** The one window of the app, which may be closed and opened again. */
export interface MainWindow {
  /** Opens the window, or brings the one that is there to the front. */
  show(): void;
  /** The window that is there now. */
  readonly current: BrowserWindow | undefined;
  useTheme(theme: Settings['theme']): void;
  /** Keeps how the window is, and takes it away. */
  close(): void;
}

/** Makes the main window's keeper; `show` opens the window. Electron has to be ready. */
export function createMainWindow(options: MainWindowOptions): MainWindow {
  const { state } = options;
  let current: BrowserWindow | undefined;
  const matchTheme = (): void => current?.setBackgroundColor(backgroundNow());
  nativeTheme.themeSource = state.current.theme;

  function open(): BrowserWindow {
    const window = new BrowserWindow(windowOptions(state.current, options.preload));
    if (state.current.maximized) window.maximize();
    window.once('ready-to-show', () => window.show());
    window.on('close', () => keepState(window, state));
    nativeTheme.on('updated', matchTheme);
    window.once('closed', () => {
      nativeTheme.off('updated', matchTheme);
      if (current === window) current = undefined;
    });
    reviveCrashedPage(window, options);
    load(window, options.log);
    return window;
  }

  return {
    show() {
      if (!current) {
        current = open();
        return;
      }
      if (current.isMinimized()) current.restore();
      current.show();
      current.focus();
    },
    get current() {
      return current;
    },
    useTheme(theme) {
      if (theme === state.current.theme) return;
      nativeTheme.themeSource = theme;
      state.keep({ theme });
    },
    close() {
      if (current) keepState(current, state);
      current?.destroy();
      current = undefined;
    },
  };
}

function windowOptions(state: WindowState, preload: string): BrowserWindowConstructorOptions {
  const { position, width, height } = state;
  return {
    title: 'CAD Library Sync',
    width,
    height,
    ...(position && isOnScreen({ ...position, width, height }) ? position : {}),
    minWidth: 720,
    minHeight: 480,
    show: false,
    autoHideMenuBar: true,
    backgroundColor: backgroundNow(),
    webPreferences: {
      preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      // It would fetch its dictionaries from elsewhere.
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  };
}

function backgroundNow(): string {
  return nativeTheme.shouldUseDarkColors ? background.dark : background.light;
}

/** A screen that was there last time may be gone. */
function isOnScreen(window: Rectangle): boolean {
  return screen.getAllDisplays().some(({ workArea }) => {
    const left = Math.max(window.x, workArea.x);
    const right = Math.min(window.x + window.width, workArea.x + workArea.width);
    const titleBarIsOn = window.y >= workArea.y && window.y + graspablePixels <= workArea.y + workArea.height;
    return titleBarIsOn && right - left >= graspablePixels;
  });
}

function keepState(window: BrowserWindow, state: WindowStateFile): void {
  const { x, y, width, height } = window.getNormalBounds();
  state.keep({ position: { x, y }, width, height, maximized: window.isMaximized() });
}

function load(window: BrowserWindow, log: WriteLog): void {
  window.loadURL(`${pagesOrigin}/`).catch((cause: unknown) => {
    log('error', 'page-not-loaded', { error: cause });
  });
}

/** A page that crashed is loaded again, slower each time. */
function reviveCrashedPage(window: BrowserWindow, { clock, log }: MainWindowOptions): void {
  let crashes = 0;
  let takeBack = (): void => undefined;
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    crashes += 1;
    log('warn', 'page-crashed', { reason, count: crashes });
    takeBack = clock.after(restartDelayMs(crashes), () => load(window, log));
  });
  window.once('closed', () => takeBack());
}
