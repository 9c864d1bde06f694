import { AppError } from '../../../shared/errors/app-error.ts';
import type { Bounds, Scene } from '../../../shared/rpc/scene.ts';

/** What of a file is not drawn, gathered while it is read. */
export interface NotShown {
  /** @param kind of which nothing is drawn, as its format calls it */
  add(kind: string): void;
  /** What would be drawn if its coordinates were numbers that a drawing has. @param count how many of that kind */
  addDamaged(kind: string, count?: number): void;
  /**
   * As a scene says it.
   * @param bounds of what is drawn
   * @throws AppError `look-unreadable` where all that could be drawn is damaged
   */
  beside(bounds: Bounds | undefined): Pick<Scene, 'notShown' | 'damaged'>;
}

export function createNotShown(): NotShown {
  const kinds = new Set<string>();
  let damaged = 0;
  return {
    add: (kind) => void kinds.add(kind),
    addDamaged(kind, count = 1) {
      if (count > 0) kinds.add(kind);
      damaged += count;
    },
    beside(bounds) {
      if (!bounds && damaged > 0)
        throw new AppError('look-unreadable', { detail: 'It has coordinates that are no numbers, or far too large.' });
      return {
        ...(kinds.size > 0 ? { notShown: [...kinds].toSorted() } : {}),
        ...(damaged > 0 ? { damaged } : {}),
      };
    },
  };
}
