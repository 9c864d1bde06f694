import { AppError, toAppError, type ErrorRecord } from '../../../shared/errors/app-error.ts';
import { connectionOrigins, type ServiceAddresses } from '../../../shared/model/service-address.ts';
import { cutOffOf } from '../../../shared/errors/reachability.ts';
import type { ConnectionStanding } from '../../../shared/rpc/connection-standing.ts';
import type { ConnectionSecret } from '../../../shared/model/keychain.ts';
import type { ConnectionRecord } from '../../../shared/rpc/status-records.ts';
import type { MovePreview } from '../../../shared/rpc/move-records.ts';
import { describeAtStake } from '../person/at-stake.ts';
import type { Engine } from '../engine.ts';
import type { ConnectionSettings } from '../state/settings-store.ts';
import { atStakeAt, createConnectionChanges, type ConnectionParts } from './connection-changes.ts';
import { encryptedOrAccepted, type ConnectionDraft } from './connection-draft.ts';
import type { ConnectionSession } from './connection-session.ts';
import type { SecretPlaces, SecretsPort } from './connection-ports.ts';
import type { StakeAnswer } from './library-changes.ts';
import { createOpenAgain } from './open-again.ts';

const noSecrets: SecretPlaces = { clientSecret: 'none', licenseCode: 'none' };
/** Made up by the embedded service, for as long as it runs. */
const ownSecrets: SecretPlaces = { clientSecret: 'memory', licenseCode: 'memory' };

/** Which service is connected and with which secrets: what is shown of it, and changing it. */
export function createConnectionSetup(parts: ConnectionParts) {
  const { engine, session, secrets } = parts;
  const places = createPlaces(parts);
  // A move that could not ask it stands still, and nothing else tells it.
  const openAgain = createOpenAgain({ ...parts, onOpen: () => takeUp().then(() => parts.moveIn().startAgain()) });

  /** Keeps the settings of a connection and connects as they say. */
  async function connect(settings: ConnectionSettings): Promise<void> {
    engine.settingsStore.saveConnection(settings);
    await engine.transfers.stop();
    await session.open();
    await takeUp();
    openAgain.follow();
  }

  async function takeUp(): Promise<void> {
    await places.look();
    engine.connectionChanged();
  }

  return {
    connect,
    close: (): void => openAgain.close(),

    /** Where the secrets come from is known from here on, and a service that could not be opened is tried again. */
    async start(): Promise<void> {
      await places.start();
      openAgain.follow();
    },

    record(): ConnectionRecord {
      const { httpAcceptedFor: _, ...settings } = session.settings();
      return {
        ...settings,
        ...places.known(),
        keychain: secrets.keychain,
        ...standingOf(settings, engine.gate, session.problem),
      };
    },

    /** What the keychain is like now, and where the secrets of this connection come from. */
    async examineSecrets() {
      await places.probe();
      return { state: secrets.keychain, ...places.known() };
    },

    /** Where the secrets for a connection with these addresses come from. */
    secretsFor: (addresses: ServiceAddresses): Promise<SecretPlaces> => lookFor(secrets, connectionOrigins(addresses)),

    /**
     * Removes a secret of the addresses that are set up, at a person's yes: before, it names what would wait without it.
     * What waits stays queued until the secret is given again.
     * @throws AppError `not-connected` when no other service than the embedded one is set up
     */
    removeSecret: (name: ConnectionSecret, isConfirmed: boolean): Promise<StakeAnswer> =>
      removeSecret(parts, places.look, name, isConfirmed),

    ...createConnectionChanges(parts, connect),
    ...createMoveCalls(parts),

    /**
     * Asks the service for a token and one cheap answer. Where no client secret is set, the error tells first whether
     * the addresses can be reached at all (`service-unreachable`), then that the secret is missing
     * (`client-secret-missing`). The keychain, which somebody may have unlocked, is tried again beside it.
     */
    async test(): Promise<ConnectionTest> {
      await openAgain.now();
      void places.probe().then(engine.statusChanged, () => undefined);
      return testConnection(parts);
    },
  };
}

