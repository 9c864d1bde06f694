import { toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import type { ConnectionRecord } from '../../../shared/rpc/status-records.ts';
import { nothingAtStake } from '../run/at-stake.ts';
import type { Engine } from '../run/engine.ts';
import type { ConnectionSettings } from '../state/settings-store.ts';
import type { ConnectionSession } from './connection-session.ts';
import type { SecretsPort } from './host-ports.ts';
import type { LibraryChanges, StakeAnswer } from './library-changes.ts';

/** Which service is connected and with which secrets: what is shown of it, and changing it. */
export function createConnectionSetup({
  engine,
  session,
  secrets,
  libraryChanges,
}: {
  readonly engine: Engine;
  readonly session: ConnectionSession;
  readonly secrets: SecretsPort;
  readonly libraryChanges: LibraryChanges;
}) {
  const { gate } = engine;
  let secretsThere = { clientSecret: false, licenseCode: false };

  async function lookForSecrets(): Promise<void> {
    const [clientSecret, licenseCode] = await Promise.all([secrets.get('clientSecret'), secrets.get('licenseCode')]);
    secretsThere = { clientSecret: clientSecret !== undefined, licenseCode: licenseCode !== undefined };
  }

  /** Keeps the settings of a connection and connects as they say. */
  async function connect(settings: ConnectionSettings): Promise<void> {
    engine.settingsStore.saveConnection(settings);
    await engine.transfers.stop();
    await session.open();
    await lookForSecrets();
    engine.connectionChanged();
  }

  return {
    lookForSecrets,
    connect,

    record(): ConnectionRecord {
      const settings = session.settings();
      const embedded = settings.kind === 'embedded';
      return {
        ...settings,
        hasClientSecret: embedded || secretsThere.clientSecret,
        hasLicenseCode: embedded || secretsThere.licenseCode,
        secretsKept: secrets.kept,
        state: settings.kind === 'none' ? 'notSetUp' : session.problem ? 'refused' : gate.state,
        error: session.problem ?? gate.error,
      };
    },

    /** Stores secrets one way; what waited for them goes on. An empty one removes it. */
    async saveSecrets(given: {
      readonly clientSecret?: string | undefined;
      readonly licenseCode?: string | undefined;
    }): Promise<void> {
      for (const name of ['clientSecret', 'licenseCode'] as const) {
        const value = given[name];
        if (value !== undefined) await secrets.set(name, value === '' ? undefined : value);
      }
      await lookForSecrets();
      if (given.clientSecret !== undefined && session.port.current()) session.service().forgetToken();
      engine.connectionChanged();
    },

    /**
     * Connects to another service. What waits then goes there: without a yes it is named and nothing is changed.
     * The same service by other means (another client, another token address) leaves everything as it is.
     */
    async save(draft: Omit<ConnectionSettings, 'kind'>, confirmed: boolean): Promise<StakeAnswer> {
      const settings: ConnectionSettings = { ...draft, kind: 'remote' };
      const serviceId = session.port.current()?.serviceId;
      const isSame = session.serviceIdOf(settings) === serviceId;
      const atStake = isSame || serviceId === undefined ? nothingAtStake : engine.atStake(serviceId);
      return libraryChanges.unlessAtStake(atStake, confirmed, () => connect(settings));
    },

    /** Asks the service for a token and one cheap answer. */
    async test(): Promise<{ ok: boolean; error?: ErrorRecord }> {
      try {
        await session.service().call('findCurrentMetadata', { params: {}, body: [] }, { priority: 'person' });
        gate.noteSuccess();
        return { ok: true };
      } catch (error) {
        const failure = toAppError(error);
        gate.noteFailure(failure);
        return { ok: false, error: failure.toRecord() };
      }
    },
  };
}

export type ConnectionSetup = ReturnType<typeof createConnectionSetup>;
