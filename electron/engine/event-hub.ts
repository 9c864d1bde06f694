import { createSignal } from '../../shared/model/signal.ts';
import type { EngineEvent, EngineEventBody } from '../../shared/rpc/engine-event.ts';

/** How many events are kept for a window that was away; one that missed more takes a snapshot. */
const keptEvents = 1_000;
const droppedTogether = 200;

/** Numbers events and hands them to whoever listens. */
export function createEventHub() {
  let lastId = 0;
  const kept: EngineEvent[] = [];
  const told = createSignal<EngineEvent>();

  return {
    get lastId(): number {
      return lastId;
    },

    emit(body: EngineEventBody): void {
      lastId += 1;
      const event = { ...body, id: lastId };
      kept.push(event);
      // Moving them up costs; done once for many.
      if (kept.length >= keptEvents + droppedTogether) kept.splice(0, kept.length - keptEvents);
      told.tell(event);
    },

    listen: told.listen,

    /**
     * Every event after `afterId`, until `signal` aborts. Ends at once when events after `afterId` are no longer kept
     * or `afterId` is from another run: the caller then takes a new snapshot.
     */
    async *after(afterId: number, signal?: AbortSignal): AsyncGenerator<EngineEvent> {
      const firstKept = kept[0]?.id ?? lastId + 1;
      if (afterId > lastId || afterId + 1 < firstKept) return;
      const waiting: EngineEvent[] = kept.filter((event) => event.id > afterId);
      let wake: () => void = () => undefined;
      const stop = told.listen((event) => {
        waiting.push(event);
        wake();
      });
      const onAbort = (): void => wake();
      signal?.addEventListener('abort', onAbort);
      try {
        while (!signal?.aborted) {
          const next = waiting.shift();
          if (next) yield next;
          else await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        signal?.removeEventListener('abort', onAbort);
        stop();
      }
    },
  };
}

export type EventHub = ReturnType<typeof createEventHub>;
