import { dialog, Notification } from 'electron';
import type { WriteLog } from '../../shared/log/log-events.ts';
import { desktopWords } from '../../shared/words/desktop.ts';
import { defaultSettings, type Settings } from '../../shared/rpc/settings.ts';
import type { Language } from '../../shared/words/formats.ts';
import type { ShellClock } from './shell-clock.ts';

type UpdateChannel = Settings['updateChannel'];

/** A newer version that was fetched and proven, and what is new in it as plain text. */
export interface ReadyUpdate {
  readonly version: string;
  readonly notes: string;
  /** Whether it is installed when the app is quit, and not only when the app is restarted for it. */
  readonly comesAtQuit: boolean;
}

/** Whatever finds, fetches, proves and installs newer versions. */
export interface Updater {
  /** Looks for a newer version and fetches it. @throws Error where that cannot be done now */
  check(): Promise<void>;
  /** Hears what is ready to be installed, and when nothing is any more. */
  onReady(listener: (update: ReadyUpdate | undefined) => void): void;
  /** From now on takes the versions of this channel. */
  follow(channel: UpdateChannel): void;
  /** What is ready is not installed when the app is quit. */
  leave(): void;
  /**
   * Ends the app, installs what is ready and starts that.
   * @throws Error where that cannot be done
   */
  install(): Promise<never>;
}

interface UpdatesOptions {
  readonly updater: Updater | undefined;
  readonly clock: ShellClock;
  readonly log: WriteLog;
  readonly language: () => Language;
  /** Ends the app in good order and then has the updater install. */
  readonly restart: () => void;
  /** What is ready is another version than before, or none any more. */
  readonly onReady: () => void;
}

/** Keeps the app new. Nothing is installed while the person works: when the app is quit, or when they say so. */
interface Updates {
  readonly ready: ReadyUpdate | undefined;
  /** Takes the versions of this channel. Once the first look is over, looks at once whether there is one. */
  follow(channel: UpdateChannel): void;
  /** Shows what is new, and asks whether to restart for it. */
  offer(): void;
  stop(): void;
}

/** The first minute belongs to the library. */
const firstLookMs = 60_000;
const lookEveryMs = 6 * 3_600_000;

/** Looks for newer versions now and then. A look that fails is of no interest to the person: the next one may not. */
export function createUpdates({ updater, clock, log, language, restart, onReady }: UpdatesOptions): Updates {
  let ready: ReadyUpdate | undefined;
  let followed: UpdateChannel = defaultSettings.updateChannel;
  let takeBack = (): void => undefined;
  let hasLooked = false;
  let isStopped = false;
  const look = (): void => {
    hasLooked = true;
    updater?.check().catch((error: unknown) => log('warn', 'update-not-found', { error }));
    lookIn(lookEveryMs);
  };
  const lookIn = (ms: number): void => void (takeBack = clock.after(ms, look));
  function become(update: ReadyUpdate | undefined): void {
    // It is ready when the person leaves the betas, or was on its way then and took the place of what was.
    const isLeft = update && isBeta(update) && followed === 'stable';
    if (isLeft) updater?.leave();
    const next = isLeft ? undefined : update;
    // A download may end while the app does.
    if (isStopped || next?.version === ready?.version) return;
    ready = next;
    onReady();
    if (ready) notify(ready, language());
  }
  updater?.onReady(become);
  updater?.follow(followed);
  if (updater) lookIn(firstLookMs);

  return {
    get ready() {
      return ready;
    },
    follow(channel) {
      if (channel === followed) return;
      followed = channel;
      if (!updater) return;
      updater.follow(channel);
      become(ready);
      // What the settings were before is known only after a moment: that is no reason to look in the first minute.
      if (!hasLooked) return;
      takeBack();
      look();
    },
    offer() {
      if (ready) void askToRestart(ready, language(), restart);
    },
    stop() {
      isStopped = true;
      takeBack();
    },
  };
}

/** The number of a beta says so behind a dash: `0.3.0-beta.1`. */
export const isBeta = ({ version }: { readonly version: string }): boolean => version.includes('-');

const whenInstalled = ({ comesAtQuit }: ReadyUpdate, language: Language): string => {
  const { whenQuit, whenRestarted } = desktopWords[language].update;
  return comesAtQuit ? whenQuit : whenRestarted;
};

function notify(update: ReadyUpdate, language: Language): void {
  if (!Notification.isSupported()) return;
  const title = desktopWords[language].update.ready(update.version);
  new Notification({ title, body: whenInstalled(update, language) }).show();
}

async function askToRestart(update: ReadyUpdate, language: Language, restart: () => void): Promise<void> {
  const { version, notes } = update;
  const words = desktopWords[language].update;
  const { response } = await dialog.showMessageBox({
    type: 'info',
    message: words.ready(version),
    detail: notes === '' ? whenInstalled(update, language) : notes,
    buttons: [words.restart, words.later],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) restart();
}
