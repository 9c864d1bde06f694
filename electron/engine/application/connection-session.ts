import { AppError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { connectionOrigins, serviceIdOf as serviceIdOfAddress } from '../../../shared/model/service-address.ts';
import type { ConnectionPort, Database } from '../ports.ts';
import { createBudgetMemories, createSettingsStore, type ConnectionSettings } from '../state/settings-store.ts';
import type {
  HostPorts,
  SecretName,
  SecretsPort,
  ServiceSession,
  SessionAddress,
  SessionMemory,
} from './host-ports.ts';

/** Opens and closes the connection that the settings describe, and is the engine's connection port. */
export function createConnectionSession(host: HostPorts, database: Database) {
  const store = createSettingsStore(database);
  const memory: SessionMemory = { limits: createBudgetMemories(database) };
  let session: ServiceSession | undefined;
  let serviceId = '';
  let embeddedAddress = '';
  let problem: ErrorRecord | undefined;

  async function openAs(settings: ConnectionSettings): Promise<void> {
    if (settings.kind === 'none') return;
    const address = settings.kind === 'embedded' ? await host.embedded.start() : addressOf(host.secrets, settings);
    session = host.openSession({ ...address, ...memory });
    // The embedded service has another port at every start, its data is the same.
    serviceId = serviceIdOf(settings);
    if (settings.kind === 'embedded') embeddedAddress = address.contentAddress;
  }

  const port: ConnectionPort = {
    current: () => (session ? { service: session, serviceId } : undefined),
    requestsSpent: () => session?.requestsSpent(),
    dropIdle: () => session?.dropIdle(),
  };

  return {
    port,

    serviceIdOf,

    /** Why the connection could not be opened, where it could not. */
    get problem(): ErrorRecord | undefined {
      return problem;
    },

    /** What is set up; for the embedded service with the address it has in this run, so that add-ins can be pointed at it. */
    settings: (): ConnectionSettings => withAddress(store.connection(), embeddedAddress),

    /** @throws AppError `not-connected` while no service is set up */
    service(): ServiceSession {
      if (!session)
        throw new AppError(problem?.code ?? 'not-connected', problem?.detail ? { detail: problem.detail } : {});
      return session;
    },

    /** Opens what the settings say, closing what was open. A failure is kept in `problem`. */
    async open(): Promise<void> {
      const previous = session;
      session = undefined;
      problem = undefined;
      await previous?.close();
      try {
        await openAs(store.connection());
      } catch (error) {
        problem = toAppError(error).toRecord();
      }
    },

    async close(): Promise<void> {
      await session?.close();
      session = undefined;
    },
  };
}

export type ConnectionSession = ReturnType<typeof createConnectionSession>;

function withAddress(settings: ConnectionSettings, embedded: string): ConnectionSettings {
  if (settings.kind !== 'embedded') return settings;
  return { ...settings, contentAddress: embedded, dataAddress: embedded, tokenAddress: embedded };
}

/** The embedded service is the same at whatever port it answers. */
function serviceIdOf({ kind, contentAddress }: ConnectionSettings): string {
  return kind === 'embedded' ? 'embedded' : serviceIdOfAddress(contentAddress);
}

function addressOf(secrets: SecretsPort, settings: ConnectionSettings): SessionAddress {
  // Of these settings and no later ones: a session never asks for the secrets of other addresses than its own.
  const boundTo = connectionOrigins(settings);
  const secretOf = async (name: SecretName): Promise<string | undefined> =>
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
