import type { WriteLog } from '../../shared/log/log-events.ts';
import type { ActionName } from '../../shared/rpc/actions.ts';
import type { Settings } from '../../shared/rpc/settings.ts';
import type { ProductImportRecord } from '../../shared/rpc/import-records.ts';
import type { StatusRecord } from '../../shared/rpc/status-records.ts';
import type { Language } from '../../shared/words/formats.ts';
import type { EngineProcess } from './engine-process.ts';
import { followEngine } from './follow-engine.ts';
import { followSettings } from './follow-settings.ts';
import type { MainWindow } from './main-window.ts';
import { createNews } from './news.ts';
import type { ShellClock } from './shell-clock.ts';
import { createTray } from './tray.ts';
import { trayContent } from './tray-content.ts';
import { createUpdates, type Updater } from './updates.ts';
import type { WindowStateFile } from './window-state.ts';
import type { Wishes } from './wishes.ts';
import { workInHand, type WorkInHand } from './work-in-hand.ts';

/** A state that nobody tells anything about grows old by itself: "up to date" is said for as long as it is known. */
const lookAgainMs = 60_000;

interface SurroundingsOptions {
  readonly engine: Pick<EngineProcess, 'connect'>;
  readonly window: Pick<MainWindow, 'current' | 'show' | 'useTheme'>;
  readonly windowState: WindowStateFile;
  readonly wishes: Pick<Wishes, 'send'>;
  /** Absolute path of the folder of the pictures for the tray. */
  readonly icons: string;
  readonly clock: ShellClock;
  readonly log: WriteLog;
  readonly updater: Updater | undefined;
  /** Whether this app is the one that the system starts at login. */
  readonly hasLoginItem: boolean;
  /** Ends the app, and installs the newer version then. */
  readonly restart: () => void;
  /** What is in hand may be something else than before. */
  readonly onChange: () => void;
}

/** What of the desktop follows the engine: tray, menus, colours, notifications, start at login. */
export interface Surroundings {
  /** What the end of the app would cut off. */
  readonly inHand: WorkInHand;
  /** As the engine told them last; before that, those of a new state. */
  readonly settings: Settings;
  close(): void;
}

/** Surrounds the window with all that. */
export function createSurroundings(options: SurroundingsOptions): Surroundings {
  const { engine, window, windowState, wishes, icons, clock, log, updater, hasLoginItem, restart, onChange } = options;
  const act = (action: ActionName): void => {
    if (action !== 'tryNow') return wishes.send({ kind: 'action', action });
    // An engine that is gone just now tries again by itself when it is back.
    followed.calls?.queue.retry({}).catch(() => undefined);
  };
  const isSeen = (): boolean => window.current?.isFocused() ?? false;
  const news = createNews({ clock, isSeen, lead: (wish) => wishes.send(wish) });
  let status: StatusRecord | undefined;
  let productImport: ProductImportRecord | undefined;
  const settings = followSettings({ act, window, windowState, hasLoginItem, log });
  const language = (): Language => settings.current.language;
  const contentNow = () => trayContent(status, clock.now(), language(), updates.ready?.version);
  const onReady = (): void => tray.show(contentNow());
  const updates = createUpdates({ updater, clock, log, language, restart, onReady });
  const tray = createTray(icons, contentNow(), { open: () => window.show(), act, update: () => updates.offer() });

  const followed = followEngine(engine, clock, {
    status(now) {
      // Until the window keeps one, the settings name the language that a new state has.
      status = now?.isLanguageOpen ? { ...now, settings: { ...now.settings, language: language() } } : now;
      if (status) settings.use(status.settings);
      if (status) updates.follow(status.settings.updateChannel);
      tray.show(contentNow());
      news.status(status);
      onChange();
    },
    productImport(now) {
      productImport = now;
      onChange();
    },
    activity: (entry) => news.activity(entry),
  });
  const stopLooking = everyNowAndThen(clock, () => tray.show(contentNow()));

  return {
    get inHand() {
      return workInHand(status, productImport);
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
