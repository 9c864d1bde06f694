import { AppError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import {
  addressFault,
  connectionOrigins,
  unencryptedOrigins,
  type ServiceAddresses,
} from '../../../shared/model/service-address.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import type { ConnectionStanding } from '../../../shared/rpc/connection-standing.ts';
import type { SecretPlace } from '../../../shared/model/keychain.ts';
import type { ConnectionRecord } from '../../../shared/rpc/status-records.ts';
import { describeAtStake, nothingAtStake, type AtStake } from '../person/at-stake.ts';
import type { Engine } from '../engine.ts';
import type { ConnectionSettings } from '../state/settings-store.ts';
import type { ConnectionSession } from './connection-session.ts';
import type { SecretName, SecretsPort } from './host-ports.ts';
import type { LibraryChanges, StakeAnswer } from './library-changes.ts';

/** Where each secret comes from; never the secret. */
type SecretPlaces = Readonly<Record<SecretName, SecretPlace>>;
const noSecrets: SecretPlaces = { clientSecret: 'none', licenseCode: 'none' };
/** Made up by the embedded service, for as long as it runs. */
const ownSecrets: SecretPlaces = { clientSecret: 'memory', licenseCode: 'memory' };

type GivenSecrets = Partial<Readonly<Record<SecretName, string | undefined>>>;

/** A connection as a person enters it, with the secrets they gave for it. */
interface ConnectionDraft extends ServiceAddresses {
  readonly clientId: string;
  readonly secrets: GivenSecrets;
}

/** What a person has said yes to. */
interface Accepted {
  readonly atStake: boolean;
  /** Plain `http:` to another computer. */
  readonly http: boolean;
}

/** `unencrypted`: the origins that a person has to accept first. */
interface SaveAnswer extends StakeAnswer {
  readonly unencrypted: string[];
}

interface ConnectionSetupParts {
  readonly engine: Engine;
  readonly session: ConnectionSession;
  readonly secrets: SecretsPort;
  readonly libraryChanges: Pick<LibraryChanges, 'unlessAtStake'>;
}

/** Which service is connected and with which secrets: what is shown of it, and changing it. */
export function createConnectionSetup(parts: ConnectionSetupParts) {
  const { engine, session, secrets } = parts;
  const { gate } = engine;
  let places: SecretPlaces = noSecrets;

  async function lookForSecrets(): Promise<void> {
    await secrets.probe();
    places = await lookFor(secrets, boundTo(session));
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
      const { httpAcceptedFor: _, ...settings } = session.settings();
      return {
        ...settings,
        ...(settings.kind === 'embedded' ? ownSecrets : places),
        keychain: secrets.keychain,
        ...(settings.kind === 'none' ? { state: 'notSetUp' } : standingOf(gate, session.problem)),
      };
    },

    /** What the keychain is like now, and where the secrets of this connection come from. */
    async examineSecrets() {
      await lookForSecrets();
      return { state: secrets.keychain, ...(session.settings().kind === 'embedded' ? ownSecrets : places) };
    },

    /** Where the secrets for a connection with these addresses come from. */
    secretsFor: (addresses: ServiceAddresses): Promise<SecretPlaces> => lookFor(secrets, connectionOrigins(addresses)),

    /**
     * Removes a secret of the addresses that are set up.
     * @throws AppError `not-connected` when no other service than the embedded one is set up
     */
    async removeSecret(name: SecretName): Promise<void> {
      const origins = boundTo(session);
      if (origins === undefined) throw new AppError('not-connected');
      await secrets.set(name, undefined, origins);
      await lookForSecrets();
      if (session.port.current()) {
        if (name === 'clientSecret') session.service().forgetToken();
        // Whoever signs out leaves nothing behind that the service told them.
        session.views().forgetAnswers();
      }
      engine.connectionChanged();
    },

    /**
     * Connects to another service, with the secrets that were given for it. What waits stays queued for the one that is
     * left, and goes out when that is connected again: without a yes it is named and nothing is changed. Plain `http:` to another computer is named and refused until a person accepts it.
     * Another account of the same service is asked about too: what waits goes out as that one. The same account by other
     * means (another token address) leaves everything as it is.
     * @throws AppError `address-invalid`, `address-scheme-refused`, `address-with-password`
     */
    save: (draft: ConnectionDraft, accepted: Accepted): Promise<SaveAnswer> =>
      saveConnection(parts, connect, draft, accepted),

    /**
     * Asks the service for a token and one cheap answer. Where no client secret is set, the error tells first whether
     * the addresses can be reached at all (`service-unreachable`), then that the secret is missing
     * (`client-secret-missing`).
     */
    test: (): Promise<ConnectionTest> => testConnection(gate, session),
  };
}

