import type { Outbox } from './outbox.ts';
import { waitingVersions, type WaitingVersion } from './waiting-versions.ts';
import type { Write } from './write.ts';

/** What waits at one service. */
export interface Waiting {
  readonly writes: readonly Write[];
  readonly versions: readonly WaitingVersion[];
}

export function waitingAt(outbox: Pick<Outbox, 'all'>, serviceId: string): Waiting {
  const writes = outbox.all().filter((write) => write.serviceId === serviceId);
  return { writes, versions: waitingVersions(writes) };
}
