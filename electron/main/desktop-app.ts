import { join } from 'node:path';
import { app, dialog, session, type MessagePortMain } from 'electron';
import { describeError, type ErrorRecord } from '../../shared/errors/app-error.ts';
import { catalogue } from '../../shared/errors/catalogue.ts';
import { serveShell, type ShellVerbs } from '../channels/serve-shell.ts';
import { connectPages } from './connect-pages.ts';
import { createEngineProcess } from './engine-process.ts';
import { denyPermissions, lockDownPages } from './lock-down.ts';
import { createMainWindow } from './main-window.ts';
import { createNativeShell } from './native-shell.ts';
import { servePages } from './pages.ts';
import type { ShellClock, ShellLog } from './shell-ports.ts';
import { openWindowState } from './window-state.ts';

/** What the app is given from outside: its folder, the keychain, time and its log. */
export interface DesktopAppOptions {
  /** Absolute path of the folder of everything the app keeps. */
  readonly dataDir: string;
  readonly secrets: ShellVerbs['secrets'];
  readonly clock: ShellClock;
  readonly log: ShellLog;
}

/** The app around the engine: its window, its process and the way between them. Runs until it is closed. */
export interface DesktopApp {
  /** Lets the engine finish, keeps the window's state and closes it. */
  close(): Promise<void>;
}

/** Opens the window and starts the engine. Electron has to be ready. */
export function createDesktopApp({ dataDir, secrets, clock, log }: DesktopAppOptions): DesktopApp {
  const built = join(app.getAppPath(), 'dist');
  lockDownPages();
  denyPermissions(session.defaultSession);
  servePages(session.defaultSession, join(built, 'renderer'));

  const window = createMainWindow({
    state: openWindowState(join(dataDir, 'window.json')),
    preload: join(built, 'electron', 'preload.cjs'),
    clock,
    log,
  });
  const verbs: ShellVerbs = {
    secrets,
    ...createNativeShell(() => window.current),
    useTheme: (theme) => window.useTheme(theme),
  };
  const failures = createFailureNotice();
  const engine = createEngineProcess({
    script: join(built, 'electron', 'engine.js'),
    dataDir,
    productVersion: app.getVersion(),
    clock,
    log,
    serveShell: (port: MessagePortMain) => serveShell(port, verbs),
    onReady: () => failures.forget(),
    onFailure: (error) => failures.tell(error),
  });
  const disconnectPages = connectPages(engine);
  const show = (): void => window.show();
  app.on('second-instance', show);
  app.on('activate', show);
  show();

  return {
    async close() {
      app.off('second-instance', show);
      app.off('activate', show);
      disconnectPages();
      window.close();
      await engine.close();
    },
  };
}

/** Tells the person why the engine does not start, once and not at every try; what passes by itself is not told. */
function createFailureNotice() {
  let told: ErrorRecord['code'] | undefined;
  return {
    tell(error: ErrorRecord): void {
      if (told === error.code || catalogue[error.code].retryable) return;
      told = error.code;
      void dialog
        .showMessageBox({
          type: 'error',
          message: catalogue[error.code].happened,
          detail: describeError(error),
          buttons: ['Keep trying', 'Quit'],
          cancelId: 0,
        })
        .then(({ response }) => {
          if (response === 1) app.quit();
        });
    },
    forget(): void {
      told = undefined;
    },
  };
}
