import { join } from 'node:path';
import { app, dialog, powerMonitor, session, type MessagePortMain } from 'electron';
import type { WriteLog } from '../../shared/log/log-events.ts';
import { describeError, type ErrorRecord } from '../../shared/errors/app-error.ts';
import { catalogue } from '../../shared/errors/catalogue.ts';
import { desktopWords } from '../../shared/words/desktop.ts';
import { errorWords } from '../../shared/words/errors/error-words.ts';
import type { Language } from '../../shared/words/formats.ts';
import { serveShell, type ShellVerbs } from '../channels/serve-shell.ts';
import { connectPages } from './connect-pages.ts';
import { createEngineProcess, type EngineProcess } from './engine-process.ts';
import { followAccent } from './follow-accent.ts';
import { followPower } from './follow-power.ts';
import type { Entrances } from './entrances.ts';
import type { Launch } from './launch.ts';
import { createLeaving } from './leaving.ts';
import { wasStartedAtLogin } from './login-item.ts';
import { denyPermissions, lockDownPages } from './lock-down.ts';
import { createMainWindow, type MainWindow } from './main-window.ts';
import { createNativeShell } from './native-shell.ts';
import { servePages } from './pages.ts';
import type { ShellClock } from './shell-clock.ts';
import { stayInTray } from './stay-in-tray.ts';
import { createSurroundings } from './surroundings.ts';
import type { Updater } from './updates.ts';
import { openWindowState, windowStateName } from './window-state.ts';
import { createWishes } from './wishes.ts';

/** What the app is given from outside: its folder, how it was started, who wants in, the keychain, time and its log. */
interface DesktopAppOptions {
  /** Absolute path of the folder of everything the app keeps. */
  readonly dataDir: string;
  readonly launch: Pick<Launch, 'dataDir' | 'isHidden'>;
  /** Variables for the environment of the engine, where nobody set them. */
  readonly engineEnvironment: Readonly<Record<string, string>>;
  readonly entrances: Entrances;
  readonly secrets: ShellVerbs['secrets'];
  readonly clock: ShellClock;
  readonly log: WriteLog;
  /** Where newer versions come from; none, where the package names no place for them. */
  readonly updater: Updater | undefined;
  /** Runs once when everything is closed. */
  readonly onClosed: () => void;
}

/** The app around the engine: its window, its process and the way between them. Runs until it is closed. */
export interface DesktopApp {
  /** Settles once a page of the window was connected to an engine that answers. */
  readonly isUp: Promise<void>;
  /** Lets the engine finish, keeps the window's state and closes it. */
  close(): Promise<void>;
}

/** Opens the window and starts the engine. Electron has to be ready. */
export function createDesktopApp(options: DesktopAppOptions): DesktopApp {
  const { dataDir, launch, entrances, clock, log, updater, onClosed } = options;
  const built = join(app.getAppPath(), 'dist', 'electron');
  const up = Promise.withResolvers<void>();
  servePagesSafely();

  const windowState = openWindowState(join(dataDir, windowStateName));
  const window = createMainWindow({ state: windowState, preload: join(built, 'preload.cjs'), clock, log });
  const show = (): void => window.show();
  const wishes = createWishes(window);
  const language = (): Language => surroundings.settings.language;
  const engine = startEngine(options, join(built, 'engine.js'), window, language);
  const disconnectPages = connectPages(engine, () => up.resolve());
  const stopFollowing = [followPower(engine), followAccent(window)];
  const surroundings = createSurroundings({
    engine,
    window,
    windowState,
    wishes,
    icons: join(built, 'icons'),
    clock,
    log,
    updater,
    // There is one for each person, and what it starts is the app on its usual folder.
    hasLoginItem: launch.dataDir === undefined,
    restart: () => updater && leaving.quitWith(() => updater.install()),
    onChange: () => leaving.look(),
  });
  const closeAll = async (): Promise<void> => {
    for (const part of [entrances, wishes]) part.stop();
    disconnectPages();
    for (const stop of stopFollowing) stop();
    surroundings.close();
    window.close();
    await engine.close();
    // Until here these keep Electron from ending the app, which it does by itself where no window is left.
    for (const part of [staying, leaving]) part.stop();
    onClosed();
  };
  const leaving = createLeaving({
    inHand: () => surroundings.inHand,
    language,
    clock,
    hide: () => window.close(),
    close: closeAll,
  });
  const staying = stayInTray({ leaving, surroundings, windowState });
  if (!launch.isHidden && !wasStartedAtLogin()) show();
  entrances.open({ show, wishes });
  return { isUp: up.promise, close: () => leaving.close() };
}

/** Serves the window to its pages, and takes from them what they do not need. */
function servePagesSafely(): void {
  lockDownPages();
  denyPermissions(session.defaultSession);
  servePages(session.defaultSession, join(app.getAppPath(), 'dist', 'renderer'));
}

function startEngine(
  { dataDir, engineEnvironment, secrets, clock, log }: DesktopAppOptions,
  script: string,
  window: MainWindow,
  language: () => Language,
): EngineProcess {
  const failures = createFailureNotice(language);
  const verbs: ShellVerbs = {
    secrets,
    ...createNativeShell(() => window.current),
    resolveProxy: (origin) => session.defaultSession.resolveProxy(origin),
  };
  const engine = createEngineProcess({
    script,
    environment: engineEnvironment,
    dataDir,
    productVersion: app.getVersion(),
    clock,
    log,
    serveShell: (port: MessagePortMain) => serveShell(port, verbs),
    onReady() {
      failures.forget();
      if (powerMonitor.onBatteryPower) engine.tell('onBattery');
    },
    onFailure: (error) => failures.tell(error),
  });
  return engine;
}

/** Starts that fail in a row, some seconds together: what passes by itself mostly did by then. */
const patientStarts = 5;

/** Tells the person why the engine does not start, once and not at every try; of what may pass by itself, later. */
function createFailureNotice(language: () => Language) {
  let told: ErrorRecord['code'] | undefined;
  let failedStarts = 0;
  return {
    tell(error: ErrorRecord): void {
      failedStarts += 1;
      const mayPass = catalogue[error.code].retryable && failedStarts < patientStarts;
      if (told === error.code || mayPass) return;
      told = error.code;
      const words = errorWords[language()];
      const { keepTrying, quit } = desktopWords[language()];
      void dialog
        .showMessageBox({
          type: 'error',
          message: words.happened(error.code),
          detail: describeError(error, words),
          buttons: [keepTrying, quit],
          cancelId: 0,
        })
        .then(({ response }) => {
          if (response === 1) app.quit();
        });
    },
    forget(): void {
      told = undefined;
      failedStarts = 0;
    },
  };
}
