import type { ActionName } from '../../shared/rpc/actions.ts';
import { defaultSettings, type Settings } from '../../shared/rpc/settings.ts';
import type { StatusRecord } from '../../shared/rpc/status-records.ts';
import type { Language } from '../../shared/words/formats.ts';
import { setAppMenu } from './app-menu.ts';
import type { EngineProcess } from './engine-process.ts';
import { followEngine } from './follow-engine.ts';
import { startAtLogin } from './login-item.ts';
import type { MainWindow } from './main-window.ts';
import { createNews } from './news.ts';
import type { ShellClock, ShellLog } from './shell-ports.ts';
import { createTray } from './tray.ts';
import { trayContent } from './tray-content.ts';
import { createUpdates, type Updater } from './updates.ts';
import type { Wishes } from './wishes.ts';

/** A state that nobody tells anything about grows old by itself: "up to date" is said for as long as it is known. */
const lookAgainMs = 60_000;

interface SurroundingsOptions {
  readonly engine: Pick<EngineProcess, 'connect'>;
  readonly window: Pick<MainWindow, 'current' | 'show'>;
  readonly wishes: Pick<Wishes, 'send'>;
  /** Absolute path of the folder of the pictures for the tray. */
  readonly icons: string;
  readonly clock: ShellClock;
  readonly log: ShellLog;
  readonly updater: Updater | undefined;
  /** Ends the app, and installs the newer version then. */
  readonly restart: () => void;
  readonly onStatus: (status: StatusRecord | undefined) => void;
}

/** What of the desktop follows the engine: tray, menus, notifications, start at login. */
export interface Surroundings {
  readonly status: StatusRecord | undefined;
  /** As the engine told them last; before that, those of a new state. */
  readonly settings: Settings;
  close(): void;
}

/** Surrounds the window with all that. */
export function createSurroundings(options: SurroundingsOptions): Surroundings {
  const { engine, window, wishes, icons, clock, log, updater, restart, onStatus } = options;
  const act = (action: ActionName): void => {
    if (action !== 'tryNow') return wishes.send({ kind: 'action', action });
    // An engine that is gone just now tries again by itself when it is back.
    followed.calls?.queue.retry({}).catch(() => undefined);
  };
  const isSeen = (): boolean => window.current?.isFocused() ?? false;
  const news = createNews({ clock, isSeen, lead: (wish) => wishes.send(wish) });
  let status: StatusRecord | undefined;
  const contentNow = () => trayContent(status, clock.now(), updates.ready?.version);
  const language = (): Language => settings.current.language;
  const onReady = (): void => tray.show(contentNow());
  const updates = createUpdates({ updater, clock, log, language, restart, onReady });
  const tray = createTray(icons, contentNow(), { open: () => window.show(), act, update: () => updates.offer() });
  const settings = followSettings(act, log);

  const followed = followEngine(engine, clock, {
    status(now) {
      status = now;
      if (status) settings.use(status.settings);
      if (status) updates.follow(status.settings.updateChannel);
      tray.show(contentNow());
      news.status(status);
      onStatus(status);
    },
    activity: (entry) => news.activity(entry),
  });
  const stopLooking = everyNowAndThen(clock, () => tray.show(contentNow()));

  return {
    get status() {
      return status;
    },
    get settings() {
      return settings.current;
    },
    close() {
      stopLooking();
      updates.stop();
      followed.stop();
      news.stop();
      tray.close();
    },
  };
}

function everyNowAndThen(clock: ShellClock, look: () => void): () => void {
  let takeBack = clock.after(lookAgainMs, function lookAgain() {
    look();
    takeBack = clock.after(lookAgainMs, lookAgain);
  });
  return () => takeBack();
}

/** Menus in the person's language, and start at login: both as the settings have them, whenever those change. */
function followSettings(act: (action: ActionName) => void, log: ShellLog) {
  let current = defaultSettings;
  let known: Settings | undefined;
  setAppMenu(current.language, act);
  return {
    get current() {
      return current;
    },
    use(next: Settings): void {
      if (next.language !== current.language) setAppMenu(next.language, act);
      if (next.startAtLogin !== known?.startAtLogin) setStartAtLogin(next.startAtLogin, log);
      current = known = next;
    },
  };
}

function setStartAtLogin(starts: boolean, log: ShellLog): void {
  try {
    startAtLogin(starts);
  } catch (error) {
    log('warn', 'login-start-not-set', { error });
  }
}
