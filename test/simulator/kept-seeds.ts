/** Seeds that once showed a fault of the engine, with what it was: they are run for ever. */
export const keptSeeds: Readonly<Record<number, string>> = {};
