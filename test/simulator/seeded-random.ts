/** Chance that is the same for the same seed (mulberry32). */
export function createSeededRandom(seed: number) {
  let state = seed >>> 0;

  /** Uniform in [0, 1). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };

  /** A whole number from `least` to `most`. */
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));

  return {
    next,
    between,
    happens: (probability: number): boolean => next() < probability,

    pick<T>(items: readonly T[]): T {
      if (items.length === 0) throw new Error('There is nothing to pick from.');
      return items[between(0, items.length - 1)] as T;
    },

    /** Picks by weight; what weighs nothing is never picked. */
    weighted<T>(choices: readonly (readonly [weight: number, choice: T])[]): T {
      let point = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, choice] of choices) {
        point -= weight;
        if (point < 0) return choice;
      }
      throw new Error('There is nothing to pick from.');
    },
  };
}

export type SeededRandom = ReturnType<typeof createSeededRandom>;
