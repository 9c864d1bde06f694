import type { Watcher } from '../../../electron/engine/ports.ts';

/** A watcher that says what a test has it say. */
export function createFakeWatcher() {
  const listeners = new Set<(path: string) => void>();
  return {
    port: {
      async watch(_root, onHint) {
        listeners.add(onHint);
        return async () => {
          listeners.delete(onHint);
        };
      },
    } satisfies Watcher,
    /** The folder is away, and what watched it does not come back with it. */
    lose: (): void => listeners.clear(),
    /** Something may have changed at this path; empty: anywhere. */
    hint(path: string): void {
      for (const listener of [...listeners]) listener(path);
    },
  };
}

export type FakeWatcher = ReturnType<typeof createFakeWatcher>;
