import { randomUUID } from 'node:crypto';
import { createEngine, type Engine } from '../../../electron/engine/engine.ts';
import type { WriteLog } from '../../../shared/log/log-events.ts';
import type { LibraryDraft } from '../../../electron/engine/person/library-setup.ts';
import type { ChangeLimits } from '../../../electron/engine/judge/bounded-change.ts';
import type { ServiceSession } from '../../../electron/engine/application/connection-ports.ts';
import type { CadFacts, InspectCadFile, LibraryDisk, Ports } from '../../../electron/engine/ports.ts';
import { sql } from '../../../electron/engine/state/sql.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import type { VersionOfKey } from '../../../electron/engine/person/earlier-versions.ts';
import type { Version } from '../../../shared/model/version.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { Program } from '../../../shared/model/program.ts';
import { serviceIdOf } from '../../../shared/model/service-address.ts';
import type { FileState } from '../../../shared/rpc/file-records.ts';
import { createFakeClock, type FakeClock } from './clock.ts';
import { createFakeDisk, sha256Of, type FakeDisk } from './disk.ts';
import { queuedOf } from './queued-of.ts';
import { createFakeService, type FakeService } from './service.ts';
import type { NameRule } from './stored-files.ts';
import { databaseOnDisk, observedDatabase } from './state-database.ts';
import { copyOfState, giveBack, takeState } from './kept-states.ts';
import { orderRelease } from './order-release.ts';
import { mortal, type AroundCall, type Life } from './mortal.ts';
import { createFakeWatcher } from './watcher.ts';

const decoder = new TextDecoder();

/** Files of this world say in their text what a CAD file says in its header: `program:AutoCAD/2025`, `unfinished`. */
const inspectCadFile: InspectCadFile = async (file, _name, sizeBytes): Promise<CadFacts> => {
  const text = decoder.decode(await file.read(0, sizeBytes));
  const [, , applicationVersion] = /program:(\w+)\/(\w+)/.exec(text) ?? [];
  return { applicationVersion, whole: /unfinished|^\0*$/.test(text) ? 'incomplete' : 'whole' };
};

export const revit2025: Program = { name: 'Revit', version: '2025' };

/** What the libraries of a world are for, unless it says otherwise. Of both, drawings alone have locks beside them. */
const worldPrograms = [revit2025, { name: 'AutoCAD', version: '2025' }];

export const absenceGraceMs = 30_000;
const dayMs = 86_400_000;

/** What a world does not have for itself alone, or not by chance. */
export interface WorldParts {
  readonly clock?: FakeClock;
  readonly names?: NameRule;
  readonly programs?: readonly Program[];
  /** Services by the name that stays the same however their address is written; several worlds may share them. */
  readonly services?: Map<string, FakeService>;
  /** Of the service that is connected at first. */
  readonly address?: string;
  readonly random?: () => number;
  readonly changeLimits?: ChangeLimits;
  readonly keysTogether?: number;
  readonly newId?: () => string;
  /** Whether the service told a limit of requests. */
  readonly limitsRequests?: boolean;
  /** Whether each start asks for everything that the service has, as `sync --once` does. */
  readonly listsEverything?: boolean;
  /** Shorter downloads are never gone on with. */
  readonly keepPartsFromBytes?: number;
  /** Whether the disk hashes short files when it shows what is in them. */
  readonly hashesShort?: boolean;
  /** Within which time every file is read once more. */
  readonly rereadPeriodMs?: number;
  /** Stands around every call of the engine to its disk and its service. */
  readonly around?: AroundCall;
  readonly log?: WriteLog;
  /** Called before and after everything that changes the state database. */
  readonly onStateChange?: (moment: 'before' | 'after') => void;
}

