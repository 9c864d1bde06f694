import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Clock } from '../ports.ts';
import type { Judgement } from './judgement.ts';
import type { PlannedLibrary, StepTaker } from './step-taker.ts';

interface DirtyKeysOptions {
  readonly context: PlannedLibrary;
  readonly steps: StepTaker;
  readonly judgement: Judgement;
  readonly clock: Pick<Clock, 'now'>;
}

/** The content keys about which a fact changed since they were last planned, and those that cannot be decided yet. */
export function createDirtyKeys({ context, steps, judgement, clock }: DirtyKeysOptions) {
  const dirty = new Set<ContentKeyText>();
  /** Keys whose file is missing for a moment. */
  const absent = new Set<ContentKeyText>();
  /** Keys that wait until more files were read: one of them may be the file the key would be fetched for. */
  const blocked = new Set<ContentKeyText>();
  let everythingWanted = true;
  /** New keys that were planned since everything was wanted: nothing but a fact that changes has them planned again. */
  const begun = new Set<ContentKeyText>();

  const add = (keys: readonly ContentKeyText[]): void => keys.forEach((key) => dirty.add(key));

  const take = (keys: readonly ContentKeyText[]): void => {
    for (const key of keys) dirty.delete(key);
    try {
      if (keys.length > 0) context.transaction(() => keys.forEach((key) => judgement.markKey(key)));
      // In their order, which is that of the tables: what is written together then lies together.
      const taken = steps.take({ context, judgement }, keys.toSorted());
      for (const key of taken.mayReturn) absent.add(key);
      for (const key of taken.unread) blocked.add(key);
    } catch (error) {
      // What was decided of them is not in the state, and nothing else remembers that they are dirty.
      add(keys);
      throw error;
    }
  };

  return {
    add,

    /** Another service is connected: every key is planned against it from scratch. */
    startOver: (): void => {
      dirty.clear();
      begun.clear();
      everythingWanted = true;
      judgement.startOver();
    },

    /**
     * Takes the steps of those keys of which neither side ever agreed on anything, and of which the service has nothing:
     * their files can be sent while others are still read. Whatever else comes of it waits until all is known: of many
     * changes, all pass or none.
     */
    planNew(keys: readonly ContentKeyText[]): void {
      const known = context.trees()?.knownAmong(keys);
      const taken = known ? keys.filter((key) => dirty.has(key) && !known.has(key)) : [];
      take(taken);
      if (everythingWanted) for (const key of taken) begun.add(key);
    },

    /** Plans the dirty keys and takes the steps. */
    plan: (): void => {
      if (everythingWanted && context.trees()) {
        add(judgement.keysOutOfStep().filter((key) => !begun.has(key)));
        everythingWanted = false;
        begun.clear();
      }
      for (const key of blocked) if (context.unreadRival(key) === undefined && blocked.delete(key)) dirty.add(key);
      if (absent.size > 0) context.files.noteClock(clock.now());
      add([...absent]);
      absent.clear();
      take([...dirty]);
    },

    /** Whether nothing waits to be decided, apart from what waits for files that cannot be read. */
    isEmpty: (): boolean => dirty.size === 0 && absent.size === 0,

    hasAbsent: (): boolean => absent.size > 0,
  };
}