/** What could not even be opened (an address that is none, a service of the app that does not start) goes before all else. */
function standingOf(gate: Engine['gate'], problem: ErrorRecord | undefined): ConnectionStanding {
  return problem ? { state: cutOffOf(problem.code) ?? 'serviceDown', error: problem } : gate.standing();
}

/** The origins that the secrets of the connection belong to; `undefined` where it has no secrets of its own. */
function boundTo(session: ConnectionSession): string | undefined {
  const settings = session.settings();
  return settings.kind === 'remote' ? connectionOrigins(settings) : undefined;
}

async function lookFor(secrets: SecretsPort, origins: string | undefined): Promise<SecretPlaces> {
  if (origins === undefined) return noSecrets;
  const [clientSecret, licenseCode] = await Promise.all([
    secrets.placeOf('clientSecret', origins),
    secrets.placeOf('licenseCode', origins),
  ]);
  return { clientSecret, licenseCode };
}

/** Stores secrets for these origins; one that is left out stays as it is. */
async function store(secrets: SecretsPort, given: GivenSecrets, origins: string): Promise<void> {
  for (const name of ['clientSecret', 'licenseCode'] as const) {
    if (given[name] !== undefined) await secrets.set(name, given[name], origins);
  }
}

async function saveConnection(
  { engine, session, secrets, libraryChanges }: ConnectionSetupParts,
  connect: (settings: ConnectionSettings) => Promise<void>,
  { secrets: given, ...typed }: ConnectionDraft,
  accepted: Accepted,
): Promise<SaveAnswer> {
  const draft = trimmed(typed);
  const origins = checkedOrigins(draft);
  const unencrypted = unencryptedOrigins(draft);
  const isHttpAccepted = accepted.http || engine.settingsStore.connection().httpAcceptedFor === origins;
  if (unencrypted.length > 0 && !isHttpAccepted) {
    return { done: false, atStake: describeAtStake(nothingAtStake, engine.titleOf), unencrypted };
  }
  const httpAcceptedFor = unencrypted.length > 0 ? origins : '';
  const settings: ConnectionSettings = { ...draft, httpAcceptedFor, kind: 'remote' };
  const serviceId = session.port.current()?.serviceId;
  const before = engine.settingsStore.connection();
  const isSame = session.serviceIdOf(settings) === serviceId && before.clientId === settings.clientId;
  const atStake = isSame || serviceId === undefined ? nothingAtStake : atStakeAt(engine, serviceId);
  const answer = await libraryChanges.unlessAtStake(atStake, accepted.atStake, async () => {
    await store(secrets, given, origins);
    await connect(settings);
  });
  return { ...answer, unencrypted: [] };
}

/** What waits for a service: not what waits for others. */
function atStakeAt(engine: Engine, serviceId: string): AtStake {
  const { files, releases } = engine.atStake(serviceId);
  return { files, releases: releases.filter((entry) => entry.serviceId === serviceId) };
}

interface ConnectionTest {
  ok: boolean;
  error?: ErrorRecord;
}

async function testConnection(gate: Engine['gate'], session: ConnectionSession): Promise<ConnectionTest> {
  try {
    await session.service().call('findCurrentMetadata', { params: {}, body: [] }, { priority: 'person' });
    gate.noteSuccess();
    return { ok: true };
  } catch (error) {
    const failure = toAppError(error);
    gate.noteFailure(failure);
    return { ok: false, error: failure.toRecord() };
  }
}

function trimmed(draft: Omit<ConnectionDraft, 'secrets'>): Omit<ConnectionDraft, 'secrets'> {
  return {
    contentAddress: draft.contentAddress.trim(),
    dataAddress: draft.dataAddress.trim(),
    tokenAddress: draft.tokenAddress.trim(),
    clientId: draft.clientId.trim(),
  };
}

/** @throws AppError for the first address that is none */
function checkedOrigins(addresses: ServiceAddresses): string {
  const { contentAddress, dataAddress, tokenAddress } = addresses;
  const others = [dataAddress, tokenAddress].filter((address) => address !== '');
  const fault = [contentAddress, ...others].map(addressFault).find((found) => found !== undefined);
  const origins = connectionOrigins(addresses);
  if (fault !== undefined || origins === undefined) throw new AppError(fault ?? 'address-invalid');
  return origins;
}

export type ConnectionSetup = ReturnType<typeof createConnectionSetup>;
