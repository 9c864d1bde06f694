import { app, dialog, powerMonitor } from 'electron';
import { isCutOff } from '../../shared/errors/reachability.ts';
import type { StatusRecord } from '../../shared/rpc/status-records.ts';
import { desktopWords } from '../../shared/words/desktop.ts';

/** How many transfers go on or are about to. What waits for a service that is out of reach cannot be finished now. */
export function workInHand(status: StatusRecord | undefined): number {
  if (!status || isCutOff(status.connection.state)) return 0;
  return status.queue.running + status.queue.waiting;
}

/** Ends the app in good order. */
export interface Leaving {
  /** Hears how everything stands: an app that finishes its work ends when that is done. */
  status(status: StatusRecord | undefined): void;
  /** As when the person quits, but for what is done last, when everything is closed. */
  quitWith(end: () => void): void;
  /** Whether the app ends once its work is done, so that nothing needs to keep it open. */
  readonly isFinishing: boolean;
  stop(): void;
}

interface LeavingOptions {
  /** How everything stands; `undefined` while the engine is not reached. */
  readonly status: () => StatusRecord | undefined;
  /** Takes the window away: the person has asked to quit. */
  readonly hide: () => void;
  /** Closes everything; runs once. */
  readonly close: () => Promise<void>;
}

/**
 * Asks before it leaves work unfinished, and never keeps the app from ending once everything is closed. Nobody is asked
 * where the system shuts down or a signal ends the app: what is not finished continues at the next start.
 */
export function createLeaving({ status, hide, close }: LeavingOptions): Leaving {
  let quit = (): void => app.quit();
  let state: 'running' | 'asking' | 'finishing' | 'closing' | 'closed' = 'running';

  function closeAll(): void {
    state = 'closing';
    const end = (): void => {
      state = 'closed';
      quit();
    };
    // What cannot be closed must not keep the app from ending.
    close().then(end, end);
  }
  async function ask(count: number): Promise<void> {
    state = 'asking';
    const answer = await askAbout(count, status());
    if (answer === 'stay') {
      state = 'running';
      quit = () => app.quit();
    }
    if (answer === 'now') closeAll();
    if (answer !== 'finish') return;
    state = 'finishing';
    hide();
    whenDone(status());
  }
  function whenDone(now: StatusRecord | undefined): void {
    if (state === 'finishing' && workInHand(now) === 0) closeAll();
  }
  const onBeforeQuit = (event: { preventDefault: () => void }): void => {
    if (state === 'closed') return;
    event.preventDefault();
    const count = workInHand(status());
    if (state === 'running' && count > 0) void ask(count);
    // Who asks to quit once more does not want to wait.
    else if (state === 'running' || state === 'finishing') closeAll();
  };
  const leaveNow = (): void => {
    if (state !== 'closing' && state !== 'closed') closeAll();
  };
  const stop = listenToEnds(onBeforeQuit, leaveNow);
  return {
    status: whenDone,
    quitWith(end) {
      quit = end;
      app.quit();
    },
    get isFinishing() {
      return state === 'finishing';
    },
    stop,
  };
}

/** Hears when the app is asked to quit, and when it has no choice. */
function listenToEnds(onBeforeQuit: (event: { preventDefault: () => void }) => void, leaveNow: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  app.on('before-quit', onBeforeQuit);
  powerMonitor.on('shutdown', leaveNow);
  for (const signal of signals) process.on(signal, leaveNow);
  return () => {
    app.off('before-quit', onBeforeQuit);
    powerMonitor.off('shutdown', leaveNow);
    for (const signal of signals) process.off(signal, leaveNow);
  };
}

const answers = ['finish', 'now', 'stay'] as const;

async function askAbout(count: number, status: StatusRecord | undefined): Promise<(typeof answers)[number]> {
  const words = desktopWords[status?.settings.language ?? 'en'].leaving;
  const { response } = await dialog.showMessageBox({
    type: 'question',
    message: words.message(count),
    detail: words.detail,
    buttons: answers.map((answer) => words[answer]),
    defaultId: 0,
    cancelId: answers.indexOf('stay'),
  });
  return answers[response] ?? 'stay';
}
