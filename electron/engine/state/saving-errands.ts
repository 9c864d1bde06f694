import { z } from 'zod';
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

/** What is to be saved, in its order; durable when a call returns. */
export interface KeptErrands {
  of(serviceId: string | undefined): readonly SavingErrand[];
  add(errand: Omit<SavingErrand, 'errandId'>): SavingErrand;
  note(errand: SavingErrand, known: Partial<Pick<SavingErrand, 'breaks' | 'arrivedBytes'>>): void;
  end(errand: SavingErrand): void;
}

/** @param kept where they outlive the run */
export function createErrands(kept: {
  read(): readonly SavingErrand[];
  write(errands: SavingErrand[]): void;
}): KeptErrands {
  // It is asked again and again whether any wait.
  let errands = kept.read();
  const become = (next: SavingErrand[]): void => {
    kept.write(next);
    errands = next;
  };
  return {
    of: (serviceId) => errands.filter((errand) => errand.serviceId === serviceId),
    add(given) {
      const errand = { ...given, errandId: 1 + Math.max(0, ...errands.map(({ errandId }) => errandId)) };
      become([...errands, errand]);
      return errand;
    },
    note: ({ errandId }, known) =>
      become(errands.map((errand) => (errand.errandId === errandId ? { ...errand, ...known } : errand))),
    end: ({ errandId }) => become(errands.filter((errand) => errand.errandId !== errandId)),
  };
}
