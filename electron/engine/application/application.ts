import type { ViewCaller } from '../../../shared/api/caller.ts';
import type { QueueEntryRecord } from '../../../shared/rpc/activity-records.ts';
import type { SnapshotRecord, StatusRecord } from '../../../shared/rpc/status-records.ts';
import type { Ports } from '../ports.ts';
import type { QueueEntry } from '../queue/queue-entry.ts';
import { createEngine, type Engine } from '../engine.ts';
import type { LibraryRunner } from '../cycle/library-runner.ts';
import { migrate } from '../state/schema.ts';
import { createBegunAnewNote, describeBegunAnew } from '../state/settings-store.ts';
import { createAddIns, type AddIns } from './add-ins.ts';
import { createAtHand, type AtHand } from './at-hand.ts';
import { createClassSearch } from './class-search.ts';
import { createClassNames } from './class-names.ts';
import { createConnectionSession, embeddedServiceId, type ConnectionSession } from './connection-session.ts';
import { createConnectionSetup, type ConnectionSetup } from './connection-setup.ts';
import { createEngineRequests, type EngineRequests } from './engine-requests.ts';
import { examineState } from './examined-state.ts';
import type { DiagnosticCalls, ExaminedEngine, HostPorts } from './host-ports.ts';
import { libraryRecordOf } from './library-record.ts';
import { createLookRequests } from './look-requests.ts';
import { createMoveIn, type MoveIn } from './move-in.ts';
import { createProductData } from './product-data.ts';
import { queueRecordOf } from './queue-record.ts';
import { selectionNamesIn } from './selection-requests.ts';
import { createServiceRequests, type ServiceRequests } from './service-requests.ts';
import type { WaitingWrites } from './waiting-writes.ts';

/** How long a vanished file may come back before that counts as its removal: some programs save that way. */
const absenceGraceMs = 30_000;

/** The engine together with its connection and settings: everything a window shows and asks for. */
export async function createApplication(ports: Omit<Ports, 'connection'>, host: HostPorts) {
  migrate(ports.database);
  const session = createConnectionSession(host, ports.database);
  await session.open();
  const connected = { ...ports, connection: session.port };
  const engine = createEngine(connected, { watch: true, absenceGraceMs });
  const atHand = createAtHand(session);
  const addIns = createAddInsOf(ports, host, atHand, engine);
  const personal = (): ViewCaller => atHand.pinned(addIns.writes.personal(atHand.views()));
  const requests = createEngineRequests(engine, connected, personal);
  const serviceParts = createServiceParts({ engine, session, host, personal, ...ports }, addIns.writes);
  const begunAnew = createBegunAnewNote(ports.database);
  const { productData, serviceRequests } = serviceParts;
  const waits = { saving: serviceRequests.saving, writes: addIns.writes, atHand };
  const { connection, moveIn } = createConnectionParts({ ...ports, ...requests }, host, session, waits);
  const status = (): StatusRecord => statusOf({ ...requests, host, connection, moveIn, addIns, begunAnew });
  const { events } = engine;
  const tellStatus = (): void => events.emit({ kind: 'status', status: status() });
  for (const follow of [tellStatus, () => holdOutlines(engine, host)]) engine.onStatusChange(follow);
  addIns.writes.onChange(tellStatus);

  return {
    ...requests,
    diagnostics: createDiagnosticCalls(ports, host, session, connection),
    ...{ ...serviceParts, host, session, connection, moveIn, addIns },
    looks: createLookRequests({ ...requests, looks: host.looks, views: () => session.views() }),

    async start(): Promise<void> {
      await connection.start();
      await engine.start();
      moveIn.startAgain();
      await addIns.start();
    },

    snapshot(): SnapshotRecord {
      const { host: kind, platform, productVersion } = host;
      const underWay = { work: engine.workProgress(), saving: serviceRequests.saving.current() };
      const told = { ...underWay, status: status(), productImport: productData.currentImport() };
      return { eventId: events.lastId, host: kind, platform, productVersion, ...told };
    },

    begunAnewRead(): void {
      begunAnew.forget();
      tellStatus();
    },

    queueRecord: (entry: QueueEntry): QueueEntryRecord =>
      queueRecordOf(entry, engine, { nowMs: ports.clock.now(), serviceId: requests.serviceId() }),

    async close(): Promise<void> {
      // One may wait for what another one is being answered: a move for what add-ins wrote, which is sent first.
      await closeTogether([moveIn, connection, productData, serviceRequests.saving, addIns]);
      for (const part of [engine, session, host.mirror, host.embedded]) await part.close();
    },
  };
}

export type Application = Awaited<ReturnType<typeof createApplication>>;

function createAddInsOf(
  ports: Pick<Ports, 'clock' | 'newId' | 'database'>,
  host: HostPorts,
  atHand: AtHand,
  engine: Engine,
): AddIns {
  const addIns = createAddIns({
    ...{ engine, secrets: host.secrets, host: host.addIns, newId: ports.newId, now: () => ports.clock.now() },
    connected: atHand.now,
    serves: true,
    sends: true,
    selectionName: selectionNamesIn(ports.database),
  });
  engine.onStatusChange(() => void addIns.follow());
  engine.alsoAwaited(() => addIns.writes.waitingFor(atHand.now()?.serviceId).length > 0);
  return addIns;
}

