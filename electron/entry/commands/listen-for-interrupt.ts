/** How soon after the first a second Ctrl+C is the same one: a terminal sends it to a command and to its parent, which passes it on. */
const sameInterruptMs = 1_000;

export interface Interrupt {
  /** Resolves when a person (Ctrl+C) or a service manager (SIGTERM) asks the command to end. */
  readonly asked: Promise<void>;
  /** Aborts at the same moment. */
  readonly signal: AbortSignal;
  /** Listens no more; the process may end when nothing else keeps it. */
  stop(): void;
}

/** Listens for the wish to end, and keeps the process alive until then. A second, later wish ends it at once. */
export function listenForInterrupt(): Interrupt {
  const keepAlive = setInterval(() => undefined, 60_000);
  const ending = new AbortController();
  const asked = new Promise<void>((resolve) =>
    ending.signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  let firstMs: number | undefined;
  const hear = (): void => {
    const nowMs = performance.now();
    if (firstMs !== undefined && nowMs - firstMs > sameInterruptMs) endAtOnce();
    firstMs ??= nowMs;
    clearInterval(keepAlive);
    ending.abort();
  };
  process.on('SIGINT', hear).on('SIGTERM', hear);
  return {
    asked,
    signal: ending.signal,
    stop() {
      clearInterval(keepAlive);
      // The listeners stay: what is closed after this must not be cut off by an echo of the same Ctrl+C.
    },
  };
}

/** The system breaks no look-up of a name off, and the usual way out waits for all of them: half a minute without a network. */
function endAtOnce(): void {
  if (process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')) process.kill(process.pid, 'SIGKILL');
  else process.exit(130);
}
