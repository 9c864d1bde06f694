/** A choice between a few words that this window remembers, where its host lets it. */
interface RememberedChoice<T extends string> {
  current: T;
}

/** @param options the first one is the default */
export function createRememberedChoice<T extends string>(
  name: string,
  options: readonly [T, ...T[]],
): RememberedChoice<T> {
  let current = $state<T>(options.find((option) => option === kept(name)) ?? options[0]);
  return {
    get current() {
      return current;
    },
    set current(next) {
      current = next;
      keep(name, next);
    },
  };
}

// A page without storage (private window, policy) throws on touching it; then what is kept lasts as long as the window.
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    return;
  }
}
