import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { QueueEntryRecord } from '../../shared/rpc/activity-records.ts';
import { createAnswer } from './answer.svelte.ts';
import type { Session } from './session.svelte.ts';

/** What is waiting to be sent or fetched, kept true. */
export interface QueueList {
  readonly entries: readonly QueueEntryRecord[] | undefined;
  readonly error: ErrorRecord | undefined;
  readonly refresh: () => void;
  readonly close: () => void;
}

const gatherMs = 100;

export function createQueueList(session: Session): QueueList {
  const answer = createAnswer<readonly QueueEntryRecord[]>(session);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = () => void answer.ask(() => session.client.queue.list());
  const unsubscribe = session.subscribe((news) => {
    if (news.kind !== 'queue' && news.kind !== 'snapshot') return;
    timer ??= setTimeout(() => {
      timer = undefined;
      refresh();
    }, gatherMs);
  });
  refresh();
  return {
    get entries() {
      return answer.value;
    },
    get error() {
      return answer.error;
    },
    refresh,
    close() {
      unsubscribe();
      clearTimeout(timer);
    },
  };
}
