/** The values that were used last, by name. */
export interface Recent<Value> {
  /** A value that is kept, in a list of its own: what is kept may be undefined too. */
  find(name: string): readonly [] | readonly [Value];
  /** Keeps a value, and lets the one go that was not used for the longest time where there are too many. */
  keep(name: string, value: Value): void;
  clear(): void;
}

export function createRecent<Value>(most: number): Recent<Value> {
  const kept = new Map<string, Value>();
  function keep(name: string, value: Value): void {
    kept.delete(name);
    kept.set(name, value);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
  }
  return {
    find(name) {
      if (!kept.has(name)) return [];
      const value = kept.get(name) as Value;
      keep(name, value);
      return [value];
    },
    keep,
    clear: () => kept.clear(),
  };
}
