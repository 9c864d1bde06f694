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
  readonly showOlder: () => Promise<void>;
  readonly refresh: () => void;
  readonly close: () => void;
}

const pageSize = 100;
/** So many are put in front of what was read before it is read again. */
const mostTold = 1_000;

/** What was read. */
interface Pages {
  readonly entries: readonly ActivityRecord[];
  readonly hasOlder: boolean;
  /** What was told before that: there may be a gap behind it, so it is not put in front. */
  readonly toldBefore: ReadonlySet<ActivityRecord>;
}

export function createActivityHistory(session: Session): ActivityHistory {
  const answer = createAnswer<Pages>(session);
  let allTold = $state.raw<readonly ActivityRecord[]>([]);
  const told = $derived.by(() => {
    const before = answer.value?.toldBefore;
    return before ? allTold.filter((entry) => !before.has(entry)) : allTold;
  });
  let reading = Promise.resolve();

  /** Reads the newest again. */
  function refresh(): void {
    const toldBefore = new Set(allTold);
    reading = answer.ask(async () => ({ ...(await readPage()), toldBefore }));
  }
  async function readPage(beforeId?: number): Promise<Pick<Pages, 'entries' | 'hasOlder'>> {
    const entries = await session.client.activity.list({ limit: pageSize, beforeId });
    return { entries, hasOlder: entries.length === pageSize };
  }
  const unsubscribe = session.subscribe((news) => {
    if (news.kind === 'activity') allTold = [news.entry, ...told];
    if (news.kind === 'snapshot' || (news.kind === 'activity' && allTold.length % mostTold === 0)) refresh();
  });
  refresh();
  const entries = $derived(answer.value && newestFirst(told, answer.value.entries));

  return {
    get entries() {
      return entries;
    },
    get error() {
      return answer.error;
    },
    get hasOlder() {
      return answer.value?.hasOlder ?? false;
    },
    async showOlder() {
      // The newest, if they are being read again, are not given up for it.
      await reading;
      const known = answer.value;
      const oldest = known?.entries.at(-1);
      if (!known || !oldest) return;
      reading = answer.ask(async () => {
        const { entries: older, hasOlder } = await readPage(oldest.activityId);
        return { ...known, entries: [...known.entries, ...older], hasOlder };
      });
      await reading;
    },
    refresh,
    close: unsubscribe,
  };
}
