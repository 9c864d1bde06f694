import { foldedPath } from '../tree/folded-path.ts';
import { createTurns } from './turns.ts';

/** Lets only one at a time put a file at a path of a library. */
export interface Placing {
  /** Runs what puts a file at `path`, one after the other for each path. */
  placeAt<T>(path: string, work: () => Promise<T>): Promise<T>;
  /** Paths at which downloads are about to put a new file. */
  readonly reservedPaths: Set<string>;
}

export function createPlacing(): Placing {
  const turns = createTurns();
  return { placeAt: (path, work) => turns(foldedPath(path), work), reservedPaths: new Set() };
}
