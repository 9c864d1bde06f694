import { connectionSecrets } from '../../../shared/model/keychain.ts';
import { expectAsShown } from '../person/expect-as-shown.ts';
import { describeAtStake, nothingAtStake, type AtStake } from '../person/at-stake.ts';
import type { Engine } from '../engine.ts';
import { createTurns } from '../library/turns.ts';
import type { Clock } from '../ports.ts';
import { noConnection, type ConnectionSettings } from '../state/settings-store.ts';
import { settingsOf, type ConnectionDraft } from './connection-draft.ts';
import type { SecretsPort } from './connection-ports.ts';
import { embeddedServiceId, type ConnectionSession, type GivenSecrets } from './connection-session.ts';
import { unlessAtStake, type StakeAnswer } from './library-changes.ts';
import type { MoveIn } from './move-in.ts';

/** What a person has said yes to. */
export interface Accepted {
  readonly atStake: boolean;
  /** Plain `http:` to another computer. */
  readonly http: boolean;
  /** What the embedded service has stays there. */
  readonly startWithout: boolean;
}

/**
 * `unencrypted`: the origins that a person has to accept first. `canMoveIn`: the embedded service has files that could go
 * to the other one, and a person has to say that they stay.
 */
export interface SaveAnswer extends StakeAnswer {
  readonly unencrypted: string[];
  readonly canMoveIn: boolean;
}

/** What the connection is set up and changed with. */
export interface ConnectionParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly session: ConnectionSession;
  readonly secrets: SecretsPort;
  /** What waits for a service beside what the engine sends. */
  readonly waitingFor: (serviceId: string) => Pick<AtStake, 'written' | 'exports'>;
  /** Asked for late: it goes over to a service by what is set up here. */
  readonly moveIn: () => MoveIn;
}

type Connect = (settings: ConnectionSettings) => Promise<void>;

/** Changes of the connection, one at a time: what each was compared with is still set when its secrets are kept. */
export function createConnectionChanges(parts: ConnectionParts, connect: Connect) {
  const inTurn = createTurns();
  return {
    /**
     * Connects to another service, with the secrets that were given for it. What waits stays queued for the one that is
     * left, and goes out when that is connected again: without a yes it is named and nothing is changed. Plain `http:`
     * to another computer is named and refused until a person accepts it. Another account of the same service is asked
     * about too: what waits goes out as that one. The same account by other means (another token address) leaves
     * everything as it is.
     * @throws AppError `address-invalid`, `address-scheme-refused`, `address-with-password`, `changed-meanwhile`
     */
    save: (draft: ConnectionDraft, accepted: Accepted): Promise<SaveAnswer> =>
      inTurn('', () => saveConnection(parts, connect, draft, accepted)),

    /** Goes back to the service inside the app: at a person's yes where something waits for the one that is left. */
    useEmbedded: (isConfirmed: boolean): Promise<StakeAnswer> =>
      inTurn('', () => {
        const left = parts.session.port.current()?.serviceId;
        const atStake = atStakeAt(parts, left === embeddedServiceId ? undefined : left);
        return unlessAtStake(parts.engine, atStake, isConfirmed, () => connect({ ...noConnection, kind: 'embedded' }));
      }),
  };
}

/** @throws AppError for the first address that is none, or `changed-meanwhile` */
async function saveConnection(
  parts: ConnectionParts,
  connect: Connect,
  draft: ConnectionDraft,
  accepted: Accepted,
): Promise<SaveAnswer> {
  const { engine, session } = parts;
  const before = engine.settingsStore.connection();
  expectAsShown(before, draft.shown);
  const { settings, origins, unencrypted } = settingsOf(before, draft, accepted.http);
  const unmade = (atStake: AtStake, canMoveIn: boolean): SaveAnswer => ({
    ...{ done: false, atStake: describeAtStake(atStake, engine.titleOf), unencrypted, canMoveIn },
  });
  if (unencrypted.length > 0) return unmade(nothingAtStake, false);
  const serviceId = session.port.current()?.serviceId;
  const isSame = session.serviceIdOf(settings) === serviceId && before.clientId === settings.clientId;
  const atStake = atStakeAt(parts, isSame ? undefined : serviceId);
  if (before.kind === 'embedded' && !accepted.startWithout && parts.moveIn().isWorthwhile())
    return unmade(atStake, true);
  const answer = await unlessAtStake(engine, atStake, accepted.atStake, async () => {
    await parts.moveIn().endFor(origins);
    // A move that was ending may have gone over to its target.
    expectAsShown(engine.settingsStore.connection(), draft.shown);
    await store(parts.secrets, draft.secrets, origins);
    await connect(settings);
  });
  return { ...answer, unencrypted, canMoveIn: false };
}

/** Stores secrets for these origins; one that is left out stays as it is. */
export async function store(secrets: SecretsPort, given: GivenSecrets, origins: string): Promise<void> {
  for (const name of connectionSecrets) {
    if (given[name] !== undefined) await secrets.set(name, given[name], origins);
  }
}

/** What waits for a service, if one is named: not what waits for others. */
export function atStakeAt({ engine, waitingFor }: ConnectionParts, serviceId: string | undefined): AtStake {
  if (serviceId === undefined) return nothingAtStake;
  const { files, releases } = engine.atStake();
  return { files, releases: releases.filter((entry) => entry.serviceId === serviceId), ...waitingFor(serviceId) };
}
