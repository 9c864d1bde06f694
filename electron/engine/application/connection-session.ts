import { AppError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { connectionOrigins, serviceIdOf as serviceIdOfAddress } from '../../../shared/model/service-address.ts';
import type { ConnectionPort } from '../ports.ts';
import type { ConnectionSettings, SettingsStore } from '../state/settings-store.ts';
import type { HostPorts, SecretName, SecretsPort, ServiceSession, SessionAddress } from './host-ports.ts';

/** Opens and closes the connection that the settings describe, and is the engine's connection port. */
export function createConnectionSession(host: HostPorts, store: SettingsStore) {
  let session: ServiceSession | undefined;
  let address: SessionAddress | undefined;
  let serviceId = '';
  let embeddedAddress = '';
  let problem: ErrorRecord | undefined;

  async function openAs(settings: ConnectionSettings): Promise<void> {
    if (settings.kind === 'none') return;
    address = settings.kind === 'embedded' ? await host.embedded.start() : addressOf(host.secrets, settings);
    session = host.openSession(address);
    // The embedded service has another port at every start, its data is the same.
    serviceId = serviceIdOf(settings);
    if (settings.kind === 'embedded') embeddedAddress = address.contentAddress;
  }

  const port: ConnectionPort = { current: () => (session ? { service: session, serviceId } : undefined) };

  return {
    port,

    serviceIdOf,

    /** Why the connection could not be opened, where it could not. */
    get problem(): ErrorRecord | undefined {
      return problem;
    },

    /** Where the service is that is connected, with the secrets for it. */
    address: (): SessionAddress | undefined => address,

    /** What is set up; for the embedded service with the address it has in this run, so that add-ins can be pointed at it. */
    settings(): ConnectionSettings {
      const settings = store.connection();
      const [contentAddress, dataAddress, tokenAddress] = [embeddedAddress, embeddedAddress, embeddedAddress];
      return settings.kind === 'embedded' ? { ...settings, contentAddress, dataAddress, tokenAddress } : settings;
    },

    /** @throws AppError `not-connected` while no service is set up */
    service(): ServiceSession {
      if (!session)
        throw new AppError(problem?.code ?? 'not-connected', problem?.detail ? { detail: problem.detail } : {});
      return session;
    },

    /** Opens what the settings say, closing what was open. A failure is kept in `problem`. */
    async open(): Promise<void> {
      const previous = session;
      session = address = undefined;
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