/** The engine on a disk, a service and a clock that a test holds in its hands. */
export function createWorld(parts: WorldParts = {}) {
  const clock = parts.clock ?? createFakeClock();
  const disk = createFakeDisk(clock, parts.names, parts.hashesShort);
  const watcher = createFakeWatcher();
  let database = takeState();
  const states = [database];
  const services = parts.services ?? new Map<string, FakeService>();
  const firstAddress = parts.address ?? 'first';
  let connected: string | undefined = firstAddress;
  let computerStartedMs = clock.now() - 7 * 86_400_000;
  let alive = { value: true };
  let isStateFull = false;

  /** Folders that lie on disks of their own. */
  const otherDisks = new Map<string, FakeDisk>();
  /** What is seen at the library's place instead of it. */
  let standIn: FakeDisk | undefined;
  let engine: Engine | undefined;

  /** To read an address is a twentieth of what a simulated run costs. */
  const serviceIds = new Map<string, string>();
  const idOf = (address: string): string => {
    const serviceId = serviceIds.get(address) ?? serviceIdOf(address);
    serviceIds.set(address, serviceId);
    return serviceId;
  };
  const serviceAt = (address: string): FakeService => {
    const serviceId = idOf(address);
    const service = services.get(serviceId) ?? createFakeService(clock);
    services.set(serviceId, service);
    return service;
  };
  serviceAt(firstAddress);

  function portsFor(life: { value: boolean }): Ports {
    const current = () => connected;
    // A program starts with what the clock says then.
    const startedMs = clock.now() - clock.steadyMs();
    const shown = new Proxy(disk.port.library(), {
      get: (_own, name: keyof LibraryDisk) => (standIn ?? disk).port.library()[name],
    });
    const guardedDisk = mortal(shown, life, 'disk', parts.around);
    return {
      disk: {
        ...disk.port,
        library(root) {
          const other = otherDisks.get(root);
          return other ? mortal(other.port.library(), life, 'disk', parts.around) : guardedDisk;
        },
      },
      watcher: watcher.port,
      clock: {
        now: () => clock.now(),
        steadyMs: () => startedMs + clock.steadyMs(),
        after: (delayMs, callback) => clock.after(delayMs, () => (life.value ? callback() : undefined)),
        onFallAsleep: (callback) => clock.onFallAsleep(() => (life.value ? callback() : undefined)),
        onWake: (callback) => clock.onWake(() => (life.value ? callback() : undefined)),
      },
      random: parts.random ?? (() => 0.5),
      newId: parts.newId ?? randomUUID,
      // The state outlives an engine that ends or crashes.
      database: {
        ...observedDatabase(
          databaseOnDisk(database, () => isStateFull),
          life,
          parts.onStateChange,
          () => world.beforeTogether?.(),
          () => world.afterTogether?.(),
        ),
        close: () => undefined,
      },
      sha256Of,
      inspectCadFile,
      connection: {
        current() {
          const address = current();
          if (address === undefined) return undefined;
          const { port } = serviceAt(address);
          return { serviceId: idOf(address), service: connectionOf(port, life, parts) };
        },
      },
      log: parts.log ?? (() => undefined),
      computer: {
        name: 'DRAWING-07',
        startedMs: () => computerStartedMs,
        folders: { platform: 'linux', home: '/home/me', system: [], own: ['/home/me/state'] },
      },
    };
  }

  const running = (): Engine => {
    if (!engine) throw new Error('The engine does not run.');
    return engine;
  };

  const world = {
    /** What happens before something is written together with others: much else may, by then. */
    beforeTogether: undefined as (() => unknown) | undefined,
    /** What happens when something that was written together can be read, and its flush is not done. */
    afterTogether: undefined as (() => unknown) | undefined,
    clock,
    disk,
    watcher,
    get service(): FakeService {
      return serviceAt(connected ?? firstAddress);
    },
    get engine(): Engine {
      return running();
    },

    /** @param isWanted which libraries take part; all of them where nothing is said */
    async start(isWanted?: Parameters<Engine['start']>[0]): Promise<Engine> {
      alive = { value: true };
      engine = createEngine(portsFor(alive), {
        watch: true,
        absenceGraceMs,
        keepPartsFromBytes: parts.keepPartsFromBytes ?? 1,
        ...(parts.changeLimits ? { changeLimits: parts.changeLimits } : {}),
        ...(parts.keysTogether ? { keysTogether: parts.keysTogether } : {}),
        ...(parts.listsEverything ? { listsEverything: true } : {}),
        ...(parts.rereadPeriodMs ? { rereadPeriodMs: parts.rereadPeriodMs } : {}),
      });
      await engine.start(isWanted);
      return engine;
    },

    async addLibrary(root = '/library', more: Partial<LibraryDraft> = {}): Promise<void> {
      const draft = { root, programs: parts.programs ?? worldPrograms, contentType: 'Template', ...more };
      await running().addLibrary(draft);
    },

    /** Starts, adds the library and waits until both sides agree. */
    async open(): Promise<void> {
      await world.start();
      await world.addLibrary();
      await world.idle();
    },

    /** A program that is killed: nothing it was doing goes on, and nothing is put in order. */
    crash(): void {
      alive.value = false;
      engine = undefined;
      // What is left of the dead engine keeps the state it had; the next one goes on with what was written by now.
      states.push((database = copyOfState(database)));
    },

    /** Lets the process die at the very moment something happens; whoever asked never gets an answer. */
    crashNow(): Promise<never> {
      world.crash();
      return new Promise(() => undefined);
    },

    /** Whether the disk of the state database is full. */
    setStateFull: (value: boolean): unknown => (isStateFull = value),

    /** The state is gone, as when its file was damaged and set aside; the next engine begins with an empty one. */
    async loseState(): Promise<void> {
      await world.close();
      states.push((database = takeState()));
    },

    /** A folder beside the library, on a disk of its own. */
    mountBeside(root: string): FakeDisk {
      const beside = createFakeDisk(clock, parts.names);
      otherDisks.set(root, beside);
      return beside;
    },

    /** Another drive is mounted where the library was, or the library's own again. */
    mountInstead: (other: FakeDisk | undefined): unknown => (standIn = other),

    /** Whether the state says by which marker the library is known. */
    knowsMarker: (): boolean => database.has(sql`SELECT 1 FROM library WHERE marker_id IS NOT NULL`),

    /** The computer is started anew: no program runs on that was open before. */
    restartComputer: (): unknown => (computerStartedMs = clock.now()),

    isRunning: (): boolean => engine !== undefined,

    /** The state as it is on disk. */
    database: () => database,

    async close(): Promise<void> {
      await engine?.close();
      engine = undefined;
    },

    /** The last that happens to this world: its states are used by others. */
    end(): void {
      alive.value = false;
      engine = undefined;
      giveBack(states.splice(0));
    },

    /** See `orderRelease`. */
    publish: (keys: readonly ContentKeyText[], comment: string): number => orderRelease(running(), keys, comment),

    queued: () => queuedOf(running()),
    idle: (atMostMs?: number): Promise<void> =>
      clock.until(() => running().isIdle(), 'nothing is left to do', atMostMs),

    /** The service that the engine uses, or would if it ran; `undefined` for none. */
    get connectedTo(): string | undefined {
      return connected === undefined ? undefined : idOf(connected);
    },

    /** Lets days pass on which service and folder are looked at once: every minute of weeks would take minutes. */
    async days(count: number): Promise<void> {
      const { pollIntervalMs, fullScanIntervalMs } = running().settings();
      running().saveSettings({ pollIntervalMs: dayMs, fullScanIntervalMs: dayMs });
      await clock.advance(count * dayMs);
      running().saveSettings({ pollIntervalMs, fullScanIntervalMs });
    },

    /** Connects to another service, to one whose address is written otherwise, or to none. */
    async connect(address: string | undefined): Promise<void> {
      await running().transfers.stop();
      connected = address;
      running().connectionChanged();
    },

    /** Saves a file and has the watcher notice. */
    save(path: string, text: string): void {
      disk.write(path, text);
      watcher.hint(path);
    },

    /** Saves a file that has stood still for long. */
    hold: (path: string, text: string): void => disk.write(path, text, clock.now() - 3_600_000),

    libraryId: (): string => running().runners()[0]?.context.library.libraryId ?? '',
    /** A version of the file at a path, as its list shows it now. */
    versionAt(path: string, version: Version): VersionOfKey {
      const key = running().runners()[0]?.context.files.get(path)?.key;
      if (key === undefined) throw new Error(`${path} has no key.`);
      return { key, version };
    },

    states(): Record<string, FileState> {
      const query = {
        languageCode: 'en',
        filter: 'all',
        search: '',
        offset: 0,
        limit: 500,
      } as const;
      return Object.fromEntries(
        running()
          .fileList.list(query)
          .rows.map((row) => [row.path, row.state]),
      );
    },
  };
  return world;
}

