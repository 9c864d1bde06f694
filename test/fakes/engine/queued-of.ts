import type { QueueEntry } from '../../../electron/engine/queue/queue-entry.ts';
import type { Queue } from '../../../electron/engine/queue/queue.ts';

const most = 10_000;

/** Everything that stands in the queue of an engine: what runs, then what needs a person, then the rest in order. */
export function queuedOf(engine: { readonly queue: Pick<Queue, 'part'> } | undefined): QueueEntry[] {
  const entries = (['needsPerson', 'underWay'] as const).flatMap(
    (name) => engine?.queue.part(name, most).entries ?? [],
  );
  const turnOf = ({ state }: QueueEntry): number => (state === 'running' ? 0 : 1);
  return entries.toSorted((one, other) => turnOf(one) - turnOf(other));
}
