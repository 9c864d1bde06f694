/** A signal that is given when a person (Ctrl+C) or a service manager (SIGTERM) asks the command to end. */
export interface InterruptSignal {
  readonly signal: AbortSignal;
  /** Stops listening. */
  close(): void;
}

/** Listens for the first such request; a second one ends the process at once, as it does without listening. */
export function createInterruptSignal(): InterruptSignal {
  const controller = new AbortController();
  const close = (): void => {
    process.off('SIGINT', end);
    process.off('SIGTERM', end);
  };
  const end = (): void => {
    close();
    controller.abort();
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  return { signal: controller.signal, close };
}
