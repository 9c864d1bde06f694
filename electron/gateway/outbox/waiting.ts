import type { Outbox } from './outbox.ts';
import { waitingVersions, type WaitingVersion } from './waiting-versions.ts';
import type { Write } from './write.ts';

/** What waits at one service. */
export interface Waiting {
  readonly writes: readonly Write[];
  readonly versions: readonly WaitingVersion[];
}

/** Each list of what waits is another one, and never changes: it is read once, however often is asked. */
const known = new WeakMap<readonly Write[], Map<string, Waiting>>();

export function waitingAt(outbox: Pick<Outbox, 'all'>, serviceId: string): Waiting {
  const all = outbox.all();
  const ofAll = known.get(all) ?? new Map<string, Waiting>();
  known.set(all, ofAll);
  const found = ofAll.get(serviceId);
  if (found) return found;
  const writes = all.filter((write) => write.serviceId === serviceId);
  const waiting = { writes, versions: waitingVersions(writes) };
  ofAll.set(serviceId, waiting);
  return waiting;
}
