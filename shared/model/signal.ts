/** Tells whoever listens: what is built first tells those that are built on it. */
export function createSignal<T>() {
  const listeners = new Set<(event: T) => void>();
  return {
    tell: (event: T): void => {
      for (const listener of [...listeners]) listener(event);
    },

    /** @returns ends the listening */
    listen: (listener: (event: T) => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
