import type { ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import type { EngineEvent } from '../../../shared/rpc/engine-event.ts';
import type { LibraryRecord } from '../../../shared/rpc/library-records.ts';
import type { SnapshotRecord, StatusRecord } from '../../../shared/rpc/status-records.ts';
import type { Ports } from '../ports.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { EventHub } from '../event-hub.ts';
import type { LibraryRunner } from '../cycle/library-runner.ts';
import { migrate } from '../state/schema.ts';
import { createBegunAnewNote, describeBegunAnew } from '../state/settings-store.ts';
import { createClassNames } from './class-names.ts';
import { createConnectionSession, type ConnectionSession } from './connection-session.ts';
import { createConnectionSetup, type ConnectionSetup } from './connection-setup.ts';
import { createEngineRequests } from './engine-requests.ts';
import { examineState } from './examined-state.ts';
import type { DiagnosticCalls, ExaminedEngine, HostPorts } from './host-ports.ts';
import { libraryRecordOf } from './library-record.ts';
import { createProductData } from './product-data.ts';
import { queueRecordOf } from './queue-record.ts';
import { startDemo } from './start-demo.ts';

/** How long a vanished file may come back before that counts as its removal: some programs save that way. */
const absenceGraceMs = 30_000;

/** The engine together with its connection and settings: everything a window shows and asks for. */
export async function createApplication(ports: Omit<Ports, 'connection'>, host: HostPorts) {
  migrate(ports.database);
  const session = createConnectionSession(host, ports.database);
  await session.open();
  const connected = { ...ports, connection: session.port };
  const engine = createEngine(connected, { watch: true, absenceGraceMs });
  const requests = createEngineRequests(engine, connected, () => session.views());
  const { events } = engine;
  const { classNames, productData } = createProductParts(ports, host, session, events);
  const begunAnew = createBegunAnewNote(ports.database);
  const connection = createConnectionSetup({ ...requests, session, secrets: host.secrets });
  const libraryRecord = (runner: LibraryRunner): LibraryRecord => libraryRecordOf(engine, requests.serviceId(), runner);
  const status = (): StatusRecord => ({
    ...engineStatus(engine, requests.serviceId()),
    connection: connection.record(),
    begunAnew: describedNote(begunAnew.read()),
  });
  const tellStatus = (): void => events.emit({ kind: 'status', status: status() });
  engine.onStatusChange(tellStatus);

  return {
    ...requests,
    diagnostics: createDiagnosticCalls(ports, host, session, connection),
    host,
    session,
    connection,
    classNames,
    productData,
    libraryRecord,

    start: (): Promise<void> => connection.lookForSecrets().then(() => engine.start()),

    snapshot(): SnapshotRecord {
      const { host: kind, platform, productVersion } = host;
      const productImport = productData.currentImport();
      const work = engine.workProgress();
      return { eventId: events.lastId, host: kind, platform, productVersion, status: status(), work, productImport };
    },

    eventsAfter: (afterId: number, signal?: AbortSignal): AsyncGenerator<EngineEvent> => events.after(afterId, signal),

    begunAnewRead(): void {
      begunAnew.forget();
      tellStatus();
    },

    startDemo: (): Promise<void> => startDemo(engine, host, connection),

    queueRecord: (entry: QueueEntry): QueueEntryRecord =>
      queueRecordOf(entry, engine.titleOf(entry), { nowMs: ports.clock.now(), serviceId: requests.serviceId() }),

    async close(): Promise<void> {
      for (const part of [productData, engine, session, host.mirror, host.embedded]) await part.close();
    },
  };
}

export type Application = Awaited<ReturnType<typeof createApplication>>;

function engineStatus(engine: Engine, serviceId: string | undefined): Omit<StatusRecord, 'connection' | 'begunAnew'> {
  return {
    libraries: engine.libraries().map(({ runner }) => libraryRecordOf(engine, serviceId, runner)),
    counts: engine.fileList.counts(serviceId),
    budget: engine.requestBudget(),
    queue: engine.queue.counts(),
    settings: engine.settings(),
  };
}

/** Names of classes, and the product data from which a service may learn more of them. */
function createProductParts(
  { database }: Pick<Ports, 'database'>,
  { embedded }: HostPorts,
  session: ConnectionSession,
  events: EventHub,
) {
  const onLearned = (): void => events.emit({ kind: 'files', fileIds: [] });
  const classNames = createClassNames(
    database,
    () => (session.port.current() ? session.views() : undefined),
    onLearned,
  );
  const productData = createProductData({
    embedded,
    isConnected: () => session.settings().kind === 'embedded',
    onImportChange(productImport) {
      events.emit({ kind: 'import', productImport });
      if (productImport.state === 'ended') classNames.askAgain();
    },
  });
  return { classNames, productData };
}

function createDiagnosticCalls(
  { database }: Pick<Ports, 'database'>,
  { diagnostics }: HostPorts,
  session: ConnectionSession,
  connection: ConnectionSetup,
): DiagnosticCalls {
  const examined: ExaminedEngine = {
    readState: async () => examineState(database),
    service: async () => session.address(),
    embeddedAddress: () => (session.settings().kind === 'embedded' ? session.address()?.contentAddress : undefined),
    secrets: () => connection.examineSecrets(),
  };
  return { run: () => diagnostics.examine(examined), bundle: () => diagnostics.bundle(examined) };
}

type BegunAnewNote = ReturnType<ReturnType<typeof createBegunAnewNote>['read']>;

function describedNote(note: BegunAnewNote): ErrorRecord | undefined {
  return note && describeBegunAnew(note);
}
