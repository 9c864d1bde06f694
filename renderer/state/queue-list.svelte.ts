import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { QueueEntryRecord, QueuePart, QueuePartRecord } from '../../shared/rpc/activity-records.ts';
import type { WaitingWrite } from '../../shared/rpc/waiting-writes.ts';
import { createKeptAnswer } from './kept-answer.svelte.ts';
import type { Session, SessionNews } from './session.svelte.ts';

/** What waits, kept true. */
interface WaitingList<T> {
  readonly entries: readonly T[] | undefined;
  readonly error: ErrorRecord | undefined;
  readonly refresh: () => void;
  readonly close: () => void;
}

/** The first entries of a part of the queue, and how many there are in all of it. */
interface QueueList extends WaitingList<QueueEntryRecord> {
  readonly total: number;
  readonly running: number;
}

const mayChange = ({ kind }: SessionNews): boolean => kind === 'queue' || kind === 'snapshot';

/** What is waiting to be sent or fetched, or a part of it. */
export function createQueueList(session: Session, part: QueuePart): QueueList {
  const { answer, ...kept } = createKeptAnswer<QueuePartRecord>(
    session,
    () => session.client.queue.list({ part }),
    mayChange,
  );
  return {
    get entries() {
      return answer.value?.entries;
    },
    get total() {
      return answer.value?.total ?? 0;
    },
    get running() {
      return answer.value?.running ?? 0;
    },
    get error() {
      return answer.error;
    },
    ...kept,
  };
}

/** What people and add-ins wrote and the service does not have yet. */
export function createWaitingWriteList(session: Session): WaitingList<WaitingWrite> {
  const { answer, ...kept } = createKeptAnswer(session, () => session.client.writes.list(), mayChange);
  return {
    get entries() {
      return answer.value;
    },
    get error() {
      return answer.error;
    },
    ...kept,
  };
}
