import type { RemoteCaller, ViewCaller } from '../../../shared/api/caller.ts';
import type { ConnectionSecret, KeptSecret, KeychainState, SecretPlace } from '../../../shared/model/keychain.ts';
import type { BudgetMemory, RequestsSpent } from '../../../shared/rpc/request-budget.ts';

/**
 * The system keychain; where it cannot be used, secrets last as long as the app runs and `keychain` says so. Every secret
 * belongs to the origins it was given for (`connectionOrigins`) and is not there for any others.
 */
export interface SecretsPort {
  /**
   * `undefined` also where the keychain does not say; `placeOf` tells that. A question that failed, which may have asked a
   * person, is put again after some minutes, or once something is set or probed.
   */
  get(name: KeptSecret, boundTo: string): Promise<string | undefined>;
  set(name: KeptSecret, value: string | undefined, boundTo: string): Promise<void>;
  /** Where `get` has it from. */
  placeOf(name: KeptSecret, boundTo: string): Promise<SecretPlace>;
  /** Finds out whether the keychain can be used; `keychain` tells it then. */
  probe(): Promise<KeychainState>;
  readonly keychain: KeychainState;
}

/** Where each secret comes from; never the secret. */
export type SecretPlaces = Readonly<Record<ConnectionSecret, SecretPlace>>;

/** A client of the service with a life of its own. */
export interface ServiceSession extends RemoteCaller {
  /** Signs in again before the next call. */
  forgetToken(): void;
  /** How far the limit of the service is used up; `undefined` while none is known. */
  requestsSpent(): RequestsSpent | undefined;
  /** Whether the service ever told a limit. */
  limitsRequests(): boolean;
  /** The computer is about to sleep. */
  fallAsleep(): void;
  /** The computer slept. */
  wakeUp(): void;
  close(): Promise<void>;
}

export interface SessionAddress {
  readonly contentAddress: string;
  readonly dataAddress?: string | undefined;
  readonly tokenAddress?: string | undefined;
  readonly clientId: string;
  /** Whether a person accepted plain `http:` to another computer. */
  readonly allowHttp?: boolean;
  /** The secrets for these addresses. */
  readonly secrets: {
    readonly clientSecret: () => Promise<string | undefined>;
    readonly licenseCode: () => Promise<string | undefined>;
  };
}

/** What of a session outlives it. */
export interface SessionMemory {
  /** Where the limits of an account are kept. */
  readonly limits: (account: string) => BudgetMemory;
  /** Told by whatever is asked, also of views, when the service starts or stops being reached. */
  readonly onOnlineChange?: (online: boolean) => void;
}

/** What people's views ask: the service, and where it cannot be asked what it answered before. */
export interface ServiceViews extends ViewCaller {
  /** Forgets everything that this service answered: somebody signed out. */
  forgetAnswers(): void;
}

/** Whom a service answers: what it answered to one is never shown to another. */
type AnsweredTo = Pick<SessionAddress, 'dataAddress' | 'clientId'> & {
  /** Rejects while nobody can tell whether there is one. */
  readonly secrets: Pick<SessionAddress['secrets'], 'licenseCode'>;
};

/** Keeps what services answer, on this computer, for this user alone. */
export interface MirrorPort {
  /** @param serviceId of a service elsewhere; without, of one that runs inside and can always be asked */
  viewsOf(service: RemoteCaller, whom: AnsweredTo, serviceId: string | undefined): ServiceViews;
  /** How large it may be from now on. */
  limitTo(megabytes: number): void;
  close(): void;
}

/** Who a person is to the proxy between this computer and the service. */
export interface ProxySignIns {
  /** The proxy that asked last who asks; `undefined` while none did. */
  asking(): string | undefined;
  /** Keeps who a person says they are to this proxy and no other; nothing for one that never asked. */
  signIn(proxy: string, who: { readonly username: string; readonly password: string }): Promise<void>;
}

/** The service that is connected, for those who ask on behalf of others. */
export interface ServiceAtHand {
  readonly serviceId: string;
  readonly views: ViewCaller;
  readonly remote: RemoteCaller;
}
