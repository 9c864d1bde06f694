import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Clock } from '../ports.ts';
import type { Judgement } from './judgement.ts';
import type { LibraryContext } from '../library/library-context.ts';
import type { StepTaker } from './step-taker.ts';

/** The content keys whose ground moved since they were last planned, and those that cannot be decided yet. */
export function createDirtyKeys(
  context: LibraryContext,
  {
    steps,
    judgement,
    clock,
  }: { readonly steps: StepTaker; readonly judgement: Judgement; readonly clock: Pick<Clock, 'now'> },
) {
  const moved = new Set<ContentKeyText>();
  /** Keys whose file is missing for a moment. */
  let absent = new Set<ContentKeyText>();
  /** Keys that wait until more files were read: one of them may be the file the key would be fetched for. */
  const blocked = new Set<ContentKeyText>();
  let everythingWanted = true;

  return {
    add: (keys: Iterable<ContentKeyText>): void => {
      for (const key of keys) moved.add(key);
    },

    /** Another service is connected: what was to be planned against the one before is void, and every key is planned. */
    startOver(): void {
      moved.clear();
      everythingWanted = true;
      judgement.startOver();
    },

    /** Plans what moved and takes the steps. */
    plan(): void {
      if (everythingWanted && context.trees()) {
        everythingWanted = false;
        this.add(judgement.keysOutOfStep());
      }
      for (const key of blocked) {
        if (context.unreadRival(key) !== undefined) continue;
        blocked.delete(key);
        moved.add(key);
      }
      if (absent.size > 0) context.files.noteClock(clock.now());
      this.add(absent);
      context.transaction(() => moved.forEach((key) => judgement.markKey(key)));
      // In their order, which is that of the tables: what is written together then lies together.
      const taken = steps.take(context, [...moved].sort());
      moved.clear();
      absent = new Set(taken.mayReturn);
      for (const key of taken.unread) blocked.add(key);
    },

    /** Whether nothing waits to be decided, apart from what waits for files that cannot be read. */
    isEmpty: (): boolean => moved.size === 0 && absent.size === 0,

    hasAbsent: (): boolean => absent.size > 0,
  };
}
