import { createRouterClient } from '@orpc/server';
import type { RemoteCaller, ServiceCaller, ViewCaller } from '../../shared/api/caller.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { serviceIdOf } from '../../shared/model/service-address.ts';
import type { EngineCalls } from '../../shared/rpc/command-contract.ts';
import { createCommandRouter } from '../channels/command-router.ts';
import { fromWireError } from '../channels/wire-error.ts';
import type { ServiceClient } from '../client/client.ts';
import { createEngineRequests } from '../engine/application/engine-requests.ts';
import type { Database } from '../engine/ports.ts';
import { createEngine } from '../engine/engine.ts';
import { text } from '../engine/state/row.ts';
import { createSettingsStore } from '../engine/state/settings-store.ts';
import { sql } from '../engine/state/sql.ts';
import { createEnginePorts } from './engine-ports.ts';
import { fromEnvironment } from './environment.ts';
import { headlessAddIns } from './headless-add-ins.ts';
import { diagnosticsOf } from './headless-diagnostics.ts';
import type { LazyViews } from './mirror-port.ts';
import { tellAboutState } from './commands/tell-about-state.ts';

export interface AtRestOptions {
  /** Why the service cannot be asked, where that was tried just now: it is not tried again. */
  readonly away?: AppError | undefined;
  /** Whether the command says itself what there is to say of the state; else that goes to standard error. */
  readonly tellsAboutState?: boolean;
}

/**
 * The engine of a state folder that nobody else uses, with all its libraries at rest: what is asked is answered as the
 * last run left it, what is changed waits for the next run, and the service is called only where somebody asks about it.
 * @throws AppError `library-in-use`, `state-unreadable`, `disk-full`
 */
export function openAtRest(
  stateDir: string,
  { away, tellsAboutState = false }: AtRestOptions,
): { readonly calls: EngineCalls; close(): Promise<void> } {
  const unconnected = createEnginePorts(stateDir, { current: () => undefined }, () => undefined);
  if (!tellsAboutState) tellAboutState(unconnected.database);
  const named = callerOfEnvironment(away);
  const serviceId = serviceOf(unconnected.database);
  const connected = serviceId === undefined ? undefined : { service: named.service, serviceId };
  const ports = { ...unconnected, connection: { current: () => connected } };
  const engine = createEngine(ports, { watch: false, absenceGraceMs: 0 });
  let mirrored: LazyViews | undefined;
  const views = async (): Promise<ViewCaller> => {
    if (serviceId === undefined) throw new AppError('not-connected');
    const { viewsOfEnvironment } = await import('./mirror-port.ts');
    return (mirrored ??= viewsOfEnvironment(stateDir, named.service, serviceId)).views();
  };
  const diagnostics = diagnosticsOf(stateDir, ports.database);
  const log = (): void => undefined;
  const atHand =
    serviceId === undefined || !isKnown(unconnected.database, serviceId)
      ? undefined
      : { serviceId, views: { ...lazyCaller(views), asks: 'serviceOrMirror' } as const, remote: named.service };
  const role = { connected: () => atHand, serves: false, sends: false };
  const addIns = headlessAddIns({ engine, ports, stateDir, log, ...role });
  const requests = { ...createEngineRequests(engine, ports, views), diagnostics, addIns };
  const router = createCommandRouter(requests, async () => undefined);
  const inWords = async <T>({ next }: { readonly next: () => Promise<T> }): Promise<T> => {
    try {
      return await next();
    } catch (thrown) {
      throw fromWireError(thrown);
    }
  };
  return {
    calls: createRouterClient(router, { interceptors: [inWords] }),
    async close() {
      await addIns.close();
      await engine.close();
      await named.close();
      await mirrored?.close();
    },
  };
}

/**
 * The service that the environment names, connected when it is first called, as hardly any command does: to load the
 * client takes longer than most of what they do. Its calls throw as `clientFromEnvironment`.
 */
function callerOfEnvironment(away: AppError | undefined): { readonly service: RemoteCaller; close(): Promise<void> } {
  let connecting: Promise<ServiceClient> | undefined;
  const connect = async (): Promise<ServiceClient> => {
    if (away) throw away;
    const { clientFromEnvironment } = await import('./client-from-environment.ts');
    return clientFromEnvironment().service;
  };
  const connected = (): Promise<ServiceClient> => (connecting ??= connect());
  return {
    // It sends nothing at rest.
    service: { ...lazyCaller(connected), asks: 'service', takesFileWithMetadata: false, givesFilesTogether: false },
    async close() {
      const client = await connecting?.catch(() => undefined);
      await client?.close();
    },
  };
}

/** A caller that is there when it is first called. */
function lazyCaller(open: () => Promise<ServiceCaller>): ServiceCaller {
  return {
    call: async (...asked) => (await open()).call(...asked),
    callUnlessSeen: async (...asked) => (await open()).callUnlessSeen(...asked),
    upload: async (...asked) => (await open()).upload(...asked),
    download: async (...asked) => (await open()).download(...asked),
  };
}

/** Whether the app of this state is connected to the service, or one of its libraries was ever answered by it. */
function isKnown(database: Database, serviceId: string): boolean {
  const { kind, contentAddress } = createSettingsStore(database).connection();
  if (kind === 'remote' && serviceIdOf(contentAddress) === serviceId) return true;
  return serviceId === 'embedded' || database.has(sql`SELECT 1 FROM service_answer WHERE service_id = ${serviceId}`);
}

/** The service that the environment names; else the one of the app's settings; else the one that answered last. */
function serviceOf(database: Database): string | undefined {
  const named = fromEnvironment('contentAddress');
  if (named !== undefined) return serviceIdOf(named);
  const { kind, contentAddress } = createSettingsStore(database).connection();
  if (kind === 'embedded') return 'embedded';
  if (kind === 'remote') return serviceIdOf(contentAddress);
  return database.get(sql`SELECT service_id FROM service_answer ORDER BY answered_ms DESC LIMIT 1`, text('service_id'));
}
