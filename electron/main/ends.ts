import { app, powerMonitor, type BrowserWindow } from 'electron';

/** An event whose usual consequence can be prevented. */
interface Preventable {
  preventDefault(): void;
}

/** Whoever hears that the app is to end. */
interface EndListener {
  /** The app is asked to quit. Unless this is prevented, it does. */
  readonly onQuit: (event: Preventable) => void;
  /** The app has no choice: a signal, or a system that shuts down. */
  readonly leaveNow: () => void;
  /** A window was opened. */
  readonly onWindow: () => void;
}

/** Hears when the app is asked to quit, and when it has no choice. @returns ends it */
export function listenToEnds({ onQuit, leaveNow, onWindow }: EndListener): () => void {
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const onShutdown = (event: Preventable): void => {
    // The system waits for the app then, for a while.
    event.preventDefault();
    leaveNow();
  };
  const onCreated = (_event: unknown, window: BrowserWindow): void => {
    // Windows tells its end to windows alone, and waits for nobody.
    window.once('session-end', leaveNow);
    onWindow();
  };
  // Its types leave the event out.
  const monitor: NodeJS.EventEmitter = powerMonitor;
  app.on('before-quit', onQuit);
  app.on('browser-window-created', onCreated);
  monitor.on('shutdown', onShutdown);
  for (const signal of signals) process.on(signal, leaveNow);
  return () => {
    app.off('before-quit', onQuit);
    app.off('browser-window-created', onCreated);
    monitor.off('shutdown', onShutdown);
    for (const signal of signals) process.off(signal, leaveNow);
  };
}
