import { AppError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ConnectionSecret } from '../../../shared/model/keychain.ts';
import { connectionOrigins, serviceIdOf as serviceIdOfAddress } from '../../../shared/model/service-address.ts';
import type { Database } from '../ports.ts';
import { createBudgetMemories, createSettingsStore, type ConnectionSettings } from '../state/settings-store.ts';
import { createSignal } from '../../../shared/model/signal.ts';
import { createTurns } from '../library/turns.ts';
import type { HostPorts } from './host-ports.ts';
import type { SecretsPort, ServiceSession, ServiceViews, SessionAddress } from './connection-ports.ts';

interface Opened {
  readonly address: SessionAddress;
  readonly service: ServiceSession;
  readonly serviceId: string;
  readonly views: ServiceViews;
}

/** What names the embedded service, whatever port it answers at. */
export const embeddedServiceId = 'embedded';

export type GivenSecrets = Partial<Readonly<Record<ConnectionSecret, string | undefined>>>;

/** Opens and closes the connection that the settings describe, and is the engine's connection port. */
export function createConnectionSession(host: HostPorts, database: Database) {
  const store = createSettingsStore(database);
  const reached = createSignal<boolean>();
  let opened: Opened | undefined;
  let embeddedAddress = '';
  let problem: ErrorRecord | undefined;
  let isClosed = false;
  const inTurn = createTurns();

  async function openAs(settings: ConnectionSettings): Promise<void> {
    if (settings.kind === 'none') return;
    const isEmbedded = settings.kind === 'embedded';
    const address = isEmbedded ? await host.embedded.start() : addressOf(host.secrets, settings);
    const limits = createBudgetMemories(database);
    const service = host.openSession({ ...address, limits, onOnlineChange: reached.tell });
    // The embedded service has another port at every start, its data is the same.
    opened = { address, service, serviceId: serviceIdOf(settings), views: viewsOf(host, service, settings) };
    if (isEmbedded) embeddedAddress = address.contentAddress;
  }

  async function closeOpened(): Promise<void> {
    const previous = opened;
    opened = undefined;
    await previous?.service.close();
  }

  async function reopen(): Promise<void> {
    await closeOpened();
    if (!isClosed) problem = await failureOf(() => openAs(store.connectionToOpen()));
  }

  function connected(): Opened {
    if (opened) return opened;
    throw new AppError(problem?.code ?? 'not-connected', problem?.detail ? { detail: problem.detail } : {});
  }

  return {
    port: { current: () => opened },

    serviceIdOf,
    /** Calls back when anything that is asked finds the service there again, or gone. */
    onReached: reached.listen,

    /** Why the connection could not be opened, where it could not. */
    get problem(): ErrorRecord | undefined {
      return problem;
    },

    /** Where the service is that is connected, with the secrets for it. */
    address: (): SessionAddress | undefined => opened?.address,

    /** What is set up; for the embedded service with the address it has in this run, so that add-ins can be pointed at it. */
    settings: (): ConnectionSettings => withAddress(store.connection(), embeddedAddress),

    /** @throws AppError `not-connected` while no service is set up */
    service: (): ServiceSession => connected().service,

    /** The same service for what people look at. @throws AppError `not-connected` while no service is set up */
    views: (): ServiceViews => connected().views,

    /** Opens what the settings say, closing what was open. A failure is kept in `problem`. */
    open: (): Promise<void> => inTurn('', reopen),

    /** For good: also what is being opened right now. */
    close(): Promise<void> {
      isClosed = true;
      return inTurn('', closeOpened);
    },
  };
}

async function failureOf(work: () => Promise<void>): Promise<ErrorRecord | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return toAppError(error).toRecord();
  }
}

/** A session with another service than the connected one, which whoever asked closes; secrets that are given win. */
export function openOtherSession(
  { openSession, secrets }: Pick<HostPorts, 'openSession' | 'secrets'>,
  database: Database,
  settings: ConnectionSettings,
  given: GivenSecrets,
): ServiceSession {
  const kept: Pick<SecretsPort, 'get'> = {
    get: async (name, boundTo) =>
      (name === 'proxySignIn' ? undefined : given[name]) ?? (await secrets.get(name, boundTo)),
  };
  return openSession({ ...addressOf(kept, settings), limits: createBudgetMemories(database) });
}

export type ConnectionSession = ReturnType<typeof createConnectionSession>;

function withAddress(settings: ConnectionSettings, embedded: string): ConnectionSettings {
  if (settings.kind !== 'embedded') return settings;
  return { ...settings, contentAddress: embedded, dataAddress: embedded, tokenAddress: embedded };
}

/** The embedded service is the same at whatever port it answers. */
function serviceIdOf({ kind, contentAddress }: ConnectionSettings): string {
  return kind === 'embedded' ? embeddedServiceId : serviceIdOfAddress(contentAddress);
}

function viewsOf({ mirror, secrets }: HostPorts, service: ServiceSession, settings: ConnectionSettings): ServiceViews {
  // Whom the service answers: not the same without a license code as with one that the keychain does not give now.
  const told: Pick<SecretsPort, 'get'> = {
    async get(name, boundTo) {
      // Only this asks the keychain, and a person with it; what it found is known then.
      const place = await secrets.placeOf(name, boundTo);
      if (place === 'unread') throw new AppError('license-code-missing');
      return secrets.get(name, boundTo);
    },
  };
  const serviceId = settings.kind === 'embedded' ? undefined : serviceIdOf(settings);
  return mirror.viewsOf(service, addressOf(told, settings), serviceId);
}

function addressOf(secrets: Pick<SecretsPort, 'get'>, settings: ConnectionSettings): SessionAddress {
  // Of these settings and no later ones: a session never asks for the secrets of other addresses than its own.
  const boundTo = connectionOrigins(settings);
  const secretOf = async (name: ConnectionSecret): Promise<string | undefined> =>
    boundTo === undefined ? undefined : secrets.get(name, boundTo);
  return {
    contentAddress: settings.contentAddress,
    dataAddress: settings.dataAddress === '' ? undefined : settings.dataAddress,
    tokenAddress: settings.tokenAddress === '' ? undefined : settings.tokenAddress,
    clientId: settings.clientId,
    allowHttp: settings.httpAcceptedFor === boundTo,
    secrets: { clientSecret: () => secretOf('clientSecret'), licenseCode: () => secretOf('licenseCode') },
  };
}
