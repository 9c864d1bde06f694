import type { EngineEvent } from '../../shared/rpc/engine-event.ts';
import type { SnapshotRecord, StatusRecord } from '../../shared/rpc/status-records.ts';
import { backOffMs } from '../connect/back-off.ts';
import { ShutOutError, type Carrier, type OpenCarrier } from '../connect/carrier.ts';
import { createEngineClient, type EngineClient } from '../connect/engine-client.ts';
import { createListeners } from './listeners.ts';

/** What a subscriber hears: each event of the engine, and that everything may have changed because a snapshot was taken. */
export type SessionNews = EngineEvent | { readonly kind: 'snapshot' };

export type SessionPhase =
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

/** Connects, keeps up with the engine's events, and connects again for as long as the window lives. */
export function createSession(ports: SessionPorts): Session {
  let phase = $state<SessionPhase>('connecting');
  let failures = $state(0);
  let snapshot = $state.raw<SnapshotRecord | undefined>();
  let carrier = $state.raw<Carrier | undefined>();
  const closing = new AbortController();
  const listeners = createListeners<SessionNews>();
  const client = createEngineClient(() => carrier);

  function tell(news: SessionNews): void {
    if (news.kind === 'status' && snapshot) snapshot = { ...snapshot, status: news.status };
    if (news.kind === 'import' && snapshot) snapshot = { ...snapshot, productImport: news.productImport };
    listeners.tell(news);
  }

  /** Follows one connection until it ends. A gap in the ids means that news was missed: then a snapshot is taken again. */
  async function follow(opened: Carrier): Promise<void> {
    carrier = opened;
    for (;;) {
      const taken = await client.snapshot();
      snapshot = taken;
      phase = 'ready';
      failures = 0;
      tell({ kind: 'snapshot' });
      let lastId = taken.eventId;
      for await (const event of await client.events({ afterId: lastId }, { signal: closing.signal })) {
        if (event.id > lastId + 1) break;
        lastId = event.id;
        tell(event);
      }
      if (carrier !== opened || closing.signal.aborted) return;
      await ports.wait(backOffMs(1, ports.chance()), closing.signal);
    }
  }

  async function followOne(): Promise<void> {
    const opened = await ports.open(closing.signal);
    const ended = opened.ended.then(() => {
      carrier = undefined;
      if (phase === 'ready') phase = 'lost';
    });
    try {
      await Promise.race([follow(opened), ended]);
    } finally {
      opened.close();
      await ended;
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await followOne();
      } catch (thrown) {
        if (thrown instanceof ShutOutError) {
          phase = 'shutOut';
          return;
        }
        // Any other reason tells the person nothing they could act on; that it failed is shown.
      }
      failures += 1;
      await ports.wait(backOffMs(failures, ports.chance()), closing.signal);
    }
  }
  void run();

  return {
    client,
    get phase() {
      return phase;
    },
    get failures() {
      return failures;
    },
    get snapshot() {
      return snapshot;
    },
    get status() {
      return snapshot?.status;
    },
    get connected() {
      return carrier !== undefined && phase === 'ready';
    },
    subscribe: listeners.add,
    close() {
      closing.abort();
      carrier?.close();
    },
  };
}
