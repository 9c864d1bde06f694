/** Resolves when a person (Ctrl+C) or a service manager (SIGTERM) asks the command to end. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    const keepAlive = setInterval(() => undefined, 60_000);
    const end = (): void => {
      clearInterval(keepAlive);
      resolve();
    };
    process.once('SIGINT', end);
    process.once('SIGTERM', end);
  });
}