export type World = ReturnType<typeof createWorld>;

/** The key of a file `EC…/MC…/name.rfa` in the world's library. */
export function keyOf(classCode: string, application = 'Revit/2025'): ContentKeyText {
  return `${application}/${classCode}/1/MC000001/1/Template` as ContentKeyText;
}

/** What another designer's program says of a file of that key. */
export function recordOf(classCode: string, baseFilename = 'pump', application = 'Revit/2025'): CadMetadata {
  const [name, version] = application.split('/');
  return {
    application: { name, version },
    etim: { classCode, classCodeVersion: '1', modelCode: 'MC000001', modelCodeVersion: '1' },
    type: 'Template',
    baseFilename,
    fileExtension: name === 'AutoCAD' ? 'dwg' : 'rfa',
  };
}

const connections = new WeakMap<object, WeakMap<object, Connection>>();

type Connection = FakeService['port'] & Partial<ServiceSession>;

/** One connection object per service and life, as the real port keeps it. */
function connectionOf(
  port: FakeService['port'],
  life: Life,
  { around, limitsRequests = false }: Pick<WorldParts, 'around' | 'limitsRequests'>,
): Connection {
  const ofLife = connections.get(life) ?? new WeakMap<object, Connection>();
  connections.set(life, ofLife);
  const known = ofLife.get(port);
  if (known) return known;
  const calls = Object.create(mortal(port, life, 'service', around)) as FakeService['port'];
  const connection: Connection = Object.assign(calls, { limitsRequests: () => limitsRequests });
  ofLife.set(port, connection);
  return connection;
}
