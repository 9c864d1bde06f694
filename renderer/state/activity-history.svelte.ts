import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { ActivityRecord } from '../../shared/rpc/activity-records.ts';
import { createAnswer } from './answer.svelte.ts';
import { newestFirst } from './newest-first.ts';
import type { Session } from './session.svelte.ts';

/** What happened, newest first; older pages are read on request. */
export interface ActivityHistory {
  readonly entries: readonly ActivityRecord[] | undefined;
  readonly error: ErrorRecord | undefined;
  readonly hasOlder: boolean;
  readonly showOlder: () => void;
  readonly refresh: () => void;
  readonly close: () => void;
}

const pageSize = 100;
/** So many are put in front of what was read before it is read again. */
const mostTold = 1_000;

export function createActivityHistory(session: Session): ActivityHistory {
  const answer = createAnswer<readonly ActivityRecord[]>(session);
  let told = $state.raw<readonly ActivityRecord[]>([]);
  let hasOlder = $state(false);

  /** Reads the newest again. What was told before may have a gap behind it, so it is not put in front of them. */
  function refresh(): void {
    const toldBefore = told;
    void answer.ask(async () => {
      const newest = await session.client.activity.list({ limit: pageSize });
      hasOlder = newest.length === pageSize;
      told = told.filter((entry) => !toldBefore.includes(entry));
      return newest;
    });
  }
  const unsubscribe = session.subscribe((news) => {
    if (news.kind === 'activity') told = [news.entry, ...told];
    if (news.kind === 'snapshot' || (news.kind === 'activity' && told.length % mostTold === 0)) refresh();
  });
  refresh();
  const entries = $derived(answer.value && newestFirst(told, answer.value));

  return {
    get entries() {
      return entries;
    },
    get error() {
      return answer.error;
    },
    get hasOlder() {
      return hasOlder;
    },
    showOlder() {
      const known = answer.value ?? [];
      const oldest = known.at(-1);
      if (!oldest) return;
      void answer.ask(async () => {
        const older = await session.client.activity.list({ beforeId: oldest.activityId, limit: pageSize });
        hasOlder = older.length === pageSize;
        return [...known, ...older];
      });
    },
    refresh,
    close: unsubscribe,
  };
}
