import type { ErrorRecord } from '../../shared/errors/app-error.ts';
import type { QueueEntryRecord, QueuePart, QueuePartRecord } from '../../shared/rpc/activity-records.ts';
import type { WaitingWrite } from '../../shared/rpc/waiting-writes.ts';
import { createAnswer, type Answer } from './answer.svelte.ts';
import { readOnNews } from './read-on-news.ts';
import type { Session } from './session.svelte.ts';

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

const gatherMs = 100;

/** What is waiting to be sent or fetched, or a part of it. */
export function createQueueList(session: Session, part: QueuePart): QueueList {
  const { answer, ...kept } = createKeptAnswer<QueuePartRecord>(session, () => session.client.queue.list({ part }));
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
  const { answer, ...kept } = createKeptAnswer(session, () => session.client.writes.list());
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

interface KeptAnswer<T> extends Pick<WaitingList<T>, 'refresh' | 'close'> {
  readonly answer: Answer<T>;
}

/** An answer about what waits that is read again with each change. */
function createKeptAnswer<T>(session: Session, question: () => Promise<T>): KeptAnswer<T> {
  const answer = createAnswer<T>(session);
  const read = () => answer.ask(question);
  const close = readOnNews(session, ({ kind }) => kind === 'queue' || kind === 'snapshot', read, gatherMs);
  void read();
  return { answer, refresh: () => void read(), close };
}
