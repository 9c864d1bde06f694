import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { LibraryContext } from '../library/library-context.ts';
import type { Clock } from '../ports.ts';
import type { Judgement } from './judgement.ts';
import type { StepTaker } from './step-taker.ts';

/** The content keys about which a fact changed since they were last planned, and those that cannot be decided yet. */
export function createDirtyKeys(options: {
  readonly context: LibraryContext;
  readonly steps: StepTaker;
  readonly judgement: Judgement;
  readonly clock: Pick<Clock, 'now'>;
}) {
  const { context, steps, judgement, clock } = options;
  const dirty = new Set<ContentKeyText>();
  /** Keys whose file is missing for a moment. */
  let absent = new Set<ContentKeyText>();
  /** Keys that wait until more files were read: one of them may be the file the key would be fetched for. */
  const blocked = new Set<ContentKeyText>();
  let everythingWanted = true;

  const add = (keys: Iterable<ContentKeyText>): void => {
    for (const key of keys) dirty.add(key);
  };

  return {
    add,

    /** Another service is connected: every key is planned against it from scratch. */
    startOver: (): void => {
      dirty.clear();
      everythingWanted = true;
      judgement.startOver();
    },

    /** Plans the dirty keys and takes the steps. */
    plan(): void {
      if (everythingWanted && context.trees()) {
        everythingWanted = false;
        add(judgement.keysOutOfStep());
      }
      for (const key of blocked) {
        if (context.unreadRival(key) !== undefined) continue;
        blocked.delete(key);
        dirty.add(key);
      }
      if (absent.size > 0) context.files.noteClock(clock.now());
      add(absent);
      if (dirty.size > 0) context.transaction(() => dirty.forEach((key) => judgement.markKey(key)));
      // In their order, which is that of the tables: what is written together then lies together.
      const taken = steps.take(context, [...dirty].sort());
      dirty.clear();
      absent = new Set(taken.mayReturn);
      for (const key of taken.unread) blocked.add(key);
    },

    /** Whether nothing waits to be decided, apart from what waits for files that cannot be read. */
    isEmpty: (): boolean => dirty.size === 0 && absent.size === 0,

    hasAbsent: (): boolean => absent.size > 0,
  };
}
