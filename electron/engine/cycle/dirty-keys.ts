import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import { inLists } from '../../../shared/model/in-lists.ts';
import type { Clock } from '../ports.ts';
import type { Judgement } from './judgement.ts';
import type { PlannedLibrary, StepTaker } from './step-taker.ts';

interface DirtyKeysOptions {
  readonly context: PlannedLibrary;
  readonly steps: StepTaker;
  readonly judgement: Judgement;
  readonly clock: Pick<Clock, 'now'>;
  /** How many keys are planned before others get their turn. */
  readonly keysTogether: number;
}

/** The content keys about which a fact changed since they were last planned, and those that cannot be decided yet. */
export function createDirtyKeys(options: DirtyKeysOptions) {
  const { context, judgement, clock } = options;
  const dirty = new Set<ContentKeyText>();
  /** Keys whose file is missing for a moment. */
  const absent = new Set<ContentKeyText>();
  /** Keys that wait until more files were read: one of them may be the file the key would be fetched for. */
  const blocked = new Set<ContentKeyText>();
  let everythingWanted = true;
  /** New keys that were planned since everything was wanted: nothing but a fact that changes has them planned again. */
  const begun = new Set<ContentKeyText>();
  const { take, takeAll } = createTaking(options, { dirty, absent, blocked });
  const add = (keys: readonly ContentKeyText[]): void => keys.forEach((key) => dirty.add(key));

  /** Adds what is to be looked at besides: everything, where that is wanted, and what could not be decided before. */
  function addWaiting(): void {
    if (everythingWanted && context.trees()) {
      add(judgement.keysOutOfStep().filter((key) => !begun.has(key)));
      everythingWanted = false;
      begun.clear();
    }
    for (const key of blocked) if (context.unreadRival(key) === undefined && blocked.delete(key)) dirty.add(key);
    if (absent.size > 0) context.files.noteClock(clock.now());
    add([...absent]);
    absent.clear();
  }

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

    /**
     * Plans the dirty keys and takes the steps. What becomes dirty meanwhile waits for the next time.
     * @param mayPlan whether both sides are known
     * @returns whether all was planned; else everything is to be planned anew, or the time for it is over
     */
    plan: async (mayPlan: () => boolean): Promise<boolean> => {
      addWaiting();
      // What remains when everything is wanted anew is a part of it, by which nothing may be counted.
      return (await takeAll([...dirty].toSorted(), () => mayPlan() && !everythingWanted)) && !everythingWanted;
    },

    /** Whether nothing waits to be decided, apart from what waits for files that cannot be read. */
    isEmpty: (): boolean => dirty.size === 0 && absent.size === 0,

    hasAbsent: (): boolean => absent.size > 0,
  };
}

interface KeysToTake {
  readonly dirty: Set<ContentKeyText>;
  readonly absent: Set<ContentKeyText>;
  readonly blocked: Set<ContentKeyText>;
}

/**
 * Takes the steps of keys, which are dirty no more then. What was decided of keys whose steps were not taken is not in the
 * state, and nothing else remembers that they are dirty: they stay so.
 */
function createTaking(
  { context, steps, judgement, keysTogether }: DirtyKeysOptions,
  { dirty, absent, blocked }: KeysToTake,
) {
  const library = { context, judgement };
  const addBack = (keys: readonly ContentKeyText[]): void => keys.forEach((key) => dirty.add(key));
  const begin = (keys: readonly ContentKeyText[]): void => keys.forEach((key) => dirty.delete(key));
  const notePostponed = ({ mayReturn, unread }: ReturnType<StepTaker['take']>): void => {
    for (const key of mayReturn) absent.add(key);
    for (const key of unread) blocked.add(key);
  };

  const take = (keys: readonly ContentKeyText[]): void => {
    if (keys.length === 0) return;
    begin(keys);
    try {
      context.transaction(() => keys.forEach((key) => judgement.markKey(key)));
      // In their order, which is that of the tables: what is written together then lies together.
      notePostponed(steps.take(library, keys.toSorted()));
    } catch (error) {
      addBack(keys);
      throw error;
    }
  };

  /** Those that take something away stay dirty. @returns whether that was possible */
  async function takeSome(keys: readonly ContentKeyText[], mayPlan: () => boolean): Promise<boolean> {
    if (keys.length === 0) return true;
    begin(keys);
    try {
      const taken = await steps.takeSome(library, keys, mayPlan);
      if (taken) notePostponed(taken);
      addBack(taken ? taken.guarded : keys);
      return taken !== undefined;
    } catch (error) {
      addBack(keys);
      throw error;
    }
  }

  return {
    take,

    /** Of many, some at a time, so that meanwhile whoever asks is answered. @returns whether that was possible */
    takeAll: async (keys: readonly ContentKeyText[], mayPlan: () => boolean): Promise<boolean> => {
      const isStillDirty = (key: ContentKeyText): boolean => dirty.has(key);
      if (keys.length > keysTogether) {
        for (const some of inLists(keys, keysTogether))
          if (!(await takeSome(some.filter(isStillDirty), mayPlan)) || !mayPlan()) return false;
      }
      take(keys.filter(isStillDirty));
      return true;
    },
  };
}
