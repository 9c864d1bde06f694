import { z } from 'zod';
import { AppError } from '../../../shared/errors/app-error.ts';
import { savedThing } from '../../../shared/rpc/selection-records.ts';

const chosenPlace = z.object({
  path: z.string(),
  fileName: z.string(),
  /** Whether the person agreed that a file that stands there is replaced. */
  mayReplace: z.boolean(),
});

/** A place that a person chose. */
export type ChosenPlace = z.output<typeof chosenPlace>;

export const savingErrand = z.object({
  errandId: z.int(),
  serviceId: z.string(),
  thing: savedThing,
  place: chosenPlace,
  /** When a person asked for it. */
  askedMs: z.number(),
  /** How often the answer broke off. */
  breaks: z.int().optional(),
  /** So many bytes were whole, and about to be seen at the place. */
  arrivedBytes: z.int().optional(),
});

/** Something that is to be saved, until it is saved or given up. */
export type SavingErrand = z.output<typeof savingErrand>;

/**
 * What is to be saved, in its order; durable when a call returns.
 * @param kept where they outlive the run
 */
export function createErrands(kept: { read(): readonly SavingErrand[]; write(errands: SavingErrand[]): void }) {
  // It is asked again and again whether any wait.
  let errands = kept.read();
  // What is shown of one that ended names no other one.
  let lastId = Math.max(0, ...errands.map(({ errandId }) => errandId));
  const become = (next: SavingErrand[]): void => {
    kept.write(next);
    errands = next;
  };
  return {
    of: (serviceId: string | undefined): readonly SavingErrand[] =>
      errands.filter((errand) => errand.serviceId === serviceId),

    /** @throws AppError `unknown-item` for one that was saved or given up */
    get(errandId: number): SavingErrand {
      const found = errands.find((errand) => errand.errandId === errandId);
      if (!found) throw new AppError('unknown-item');
      return found;
    },

    add(given: Omit<SavingErrand, 'errandId'>): SavingErrand {
      const errand = { ...given, errandId: (lastId += 1) };
      become([...errands, errand]);
      return errand;
    },

    note: ({ errandId }: SavingErrand, known: Partial<Pick<SavingErrand, 'breaks' | 'arrivedBytes'>>): void =>
      become(errands.map((errand) => (errand.errandId === errandId ? { ...errand, ...known } : errand))),

    end: ({ errandId }: SavingErrand): void => become(errands.filter((errand) => errand.errandId !== errandId)),
  };
}

export type KeptErrands = ReturnType<typeof createErrands>;