/** Drawing takes a processor that many transfers need, too. */
const manyTransfers = 20;

function holdOutlines(engine: Engine, { pictures }: HostPorts): void {
  const { waiting, running } = countsOfGoing(engine);
  pictures.holdOutlines('syncing', waiting + running > manyTransfers);
}

/** What stands in the queue; what waits in paused libraries goes nowhere, and nobody is to wait for that. */
function countsOfGoing(engine: Engine): ReturnType<Engine['queue']['counts']> {
  const isGoing = ({ state, context }: LibraryRunner): boolean => state !== 'paused' && !context.settings().isPaused;
  return engine.queue.counts(
    engine.runners().flatMap((runner) => (isGoing(runner) ? runner.context.library.libraryId : [])),
  );
}

function closeTogether(parts: readonly { readonly close: () => unknown }[]): Promise<unknown> {
  return Promise.all(parts.map(async (part) => part.close()));
}

interface StatusParts extends EngineRequests {
  readonly host: HostPorts;
  readonly connection: ConnectionSetup;
  readonly moveIn: MoveIn;
  readonly addIns: AddIns;
  readonly begunAnew: ReturnType<typeof createBegunAnewNote>;
}

function statusOf({ engine, serviceId, host, connection, moveIn, addIns, begunAnew }: StatusParts): StatusRecord {
  const queue = countsOfGoing(engine);
  const written = addIns.writes.counts(serviceId());
  return {
    libraries: engine.runners().map((runner) => libraryRecordOf(engine, runner)),
    counts: engine.fileList.counts(),
    budget: engine.requestBudget(),
    queue: {
      ...queue,
      waiting: queue.waiting + written.waiting,
      needsAttention: queue.needsAttention + written.needsAttention,
    },
    refusedWrites: written.needsAttention,
    settings: engine.settings(),
    isLanguageOpen: engine.isLanguageOpen(),
    settingsProblem: engine.settingsProblem(),
    connection: { ...connection.record(), askingProxy: host.proxies.asking() },
    move: moveIn.record(),
    begunAnew: describeBegunAnew(begunAnew.read()),
  };
}

/** What knows of more that waits for a service than the engine does. */
interface Waits {
  readonly saving: ServiceRequests['saving'];
  readonly writes: WaitingWrites;
  readonly atHand: AtHand;
}

/** Which service is connected, and moving from the embedded one to another. */
function createConnectionParts(
  parts: Omit<Ports, 'connection'> & EngineRequests,
  host: HostPorts,
  session: ConnectionSession,
  waits: Waits,
) {
  session.onReached((online) => parts.engine.reached(online));
  const connection: ConnectionSetup = createConnectionSetup({
    ...{ ...parts, session, secrets: host.secrets },
    waitingFor: (id) => ({ written: waits.writes.waitingFor(id), exports: waits.saving.waitingFor(id) }),
    moveIn: () => moveIn,
  });
  const moveIn = createMoveIn({
    ...{ ...parts, session, host, connect: (to) => connection.connect(to) },
    whileHeld: waits.atHand.whileHeld,
    sendWaiting: waits.writes.run,
    stillWaiting: () => [
      ...waits.writes.standingAt(embeddedServiceId),
      ...waits.saving.waitingFor(embeddedServiceId).map((name) => ({ name })),
    ],
  });
  return { connection, moveIn };
}

interface ServiceSurroundings extends Pick<Ports, 'database' | 'clock'> {
  readonly engine: Engine;
  readonly session: ConnectionSession;
  readonly host: HostPorts;
  /** What a person asks with, of the service that is connected now and no later one. */
  readonly personal: () => ViewCaller;
}

/** What is asked of the service: names of classes, the product data it may learn more of them from, and the rest. */
function createServiceParts(
  { engine, session, host, personal, database, clock }: ServiceSurroundings,
  writes: WaitingWrites,
) {
  const { embedded, files, shell } = host;
  const { events, gate: reach, queue } = engine;
  const classNames = createClassNames(database, events, () => (session.port.current() ? session.views() : undefined));
  const isConnected = (): boolean => session.settings().kind === 'embedded';
  const productData = createProductData({ embedded, isConnected });
  productData.onImportChange((productImport) => {
    events.emit({ kind: 'import', productImport });
    if (productImport.state === 'ended') classNames.askAgain();
  });
  const serviceRequests = createServiceRequests({
    ...{ session, views: personal, writes, database, clock, reach, files, shell, events, isSending: queue.isSending },
  });
  writes.onGivenUp(({ serviceId, ids }) => serviceRequests.selections.giveUp(serviceId, ids));
  engine.onStatusChange(serviceRequests.saving.goOn);
  engine.alsoAwaited(serviceRequests.saving.isAwaited);
  // What the last run of the app began goes on as soon as everything is put together.
  clock.after(0, serviceRequests.saving.goOn);
  const classSearch = createClassSearch({ database, embedded, isConnected });
  return { classNames, productData, serviceRequests, classSearch };
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
