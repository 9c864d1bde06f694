import type { MessagePortMain } from 'electron';
import { connectEngine, type EngineCalls, type EngineConnection } from '../channels/connect-engine.ts';
import type { EngineEvent } from '../../shared/rpc/engine-event.ts';
import type { ProductImportRecord } from '../../shared/rpc/import-records.ts';
import type { StatusRecord } from '../../shared/rpc/status-records.ts';
import type { EngineProcess } from './engine-process.ts';
import { restartDelayMs } from './restart-delay.ts';
import type { ShellClock } from './shell-clock.ts';

/** Whoever hears what the engine tells. */
interface EngineListener {
  /** How everything stands; `undefined` while the engine is not reached, so that nobody says what was true before. */
  status(status: StatusRecord | undefined): void;
  /** The import of product data under way, or the last one of this run; `undefined` while the engine is not reached. */
  productImport(productImport: ProductImportRecord | undefined): void;
  activity(entry: Extract<EngineEvent, { kind: 'activity' }>['entry']): void;
}

/** The engine as the desktop around the window knows it. */
interface FollowedEngine {
  /** What it can be asked, while it is reached. */
  readonly calls: EngineCalls | undefined;
  stop(): void;
}

/** Among those who wait for a connection: no page has this id. */
const ownWindowId = 0;

/** Keeps up with the engine, and with the next one when it dies, until it is stopped. */
export function followEngine(
  engine: Pick<EngineProcess, 'connect'>,
  clock: ShellClock,
  listener: EngineListener,
): FollowedEngine {
  const stopped = new AbortController();
  let calls: EngineCalls | undefined;
  let takeBack = (): void => undefined;

  const hear = (now: StatusRecord | undefined): void => {
    if (stopped.signal.aborted) return;
    listener.status(now);
  };
  const onPort = (port: MessagePortMain): void => {
    const connection = connectEngine(port);
    calls = connection.calls;
    stopped.signal.addEventListener('abort', () => port.close(), { once: true });
    // What goes wrong with one connection ends it; the engine is then asked for another.
    const followed = follow(connection, { ...listener, status: hear }, stopped.signal).catch(() => port.close());
    void Promise.race([followed, connection.ended]).then(() => {
      if (stopped.signal.aborted) return;
      calls = undefined;
      listener.productImport(undefined);
      hear(undefined);
      // An engine that cannot be followed is not asked without end.
      takeBack = clock.after(restartDelayMs(1), connect);
    });
  };
  const connect = (): void => {
    if (!stopped.signal.aborted) engine.connect(ownWindowId, onPort);
  };
  connect();

  return {
    get calls() {
      return calls;
    },
    stop() {
      stopped.abort();
      takeBack();
    },
  };
}

/** Follows one connection until it ends. A gap in the ids means that news was missed: then a snapshot is taken again. */
async function follow({ calls }: EngineConnection, listener: EngineListener, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { status, eventId, productImport } = await calls.snapshot();
    listener.productImport(productImport);
    listener.status(status);
    let lastId = eventId;
    for await (const event of await calls.events({ afterId: lastId }, { signal })) {
      if (event.id > lastId + 1) break;
      lastId = event.id;
      if (event.kind === 'status') listener.status(event.status);
      if (event.kind === 'import') listener.productImport(event.productImport);
      if (event.kind === 'activity') listener.activity(event.entry);
    }
  }
}
