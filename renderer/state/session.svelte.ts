import { createSignal } from '../../shared/model/signal.ts';
import type { EngineEvent } from '../../shared/rpc/engine-event.ts';
import type { SnapshotRecord, StatusRecord } from '../../shared/rpc/status-records.ts';
import { backOffMs } from '../connect/back-off.ts';
import { ShutOutError, type Carrier, type OpenCarrier } from '../connect/carrier.ts';
import { createEngineClient, type EngineClient } from '../connect/engine-client.ts';

/** What a subscriber hears: each event of the engine, and that everything may have changed because a snapshot was taken. */
export type SessionNews = EngineEvent | { readonly kind: 'snapshot' };

type SessionPhase =
  /** No snapshot yet. */
  | 'connecting'
  | 'ready'
  /** There was a connection; the last known state is still shown. */
  | 'lost'
  /** The app runs and does not let this tab in; nothing is tried any more. */
  | 'shutOut';

/** The window's one connection to the engine and the newest state it told. */
export interface Session {
  readonly client: EngineClient;
  readonly phase: SessionPhase;
  /** Failures in a row since the last standing connection. */
  readonly failures: number;
  readonly snapshot: SnapshotRecord | undefined;
  readonly status: StatusRecord | undefined;
  /** Settles with the first snapshot. */
  readonly begun: Promise<void>;
  /** Whether calls can be made now. */
  readonly connected: boolean;
  readonly subscribe: (listener: (news: SessionNews) => void) => () => void;
  readonly close: () => void;
}

interface SessionPorts {
  readonly open: OpenCarrier;
  /** Resolves after that time, or at once when the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly chance: () => number;
}

/** What the window knows of the engine at the moment. */
class Known {
  phase = $state<SessionPhase>('connecting');
  failures = $state(0);
  snapshot = $state.raw<SnapshotRecord | undefined>();
  carrier = $state.raw<Carrier | undefined>();
  readonly begun = Promise.withResolvers<void>();
}

/** What following the engine needs. */
interface Following {
  readonly ports: SessionPorts;
  readonly known: Known;
  readonly client: EngineClient;
  readonly tell: (news: SessionNews) => void;
  readonly signal: AbortSignal;
}

/** Connects, keeps up with the engine's events, and connects again for as long as the window lives. */
export function createSession(ports: SessionPorts): Session {
  const known = new Known();
  const closing = new AbortController();
  const newsSignal = createSignal<SessionNews>();
  const client = createEngineClient(() => known.carrier);

  function tell(news: SessionNews): void {
    const { snapshot } = known;
    if (news.kind === 'status' && snapshot) known.snapshot = { ...snapshot, status: news.status };
    if (news.kind === 'import' && snapshot) known.snapshot = { ...snapshot, productImport: news.productImport };
    if (news.kind === 'saving' && snapshot) known.snapshot = { ...snapshot, saving: news.saving };
    if (news.kind === 'work' && snapshot) known.snapshot = { ...snapshot, work: news.work };
    newsSignal.tell(news);
  }
  void followForGood({ ports, known, client, tell, signal: closing.signal });

  return {
    client,
    get phase() {
      return known.phase;
    },
    get failures() {
      return known.failures;
    },
    get snapshot() {
      return known.snapshot;
    },
    get status() {
      return known.snapshot?.status;
    },
    begun: known.begun.promise,
    get connected() {
      return known.carrier !== undefined && known.phase === 'ready';
    },
    subscribe: newsSignal.listen,
    close() {
      closing.abort();
      known.carrier?.close();
    },
  };
}

async function followForGood(following: Following): Promise<void> {
  const { ports, known, signal } = following;
  while (!signal.aborted) {
    try {
      await followOne(following);
    } catch (thrown) {
      if (thrown instanceof ShutOutError) {
        known.phase = 'shutOut';
        return;
      }
      // Any other reason tells the person nothing they could act on; that it failed is shown.
    }
    known.failures += 1;
    await ports.wait(backOffMs(known.failures, ports.chance()), signal);
  }
}

async function followOne(following: Following): Promise<void> {
  const { ports, known, signal } = following;
  const opened = await ports.open(signal);
  const ended = opened.ended.then(() => {
    known.carrier = undefined;
    if (known.phase === 'ready') known.phase = 'lost';
  });
  try {
    await Promise.race([follow(opened, following), ended]);
  } finally {
    opened.close();
    await ended;
  }
}

/** Follows one connection until it ends. A gap in the ids means that news was missed: then a snapshot is taken again. */
async function follow(opened: Carrier, { ports, known, client, tell, signal }: Following): Promise<void> {
  known.carrier = opened;
  for (;;) {
    const taken = await client.snapshot();
    known.snapshot = taken;
    known.phase = 'ready';
    known.begun.resolve();
    known.failures = 0;
    tell({ kind: 'snapshot' });
    let lastId = taken.eventId;
    for await (const event of await client.events({ afterId: lastId }, { signal })) {
      if (event.id > lastId + 1) break;
      lastId = event.id;
      tell(event);
    }
    if (known.carrier !== opened || signal.aborted) return;
    await ports.wait(backOffMs(1, ports.chance()), signal);
  }
}
