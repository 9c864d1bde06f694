import { randomUUID } from 'node:crypto';
import { createEngine, type Engine } from '../../../electron/engine/run/engine.ts';
import type { CadFacts, InspectCadFile, Ports } from '../../../electron/engine/ports.ts';
import { openSqlite } from '../../../electron/platform/sqlite.ts';
import type { CadMetadata } from '../../../shared/api/schemas/cad-metadata.ts';
import type { ContentKeyText } from '../../../shared/model/content-key.ts';
import type { FileState } from '../../../shared/rpc/records.ts';
import { createFakeClock } from './clock.ts';
import { createFakeDisk } from './disk.ts';
import { createFakeService, type FakeService } from './service.ts';
import { createFakeWatcher } from './watcher.ts';

const decoder = new TextDecoder();

/** Files of this world say in their text what a CAD file says in its header: `program:AutoCAD/2025`, `unfinished`. */
const inspectCadFile: InspectCadFile = async (file, _name, sizeBytes): Promise<CadFacts> => {
  const text = decoder.decode(await file.read(0, sizeBytes));
  const [, applicationName, applicationVersion] = /program:(\w+)\/(\w+)/.exec(text) ?? [];
  return { applicationName, applicationVersion, whole: text.includes('unfinished') ? 'incomplete' : 'whole' };
};

export const absenceGraceMs = 30_000;

/** The engine on a disk, a service and a clock that a test holds in its hands. */
export function createWorld() {
  const clock = createFakeClock();
  const disk = createFakeDisk(clock);
  const watcher = createFakeWatcher();
  const database = openSqlite(':memory:');
  const services = new Map<string, FakeService>([['first', createFakeService(clock)]]);
  let connected: string | undefined = 'first';
  let alive = { value: true };
  let engine: Engine | undefined;

  const serviceCalled = (name: string): FakeService => {
    const service = services.get(name) ?? createFakeService(clock);
    services.set(name, service);
    return service;
  };

  function portsFor(life: { value: boolean }): Ports {
    const current = () => connected;
    const guardedDisk = mortal(disk.port.library(), life);
    return {
      disk: { ...disk.port, library: () => guardedDisk },
      watcher: watcher.port,
      clock: {
        now: () => clock.now(),
        after: (delayMs, callback) => clock.after(delayMs, () => (life.value ? callback() : undefined)),
      },
      random: () => 0.5,
      newId: randomUUID,
      // The state outlives an engine that ends or crashes.
      database: { ...database, close: () => undefined },
      inspectCadFile,
      connection: {
        current() {
          const serviceId = current();
          if (serviceId === undefined) return undefined;
          const { port } = serviceCalled(serviceId);
          return { serviceId, service: connectionOf(port, life) };
        },
      },
      log: () => undefined,
    };
  }

  const running = (): Engine => {
    if (!engine) throw new Error('The engine does not run.');
    return engine;
  };

  const world = {
    clock,
    disk,
    watcher,
    get service(): FakeService {
      return serviceCalled(connected ?? 'first');
    },
    get engine(): Engine {
      return running();
    },

    async start(): Promise<Engine> {
      alive = { value: true };
      engine = createEngine(portsFor(alive), { watch: true, absenceGraceMs });
      await engine.start();
      return engine;
    },

    async addLibrary(root = '/library', more: { readonly languageCode?: string } = {}): Promise<void> {
      const draft = { root, applicationName: 'Revit', applicationVersion: '2025', contentType: 'Template', ...more };
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
    },

    /** Lets the process die at the very moment something happens; whoever asked never gets an answer. */
    crashNow(): Promise<never> {
      world.crash();
      return new Promise(() => undefined);
    },

    isRunning: (): boolean => engine !== undefined,

    async close(): Promise<void> {
      await engine?.close();
      engine = undefined;
    },

    idle: (atMostMs?: number): Promise<void> =>
      clock.until(() => running().isIdle(), 'nothing is left to do', atMostMs),

    /** Connects to another service, or to none. */
    async connect(name: string | undefined): Promise<void> {
      await running().transfers.stop();
      connected = name;
      running().connectionChanged();
    },

    /** Saves a file and has the watcher notice. */
    save(path: string, text: string): void {
      disk.write(path, text);
      watcher.hint(path);
    },

    /** Saves a file that has stood still for long. */
    hold: (path: string, text: string): void => disk.write(path, text, clock.now() - 3_600_000),

    libraryId: (): string => running().libraries()[0]?.library.libraryId ?? '',

    states(): Record<string, FileState> {
      const query = {
        serviceId: connected,
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
    fileExtension: 'rfa',
  };
}

/** The same object while its owner lives; afterwards nothing is done and nothing is ever answered. */
function mortal<T extends object>(object: T, life: { readonly value: boolean }): T {
  return new Proxy(object, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      // Reading bytes answers at once; what it gives is asked for piece by piece.
      if (typeof member !== 'function' || name === 'read') return member;
      return async (...values: unknown[]) => {
        if (!life.value) return new Promise(() => undefined);
        try {
          const answer: unknown = await Reflect.apply(member, target, values);
          if (life.value) return answer;
        } catch (error) {
          if (life.value) throw error;
        }
        return new Promise(() => undefined);
      };
    },
  });
}

const connections = new WeakMap<object, WeakMap<object, FakeService['port']>>();

/** One connection object per service and life, as the real port keeps it. */
function connectionOf(port: FakeService['port'], life: { readonly value: boolean }): FakeService['port'] {
  const ofLife = connections.get(life) ?? new WeakMap<object, FakeService['port']>();
  connections.set(life, ofLife);
  const known = ofLife.get(port) ?? mortal(port, life);
  ofLife.set(port, known);
  return known;
}
