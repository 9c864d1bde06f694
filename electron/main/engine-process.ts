import { MessageChannelMain, utilityProcess, type MessagePortMain, type UtilityProcess } from 'electron';
import type { WriteLog } from '../../shared/log/log-events.ts';
import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import { messageFromEngine, type MessageToEngine } from '../../shared/rpc/engine-messages.ts';
import { restartDelayMs } from './restart-delay.ts';
import type { ShellClock } from './shell-clock.ts';

/** An engine that ran this long was well: the next death is a first one again. */
const wellAfterMs = 60_000;

/** The engine may be in the middle of writing; longer than this, it hangs. */
const stopPatienceMs = 10_000;

/** What the engine's process is started with, and who hears of it. */
interface EngineProcessOptions {
  /** Absolute path of the engine's script. */
  readonly script: string;
  /** Variables for its environment, where nobody set them. */
  readonly environment: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly productVersion: string;
  readonly clock: ShellClock;
  readonly log: WriteLog;
  /** Gets the private port to each engine that is started. */
  readonly serveShell: (port: MessagePortMain) => void;
  /** The engine runs and can be asked. */
  readonly onReady: () => void;
  /** The engine says why it cannot start; it is tried again all the same. */
  readonly onFailure: (error: ErrorRecord) => void;
}

/** The engine's process: one at a time, started again when it dies. */
export interface EngineProcess {
  /**
   * Makes a connection to the engine: now, or once the engine runs. A window that asks again before that is given one.
   * @param windowId names the window among those that wait
   * @param give gets the window's end
   */
  connect(windowId: number, give: (port: MessagePortMain) => void): void;
  /** Tells the engine that runs, if one does, what the computer's power does. */
  tell(power: 'fallAsleep' | 'wakeUp' | 'onBattery' | 'onMains'): void;
  /** Lets the engine finish and end, and starts none any more. */
  close(): Promise<void>;
}

/** Starts the engine as a utility process and keeps it running. Electron has to be ready. */
export function createEngineProcess(options: EngineProcessOptions): EngineProcess {
  const { clock, log } = options;
  const windows = createWaitingWindows();
  const lives = createLives(clock);
  let child: UtilityProcess | undefined;
  let closing = false;
  let takeBackRestart = (): void => undefined;

  function start(): void {
    const started = (child = fork(options));
    started.on('message', (message: unknown) => listen(started, message));
    started.once('exit', onExit);
  }

  function listen(from: UtilityProcess, text: unknown): void {
    const { success, data: message } = messageFromEngine.safeParse(text);
    if (!success) return log('error', 'engine-message-unreadable');
    switch (message.kind) {
      case 'ready':
        lives.noteReady();
        windows.connectTo(from);
        options.onReady();
        break;
      case 'failed':
        log('error', 'engine-cannot-start', { code: message.error.code });
        options.onFailure(message.error);
        from.kill();
        break;
    }
  }

  function onExit(code: number): void {
    child = undefined;
    const { deaths, delayMs } = lives.noteDeath();
    if (closing) return;
    log('warn', 'engine-ended', { exitCode: code, count: deaths, delayMs });
    takeBackRestart = clock.after(delayMs, start);
  }

  start();
  return {
    connect(windowId, give) {
      if (child && lives.isReady()) give(sendWithPort(child, { kind: 'window' }));
      else windows.add(windowId, give);
    },
    tell: (kind) => child?.postMessage({ kind } satisfies MessageToEngine),
    async close() {
      closing = true;
      takeBackRestart();
      windows.clear();
      if (child) await stop(child, clock);
    },
  };
}

/** Starts the engine, and gives the shell its private port to it. */
function fork(options: EngineProcessOptions): UtilityProcess {
  const { script, environment, dataDir, productVersion, log, serveShell } = options;
  const started = utilityProcess.fork(script, [], {
    serviceName: 'CAD Library Sync engine',
    env: { ...environment, ...process.env },
  });
  // An event of this name that nobody hears is thrown; `exit` follows.
  started.on('error', (reason) => log('error', 'engine-fails', { reason }));
  serveShell(sendWithPort(started, { kind: 'start', dataDir, productVersion }));
  return started;
}

/** Windows that asked for a connection before the engine was ready. */
function createWaitingWindows() {
  const waiting = new Map<number, (port: MessagePortMain) => void>();
  return {
    add: (windowId: number, give: (port: MessagePortMain) => void): void => void waiting.set(windowId, give),
    connectTo(child: UtilityProcess): void {
      const given = [...waiting.values()];
      waiting.clear();
      for (const give of given) give(sendWithPort(child, { kind: 'window' }));
    },
    clear: (): void => waiting.clear(),
  };
}

/** Keeps whether the engine is ready, and counts how often in a row it died. */
function createLives(clock: ShellClock) {
  let readySinceMs: number | undefined;
  let deaths = 0;
  return {
    isReady: (): boolean => readySinceMs !== undefined,
    noteReady: (): void => void (readySinceMs = clock.steadyMs()),
    /** @returns deaths in a row, this one included, and how long to wait before the next start */
    noteDeath(): { readonly deaths: number; readonly delayMs: number } {
      const wasWell = readySinceMs !== undefined && clock.steadyMs() - readySinceMs >= wellAfterMs;
      readySinceMs = undefined;
      deaths = wasWell ? 1 : deaths + 1;
      return { deaths, delayMs: restartDelayMs(deaths) };
    },
  };
}

/** Sends a message with one end of a new channel. @returns the other end */
function sendWithPort(child: UtilityProcess, message: MessageToEngine): MessagePortMain {
  const { port1, port2 } = new MessageChannelMain();
  child.postMessage(message, [port2]);
  return port1;
}

function stop(child: UtilityProcess, clock: ShellClock): Promise<void> {
  return new Promise((resolve) => {
    const takeBack = clock.after(stopPatienceMs, () => {
      child.kill();
      resolve();
    });
    child.once('exit', () => {
      takeBack();
      resolve();
    });
    child.postMessage({ kind: 'stop' } satisfies MessageToEngine);
  });
}
