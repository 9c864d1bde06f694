import { SvelteMap } from 'svelte/reactivity';

/** Features that exports of a selection leave out. */
export interface TurnedFeatures {
  /** Codes of those that are off, as they were switched last. */
  readonly off: readonly string[];
  /** Shows at once how they were switched, while that is done; what a list says that was asked for before does not count. */
  turn(codes: readonly string[], isOn: boolean, done: () => Promise<unknown>): Promise<void>;
  /** A list was read anew: what was done before it is in it. */
  noteRead(): void;
}

/** @param known the codes of those that are off, as they were last read */
export function createTurnedFeatures(known: () => readonly string[]): TurnedFeatures {
  /** How they were switched here, until a list says the same or was read afterwards. */
  const turned = new SvelteMap<string, { readonly isOn: boolean; isDone: boolean }>();
  return {
    get off() {
      const others = known().filter((code) => !turned.has(code));
      return [...others, ...[...turned].flatMap(([code, { isOn }]) => (isOn ? [] : [code]))];
    },
    async turn(codes, isOn, done) {
      const switched = { isOn, isDone: false };
      for (const code of codes) turned.set(code, switched);
      switched.isDone = Boolean(await done());
      if (!switched.isDone) for (const code of codes) if (turned.get(code) === switched) turned.delete(code);
    },
    noteRead() {
      for (const [code, { isDone }] of turned) if (isDone) turned.delete(code);
    },
  };
}
