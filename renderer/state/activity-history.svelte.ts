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

export function createActivityHistory(session: Session): ActivityHistory {
  const answer = createAnswer<readonly ActivityRecord[]>(session);
  let told = $state.raw<readonly ActivityRecord[]>([]);
  let hasOlder = $state(false);

  function refresh(): void {
    void answer.ask(async () => {
      const newest = await session.client.activity.list({ limit: pageSize });
      hasOlder = newest.length === pageSize;
      return newest;
    });
  }
  const unsubscribe = session.subscribe((news) => {
    if (news.kind === 'activity') told = [news.entry, ...told].slice(0, 1_000);
    if (news.kind === 'snapshot') refresh();
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