interface ConnectionTest {
  ok: boolean;
  error?: ErrorRecord;
}

/** Asks the service one cheap question, and has everybody know how that went. */
async function testConnection({ engine: { gate }, session }: ConnectionParts): Promise<ConnectionTest> {
  try {
    // A refusal is remembered for a while, and the service may accept by now what it refused.
    if (gate.isRefused()) session.service().forgetToken();
    await session.service().call('findCurrentMetadata', { params: {}, body: [] }, { priority: 'person' });
    gate.noteSuccess();
    return { ok: true };
  } catch (error) {
    const failure = toAppError(error);
    gate.noteFailure(failure);
    return { ok: false, error: failure.toRecord() };
  }
}

/** Where the secrets of the connection come from, as it was when they were last looked for. */
function createPlaces({ session, secrets, moveIn }: ConnectionParts) {
  let known: SecretPlaces = noSecrets;
  async function look(): Promise<void> {
    const origins = boundTo(session);
    const found = await lookFor(secrets, origins);
    if (origins === boundTo(session)) known = found;
  }
  async function probe(): Promise<void> {
    await secrets.probe();
    await look();
  }
  return {
    known: (): SecretPlaces => (session.settings().kind === 'embedded' ? ownSecrets : known),
    look,
    async start(): Promise<void> {
      await probe();
      // Nothing waits for a person who is asked about that.
      void moveIn().removeLeftSecrets();
    },
    /** Tries the keychain itself as well, which may ask a person to unlock it. */
    async probe(): Promise<void> {
      // First what is to go: else the keychain would take that, too.
      await moveIn().removeLeftSecrets();
      await probe();
    },
  };
}

function createMoveCalls({ engine, moveIn }: ConnectionParts) {
  const targetOf = (draft: ConnectionDraft, isHttpAccepted: boolean): ConnectionSettings =>
    encryptedOrAccepted(engine.settingsStore.connection(), draft, isHttpAccepted);
  return {
    /**
     * What moving from the embedded service to another one would send. Nothing is kept.
     * @throws AppError `not-offered`, what `save` throws, or what one of the services answers
     */
    preview: async (draft: ConnectionDraft, isHttpAccepted: boolean): Promise<MovePreview> =>
      moveIn().preview(targetOf(draft, isHttpAccepted), draft.secrets),

    /** Keeps the secrets for the other service and begins to move. @throws AppError as `preview` */
    startMove: async (draft: ConnectionDraft, isHttpAccepted: boolean): Promise<void> =>
      moveIn().start(targetOf(draft, isHttpAccepted), draft.secrets),
  };
}

async function removeSecret(
  parts: ConnectionParts,
  lookForSecrets: () => Promise<void>,
  name: ConnectionSecret,
  isConfirmed: boolean,
): Promise<StakeAnswer> {
  const { engine, session, secrets } = parts;
  const origins = boundTo(session);
  if (origins === undefined) throw new AppError('not-connected');
  const waiting = atStakeAt(parts, session.port.current()?.serviceId);
  const answer = { done: isConfirmed, atStake: describeAtStake(waiting, engine.titleOf) };
  if (!isConfirmed) return answer;
  await secrets.set(name, undefined, origins);
  await lookForSecrets();
  if (session.port.current()) {
    if (name === 'clientSecret') session.service().forgetToken();
    // Whoever signs out leaves nothing behind that the service told them.
    session.views().forgetAnswers();
  }
  engine.connectionChanged();
  return answer;
}

/** What could not even be opened (an address that is none, a service of the app that does not start) goes before all else. */
function standingOf(
  { kind }: Pick<ConnectionSettings, 'kind'>,
  gate: Engine['gate'],
  problem: ErrorRecord | undefined,
): ConnectionStanding {
  if (kind === 'none') return { state: 'notSetUp', error: problem };
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

export type ConnectionSetup = ReturnType<typeof createConnectionSetup>;
