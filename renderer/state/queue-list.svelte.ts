import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { QueueEntryRecord } from '../../shared/rpc/activity-records.ts';
import type { WaitingWrite } from '../../shared/rpc/waiting-writes.ts';
import { createAnswer } from './answer.svelte.ts';
import { createGathering } from './gathering.ts';
import type { Session } from './session.svelte.ts';

/** What waits, kept true. */
export interface WaitingList<T> {
  readonly entries: readonly T[] | undefined;
  readonly error: ErrorRecord | undefined;
  readonly refresh: () => void;
  readonly close: () => void;
}

const gatherMs = 100;

/** What is waiting to be sent or fetched. */
export const createQueueList = (session: Session): WaitingList<QueueEntryRecord> =>
  createWaitingList(session, () => session.client.queue.list());

/** What people and add-ins wrote and the service does not have yet. */
export const createWaitingWriteList = (session: Session): WaitingList<WaitingWrite> =>
  createWaitingList(session, () => session.client.writes.list());

function createWaitingList<T>(session: Session, list: () => Promise<readonly T[]>): WaitingList<T> {
  const answer = createAnswer<readonly T[]>(session);
  const read = () => answer.ask(list);
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
