import { app, dialog } from 'electron';
import { desktopWords } from '../../shared/words/desktop.ts';
import type { Language } from '../../shared/words/formats.ts';
import { listenToEnds } from './ends.ts';
import type { ShellClock } from './shell-clock.ts';
import { startAgain } from './start-again.ts';
import { isNothing, type WorkInHand } from './work-in-hand.ts';

/** macOS proves and unpacks a newer version before it ends the app for it; what takes longer does not come. */
const installPatienceMs = 120_000;

/** Ends the app in good order. */
export interface Leaving {
  /** Looks whether the work is done that the app wants to finish before it ends. */
  look(): void;
  /** As when the person quits, but once everything is closed `install` ends the app; where it rejects, the app starts again. */
  quitWith(install: () => Promise<never>): void;
  /** Closes everything, once, for whoever ends the app otherwise. */
  close(): Promise<void>;
  /** Whether the app is about to end, so that nothing needs to keep it open. */
  readonly isEnding: boolean;
  stop(): void;
}

interface LeavingOptions {
  readonly inHand: () => WorkInHand;
  readonly language: () => Language;
  readonly clock: ShellClock;
  /** Takes the window away: the person has asked to quit. */
  readonly hide: () => void;
  /** Closes everything; runs once. */
  readonly close: () => Promise<void>;
}

/**
 * Asks before it leaves work unfinished, and never keeps the app from ending once everything is closed. Nobody is asked
 * where the system shuts down or a signal ends the app: what is not finished continues at the next start.
 */
export function createLeaving({ inHand, language, clock, hide, close }: LeavingOptions): Leaving {
  let install: (() => Promise<never>) | undefined;
  let state: 'running' | 'asking' | 'finishing' = 'running';
  const ending = createEnding(close, clock);

  const leave = (): void => ending.begin(install);
  function stay(): void {
    state = 'running';
    install = undefined;
  }
  async function ask(work: WorkInHand): Promise<void> {
    state = 'asking';
    const answer = await askAbout(work, language());
    // A signal, or a system that shuts down, does not wait for the answer.
    if (ending.hasBegun) return;
    if (answer === 'stay') stay();
    if (answer === 'now') leave();
    if (answer !== 'finish') return;
    state = 'finishing';
    hide();
    look();
  }
  function look(): void {
    if (state === 'finishing' && isNothing(inHand())) leave();
  }
  const stop = listenToEnds({
    onQuit(event) {
      if (ending.isClosed) return;
      event.preventDefault();
      const work = inHand();
      if (state === 'running' && !ending.hasBegun && !isNothing(work)) void ask(work);
      // Who asks to quit once more does not want to wait.
      else if (state !== 'asking') leave();
    },
    leaveNow: leave,
    // Who opens the window again wants the app after all: it must not end under their hands.
    onWindow() {
      if (state === 'finishing') stay();
    },
  });
  return {
    look,
    quitWith(wanted) {
      install = wanted;
      app.quit();
    },
    close: () => ending.close(),
    get isEnding() {
      return state === 'finishing' || ending.hasBegun;
    },
    stop,
  };
}

/** Closes everything once, however often that is asked for, and ends the app then, unless somebody else does. */
function createEnding(close: () => Promise<void>, clock: ShellClock) {
  const closed = Promise.withResolvers<void>();
  let hasBegun = false;
  let isClosed = false;
  function closeOnce(): Promise<void> {
    // While it closes the window, it is asked whether it has begun.
    if (!hasBegun) {
      hasBegun = true;
      close()
        .finally(() => (isClosed = true))
        .then(closed.resolve, closed.reject);
    }
    return closed.promise;
  }
  return {
    close: closeOnce,
    begin(install: (() => Promise<never>) | undefined): void {
      if (hasBegun) return;
      const end = (): void => (install ? installOrStartAgain(install, clock) : app.quit());
      // What cannot be closed must not keep the app from ending.
      closeOnce().then(end, end);
    },
    get hasBegun() {
      return hasBegun;
    },
    get isClosed() {
      return isClosed;
    },
  };
}

/** A process that stayed on without a window would even keep the app from being started again. */
function installOrStartAgain(install: () => Promise<never>, clock: ShellClock): void {
  const late = Promise.withResolvers<never>();
  clock.after(installPatienceMs, () => late.reject());
  Promise.race([install(), late.promise]).catch(startAgain);
}

const answers = ['finish', 'now', 'stay'] as const;

async function askAbout({ transfers, isImporting }: WorkInHand, language: Language): Promise<(typeof answers)[number]> {
  const words = desktopWords[language].leaving;
  const sentences = (transfersSay: string, importSays: string): string =>
    [...(transfers > 0 ? [transfersSay] : []), ...(isImporting ? [importSays] : [])].join(' ');
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: sentences(words.transfers(transfers), words.productImport),
    detail: sentences(words.transfersContinue, words.importDoesNot),
    buttons: answers.map((answer) => words[answer]),
    defaultId: 0,
    cancelId: answers.indexOf('stay'),
  });
  return answers[response] ?? 'stay';
}
