import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { QueueEntryRecord } from '../../shared/rpc/activity-records.ts';
import { createAnswer } from './answer.svelte.ts';
import { createGathering } from './gathering.ts';
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
  const read = () => answer.ask(() => session.client.queue.list());
  const gathering = createGathering(read, gatherMs);
  const unsubscribe = session.subscribe((news) => {
    if (news.kind === 'queue' || news.kind === 'snapshot') gathering.soon();
  });
  void read();
  return {
    get entries() {
      return answer.value;
    },
    get error() {
      return answer.error;
    },
    refresh: () => void read(),
    close() {
      unsubscribe();
      gathering.close();
    },
  };
}
