import { mostQueueEntries, type QueueEntryRecord, type QueuePart } from '../../../shared/rpc/activity-records.ts';
import { exampleCounts } from './activity-rows.ts';
import type { Answering } from './engine-state.ts';

const isOfPart: Record<QueuePart, (entry: QueueEntryRecord) => boolean> = {
  needsPerson: ({ state }) => state === 'needsAttention',
  underWay: ({ state }) => state !== 'needsAttention',
  releases: ({ operation }) => operation === 'release',
};

/** What the fake engine answers about what waits and what happened. */
export function createQueueProcedures({ os, state, log }: Answering) {
  return {
    writes: {
      list: os.writes.list.handler(() => state.writes),
      retry: os.writes.retry.handler(({ input }) => {
        state.writes = state.writes.map(({ error, ...write }) =>
          error === undefined || (input.writeId ?? write.writeId) !== write.writeId ? { ...write, error } : write,
        );
        log.publish({ kind: 'queue' });
        return {};
      }),
      discard: os.writes.discard.handler(({ input }) => {
        state.writes = state.writes.filter(({ writeId }) => writeId !== input.writeId);
        log.publish({ kind: 'queue' });
        return {};
      }),
    },
    queue: {
      list: os.queue.list.handler(({ input: { part } }) => {
        const entries = state.queue.filter((entry) => isOfPart[part](entry));
        const running = entries.filter((entry) => entry.state === 'running').length;
        return { entries: entries.slice(0, mostQueueEntries), total: entries.length, running };
      }),
      retry: os.queue.retry.handler(() => ({})),
    },
    activity: {
      list: os.activity.list.handler(({ input }) =>
        state.activity.filter((entry) => entry.activityId < (input.beforeId ?? Infinity)).slice(0, input.limit),
      ),
      counts: os.activity.counts.handler(({ input }) =>
        state.activity.length === 0
          ? input.fromMs.map(() => ({ saved: 0, published: 0, failed: 0 }))
          : exampleCounts(input.fromMs),
      ),
    },
  };
}
