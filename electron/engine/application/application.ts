import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import type { EngineEvent } from '../../../shared/rpc/engine-event.ts';
import type { LibraryRecord } from '../../../shared/rpc/library-records.ts';
import type { SnapshotRecord, StatusRecord } from '../../../shared/rpc/status-records.ts';
import type { Ports } from '../ports.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import { createEngine } from '../engine.ts';
import type { LibraryRunner } from '../cycle/library-runner.ts';
import { migrate } from '../state/schema.ts';
import { createBegunAnewNote, describeBegunAnew } from '../state/settings-store.ts';
import { createSettingsStore } from '../state/settings-store.ts';
import { createClassNames } from './class-names.ts';
import { createConnectionSession } from './connection-session.ts';
import { createConnectionSetup } from './connection-setup.ts';
import { createEngineRequests } from './engine-requests.ts';
import type { HostPorts } from './host-ports.ts';
import { libraryRecordOf } from './library-record.ts';
import { createProductData } from './product-data.ts';
import { queueRecordOf } from './queue-record.ts';
import { startDemo } from './start-demo.ts';

/** How long a vanished file may come back before that counts as its removal: some programs save that way. */
const absenceGraceMs = 30_000;

/** The engine together with its connection and settings: everything a window shows and asks for. */
export async function createApplication(ports: Omit<Ports, 'connection'>, host: HostPorts) {
  migrate(ports.database);
  const session = createConnectionSession(host, createSettingsStore(ports.database));
  await session.open();
  const connected = { ...ports, connection: session.port };
  const engine = createEngine(connected, { watch: true, absenceGraceMs });
  const requests = createEngineRequests(engine, connected, () => session.service());
  const { serviceId, libraryChanges } = requests;
  const { events, queue, fileList } = engine;
  const classNames = createClassNames(
    ports.database,
    () => session.port.current()?.service,
    () => events.emit({ kind: 'files', fileIds: [] }),
  );
  const productData = createProductData({
    embedded: host.embedded,
    isConnected: () => session.settings().kind === 'embedded',
    onImportChange(productImport) {
      events.emit({ kind: 'import', productImport });
      if (productImport.state === 'ended') classNames.askAgain();
    },
  });
  const begunAnewNote = createBegunAnewNote(ports.database);
  const connection = createConnectionSetup({ engine, session, secrets: host.secrets, libraryChanges });

  engine.onStatusChange(() => events.emit({ kind: 'status', status: status() }));

  const libraryRecord = (runner: LibraryRunner): LibraryRecord => libraryRecordOf(engine, serviceId(), runner);

  function begunAnew(): ErrorRecord | undefined {
    const note = begunAnewNote.read();
    return note && describeBegunAnew(note);
  }

  function status(): StatusRecord {
    return {
      connection: connection.record(),
      libraries: engine.libraries().map(({ runner }) => libraryRecord(runner)),
      counts: fileList.counts(serviceId()),
      queue: queue.counts(),
      settings: engine.settings(),
      begunAnew: begunAnew(),
    };
  }

  return {
    ...requests,
    host,
    session,
    connection,
    classNames,
    productData,
    libraryRecord,

    async start(): Promise<void> {
      await connection.lookForSecrets();
      await engine.start();
    },

    snapshot: (): SnapshotRecord => ({
      eventId: events.lastId,
      host: host.host,
      platform: host.platform,
      productVersion: host.productVersion,
      status: status(),
      productImport: productData.currentImport(),
    }),

    eventsAfter: (afterId: number, signal?: AbortSignal): AsyncGenerator<EngineEvent> => events.after(afterId, signal),

    begunAnewRead(): void {
      begunAnewNote.forget();
      events.emit({ kind: 'status', status: status() });
    },

    startDemo: (): Promise<void> => startDemo(engine, host, connection),

    queueRecord: (entry: QueueEntry): QueueEntryRecord =>
      queueRecordOf(entry, engine.titleOf(entry), ports.clock.now()),

    async close(): Promise<void> {
      await productData.close();
      await engine.close();
      await session.close();
      await host.embedded.close();
    },
  };
}

export type Application = Awaited<ReturnType<typeof createApplication>>;
