import { AppError } from '../../../shared/errors/app-error.ts';
import { foldedPath } from '../tree/paths.ts';
import { createTurns } from './turns.ts';

/** Lets only one at a time put a file at a path of a library. */
export interface Placing {
  /**
   * Runs what puts a file at `path`, one after the other for each path.
   * @throws AppError `unknown-item` where the library was removed or set up anew meanwhile
   */
  placeAt<T>(path: string, work: () => Promise<T>): Promise<T>;
  /** Paths at which downloads are about to put a new file. */
  readonly reservedPaths: Set<string>;
}

/** As the library has it, which ends. */
export interface LibraryPlacing extends Placing {
  /**
   * Nothing is put into the library from here any more: what was on its way to it for long finds that it is gone, or
   * that another one takes turns with others. Resolves once what is put right now is in its place.
   */
  endPlacing(): Promise<void>;
  isPlacingOver(): boolean;
}

export function createPlacing(): LibraryPlacing {
  const turns = createTurns();
  const underway = new Set<Promise<unknown>>();
  let isOver = false;

  const unlessOver = <T>(work: () => Promise<T>): Promise<T> => {
    if (isOver) throw new AppError('unknown-item', { detail: 'The library was removed or set up anew meanwhile.' });
    return work();
  };

  return {
    async placeAt(path, work) {
      const placed = turns(foldedPath(path), async () => unlessOver(work));
      underway.add(placed);
      try {
        return await placed;
      } finally {
        underway.delete(placed);
      }
    },
    reservedPaths: new Set(),
    isPlacingOver: () => isOver,
    async endPlacing() {
      isOver = true;
      await Promise.allSettled(underway);
    },
  };
}
