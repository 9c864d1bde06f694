import { AppError } from '../../../shared/errors/app-error.ts';
import type { Watcher } from '../../../electron/engine/ports.ts';

interface Listener {
  readonly onHint: (path: string) => void;
  readonly onFailure: (cause: unknown) => void;
}

/** A watcher that says what a test has it say. */
export function createFakeWatcher() {
  const listeners = new Set<Listener>();
  let begun = 0;
  let isBroken = false;
  /** What watched the folder fails, though the folder may be there. */
  const fail = (): void => {
    const failed = [...listeners];
    listeners.clear();
    for (const { onFailure } of failed) onFailure(new AppError('library-missing'));
  };
  return {
    port: {
      async watch(_root, onHint, onFailure) {
        const listener = { onHint, onFailure };
        listeners.add(listener);
        begun += 1;
        if (isBroken) fail();
        return async () => {
          listeners.delete(listener);
        };
      },
    } satisfies Watcher,
    /** The folder is away, and what watched it does not come back with it. */
    lose: (): void => listeners.clear(),
    fail,
    /** Whether each watch fails as soon as it has begun. */
    setBroken: (value: boolean): unknown => (isBroken = value),
    /** How many watches have begun. */
    begun: (): number => begun,
    /** Something may have changed at this path; empty: anywhere. */
    hint(path: string): void {
      for (const { onHint } of [...listeners]) onHint(path);
    },
  };
}

export type FakeWatcher = ReturnType<typeof createFakeWatcher>;
